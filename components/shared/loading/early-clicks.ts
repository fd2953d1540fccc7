// A page from the server is seen before its scripts are here. What is clicked by then must not be
// lost: a script of a few lines keeps it (`keepEarlyClicks`), and the page does it when it listens.

/** Stands in the parts of a page that do not listen yet. */
export const deafAttribute = 'data-deaf'
const kinds = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']

type Keeping = { earlyClicks?: Event[] }

/** The script for the head of every page. It is sent as text: it may use nothing but its argument. */
export const keepEarlyClicks = `(${((names: string[], deaf: string) => {
  const kept: Event[] = []
  ;(window as Keeping).earlyClicks = kept
  const keep = (event: Event) => {
    const { target } = event
    if (!event.isTrusted || !document.querySelector(`[${deaf}]`)) return
    // A link and a field of the browser's own answer without us.
    if (!(target instanceof Element) || !target.closest('button,[role="button"]')) return
    if (event.type === 'click') event.preventDefault()
    event.stopImmediatePropagation()
    kept.push(event)
  }
  for (const name of names) window.addEventListener(name, keep, true)
}).toString()})(${JSON.stringify(kinds)},${JSON.stringify(deafAttribute)})`

/** Does what was clicked before all of the page listened; nothing while a part is still deaf. */
export function repeatEarlyClicks(): void {
  if (document.querySelector(`[${deafAttribute}]`)) return
  for (const event of (window as Keeping).earlyClicks?.splice(0) ?? []) {
    const Kind = event.constructor as new (type: string, from: Event) => Event
    event.target?.dispatchEvent(new Kind(event.type, event))
  }
}
