// A page from the server is seen before its scripts are here. What is clicked by then must not be
// lost: a script of a few lines keeps it (`keepEarlyClicks`), and the page does it when it listens.

/** Stands in the elements of a page that do not listen yet. */
export const deafAttribute = 'data-deaf'
const kinds = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'keydown', 'click']

type Keeping = { earlyClicks?: Event[]; isDeaf?(target: EventTarget | null): boolean }

/** The script for the head of every page. It is sent as text: it may use nothing but its argument. */
export const keepEarlyClicks = `(${((names: string[], deaf: string) => {
  const kept: Event[] = []
  const isDeaf = (target: EventTarget | null) =>
    [...document.querySelectorAll(`[${deaf}]`)].some(({ parentElement }) =>
      parentElement?.contains(target as Node | null),
    )
  Object.assign(window as Keeping, { earlyClicks: kept, isDeaf })
  const keep = (event: Event) => {
    const { target } = event
    if (!event.isTrusted || !isDeaf(target)) return
    // A link and a field of the browser's own answer without us.
    if (!(target instanceof Element) || !target.closest('button,[role="button"]')) return
    // Of the keys, those that open a menu; a click follows on Enter and the space bar by itself.
    if (event instanceof KeyboardEvent && !/^(?:Enter| |Arrow\w+)$/.test(event.key)) return
    if (event.type === 'click') event.preventDefault()
    event.stopImmediatePropagation()
    kept.push(event)
  }
  for (const name of names) window.addEventListener(name, keep, true)
}).toString()})(${JSON.stringify(kinds)},${JSON.stringify(deafAttribute)})`

/** Does what was clicked before its part of the page listened. */
export function repeatEarlyClicks(): void {
  const { earlyClicks = [], isDeaf } = window as Keeping
  for (const event of earlyClicks.splice(0)) {
    if (isDeaf?.(event.target)) {
      earlyClicks.push(event)
      continue
    }
    const Kind = event.constructor as new (type: string, from: Event) => Event
    event.target?.dispatchEvent(new Kind(event.type, event))
  }
}
