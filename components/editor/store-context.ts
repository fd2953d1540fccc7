'use client'

import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { EditorState, EditorStore } from './store.ts'

/** The store of the editor around. */
export const EditorStoreContext = createContext<EditorStore | null>(null)

/** The store itself, for event handlers that read without subscribing. */
export function useEditorStore(): EditorStore {
  const store = useContext(EditorStoreContext)
  if (!store) throw new Error('This part belongs inside the workflow editor.')
  return store
}

/** Subscribes to a part of the editor's state. The selector must answer stable values. */
export const useEditor = <Value>(select: (state: EditorState) => Value): Value =>
  useStore(useEditorStore(), select)
