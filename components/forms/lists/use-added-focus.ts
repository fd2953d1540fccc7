import { useEffect, useRef } from 'react'
import { focusFirstField } from '../focus-first-field.ts'

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
    return entry ? focusFirstField(entry, () => document.activeElement !== around) : undefined
  }, [count])
  const onAdd = () => {
    asked.current = count
  }
  return { entries, onAdd }
}
