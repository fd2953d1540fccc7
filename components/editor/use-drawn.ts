import { useSyncExternalStore } from 'react'
import type { Definition } from '#lib/domain/workflow/definition'
import { drawnDefinition } from './drawn-definition.ts'
import { useEditorStore } from './store-context.ts'

/** The definition as it is drawn: without the words that are being typed into a step. */
export function useDrawn(): Definition {
  const { read, subscribe } = drawnDefinition(useEditorStore())
  return useSyncExternalStore(subscribe, read, read)
}
