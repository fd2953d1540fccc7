/** What dialogs, menus and shortcuts of the page listen to on the document. */
const heard = ['pointerdown', 'mousedown', 'touchstart', 'click', 'focusin', 'focusout', 'keydown']

/**
 * Keeps what happens on the cover from the page underneath: its dialogs would close at a click
 * outside of them or at Escape, with what was typed, and its shortcuts would act. Returns the
 * function that stops it.
 */
export function keepEventsFromPage(): () => void {
  const stopEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  // The cover is in the body, where React listens; the page listens on the document.
  const stop = (event: Event): void => event.stopPropagation()
  const root = document.documentElement
  window.addEventListener('keydown', stopEscape, { capture: true })
  for (const type of heard) root.addEventListener(type, stop)
  return () => {
    window.removeEventListener('keydown', stopEscape, { capture: true })
    for (const type of heard) root.removeEventListener(type, stop)
  }
}
