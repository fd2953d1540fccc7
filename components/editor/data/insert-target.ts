import { createStore } from 'zustand/vanilla'
import { useStore } from 'zustand'

/** The field into which a chosen value goes: the one that had the focus last. */
type Target = { id: string; label: string; insert(path: string): void }

const store = createStore<{ target: Target | null }>()(() => ({ target: null }))

/** Call it when a field that takes values gets the focus. */
export const takeValues = (target: Target): void => store.setState({ target })

/** Call it when the field is gone. */
export function takeNoValues(id: string): void {
  if (store.getState().target?.id === id) store.setState({ target: null })
}

/** The field that takes values now. */
export const useValueTarget = (): Target | null => useStore(store, ({ target }) => target)

/** Of a value that is dragged; its text is the path. */
export const valueMimeType = 'application/x-rounds-value'
