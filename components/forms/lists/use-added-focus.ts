import { useEffect, useRef } from 'react'

const fields =
  'input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled), ' +
  '[contenteditable="true"]'
/** A field whose editor is still on its way. */
const later = '[data-field-later]'

/**
 * Moves the focus to the first field of an entry that a person has just added, as soon as that is
 * there: some fields are drawn later than their entry. Put `entries` on the element around the
 * entries, and call `onAdd` with the click.
 */
export function useAddedFocus(count: number) {
  const entries = useRef<HTMLDivElement>(null)
  const asked = useRef<number | null>(null)
  useEffect(() => {
    if (asked.current === null || count <= asked.current) return undefined
    asked.current = null
    const entry = entries.current?.lastElementChild
    const around = document.activeElement
    const focusFirst = () => {
      // The person has gone on.
      if (document.activeElement !== around) return true
      const field = entry?.querySelector<HTMLElement>(`${fields}, ${later}`)
      if (!field || field.matches(later)) return false
      field.focus()
      return true
    }
    if (!entry || focusFirst()) return undefined
    const observer = new MutationObserver(() => {
      if (focusFirst()) observer.disconnect()
    })
    observer.observe(entry, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [count])
  const onAdd = () => {
    asked.current = count
  }
  return { entries, onAdd }
}
