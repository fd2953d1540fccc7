import { useStore } from 'zustand'
import { useEditor, useEditorStore } from '../store-context.ts'
import type { EditorState, EditorStore } from '../store.ts'

/** The store of the workflow that is seen: this one's, or that of a level which is another one. */
export function shownStore(store: EditorStore): EditorStore {
  const { inner } = store.getState()
  return inner ? shownStore(inner) : store
}

/** Subscribes to a part of the state of the workflow that is seen. */
export function useShownEditor<Value>(select: (state: EditorState) => Value): Value {
  const store = useEditorStore()
  const inner = useEditor((state) => state.inner)
  return useStore(inner ? shownStore(inner) : store, select)
}

/** Why nothing can be added to the workflow that is seen as a level. */
export const calledReason =
  'This workflow is here to look at. Open it in its editor to change it; Escape leads up.'
