import { useEffect } from 'react'
import { useEditorStore } from './store-context.ts'

/** Lets undo take back one visit of a field at most, however soon it is entered again. */
export function useFieldVisits(): void {
  const store = useEditorStore()
  useEffect(() => {
    // On the window: after the field's own handlers, which may write what was typed.
    const onLeave = () => store.getState().settle()
    window.addEventListener('focusout', onLeave)
    return () => window.removeEventListener('focusout', onLeave)
  }, [store])
}
