import { useEffect, useRef } from 'react'
import { focusFirstField } from '../focus-first-field.ts'

/**
 * Moves the focus to the first field of an entry that a person has just added, as soon as that is
 * there: some fields are drawn later than their entry, and a list that is busy may draw the entry
 * twice. Only the person's next act ends it; where the focus is meanwhile says nothing, because it
 * falls to the page when the button that had it is drawn again. Put `entries` on the element around
 * the entries, and call `onAdd` with the click.
 */
export function useAddedFocus(count: number) {
  const entries = useRef<HTMLDivElement>(null)
  const asked = useRef<number | null>(null)
  useEffect(() => {
    const list = entries.current
    if (asked.current === null || count <= asked.current || !list) return undefined
    return focusFirstField(
      list,
      () => asked.current === null,
      () => list.lastElementChild,
    )
  }, [count])
  const onAdd = () => {
    asked.current = count
    const onAct = (event: Event) => {
      // Letters for a field that is not there yet.
      const isEarly = event instanceof KeyboardEvent && event.key.length === 1
      if (isEarly && !entries.current?.contains(document.activeElement)) return
      asked.current = null
      for (const kind of acts) window.removeEventListener(kind, onAct, true)
    }
    for (const kind of acts) window.addEventListener(kind, onAct, true)
  }
  return { entries, onAdd }
}

const acts = ['pointerdown', 'keydown']
