const fields =
  'input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled), ' +
  '[contenteditable="true"]'
/** A field whose editor is still on its way. */
const later = '[data-field-later]'

/**
 * Moves the focus to the first field in an element as soon as that is there: some are drawn later,
 * or once more. `hasGone` says that the person has gone on meanwhile; `part`: the part of the element
 * that has the field. Answers how to give up.
 */
export function focusFirstField(
  around: Element,
  hasGone: () => boolean,
  part: () => Element | null = () => around,
): () => void {
  const focusFirst = () => {
    if (hasGone()) return true
    const field = part()?.querySelector<HTMLElement>(`${fields}, ${later}`)
    if (!field || field.matches(later)) return false
    field.focus()
    return true
  }
  if (focusFirst()) return () => undefined
  const observer = new MutationObserver(() => {
    if (focusFirst()) observer.disconnect()
  })
  observer.observe(around, { childList: true, subtree: true })
  return () => observer.disconnect()
}
