import { waitsAttribute } from '#components/ui/input/waits-attribute'

// A page from the server is seen before its scripts are here. What is clicked by then must not be
// lost: a script of a few lines keeps it (`keepEarlyClicks`), and the page does it when it listens.

/** Stands in the elements of a page that do not listen yet. */
export const deafAttribute = 'data-deaf'
const kinds = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'keydown', 'click']

type Keeping = {
  earlyClicks?: Event[]
  /** Submit buttons, which are disabled until their part listens (`Button`). */
  earlySubmits?: HTMLButtonElement[]
  isDeaf?(target: EventTarget | null): boolean
}

/** The script for the head of every page. It is sent as text: it may use nothing but its argument. */
export const keepEarlyClicks = `(${((names: string[], deaf: string, waits: string) => {
  const kept: Event[] = []
  const submits: HTMLButtonElement[] = []
  const isDeaf = (target: EventTarget | null) =>
    [...document.querySelectorAll(`[${deaf}]`)].some(({ parentElement }) =>
      parentElement?.contains(target as Node | null),
    )
  Object.assign(window as Keeping, { earlyClicks: kept, earlySubmits: submits, isDeaf })
  // A disabled button hears nothing: what is pressed is around it.
  const isAt = (button: Element, { clientX, clientY }: MouseEvent) => {
    const { left, right, top, bottom } = button.getBoundingClientRect()
    return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
  }
  const keepSubmit = (event: Event, target: Element) => {
    const isEnter = event instanceof KeyboardEvent && event.key === 'Enter'
    if (isEnter ? !target.matches('input') : event.type !== 'click') return
    const around = isEnter ? target.closest('form') : target
    const button = [...(around?.querySelectorAll('button') ?? [])].find(
      (each) => each.hasAttribute(waits) && (isEnter || isAt(each, event as MouseEvent)),
    )
    if (!button || submits.includes(button)) return
    button.dataset['pressed'] = ''
    submits.push(button)
  }
  const keep = (event: Event) => {
    const { target } = event
    if (!event.isTrusted || !isDeaf(target)) return
    // A link and a field of the browser's own answer without us.
    if (!(target instanceof Element)) return
    const button = target.closest('button,[role="button"]')
    if (!button) return keepSubmit(event, target)
    // Of the keys, those that open a menu; a click follows on Enter and the space bar by itself.
    if (event instanceof KeyboardEvent && !/^(?:Enter| |Arrow\w+)$/.test(event.key)) return
    if (event.type === 'click') event.preventDefault()
    event.stopImmediatePropagation()
    // Who presses again because nothing happened wants it once.
    const isPressed = kept.some(
      (one) => one.type === 'click' && button.contains(one.target as Node),
    )
    if (!isPressed) kept.push(event)
  }
  for (const name of names) window.addEventListener(name, keep, true)
}).toString()})(${JSON.stringify(kinds)},${JSON.stringify(deafAttribute)},${JSON.stringify(waitsAttribute)})`

/** Does what was clicked before its part of the page listened. */
export function repeatEarlyClicks(): void {
  const { earlyClicks = [], earlySubmits = [], isDeaf } = window as Keeping
  for (const event of earlyClicks.splice(0)) {
    if (isDeaf?.(event.target)) {
      earlyClicks.push(event)
      continue
    }
    const Kind = event.constructor as new (type: string, from: Event) => Event
    event.target?.dispatchEvent(new Kind(event.type, event))
  }
  for (const button of earlySubmits.splice(0)) {
    if (isDeaf?.(button) || button.hasAttribute(waitsAttribute)) {
      earlySubmits.push(button)
      continue
    }
    delete button.dataset['pressed']
    button.click()
  }
}
