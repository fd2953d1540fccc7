import { useMemo, type MouseEvent } from 'react'
import type { StepNode } from '../graph-adapter.ts'
import { openLevel, toggleLoop } from '../groups/group-acts.ts'
import { findStep } from '../model/graph.ts'
import { useEditorStore } from '../store-context.ts'
import { opensLevel } from './level-path.ts'

/** A double click opens a loop, or a step that runs another workflow, as a level of its own. */
export function useOpenBox() {
  const store = useEditorStore()
  return useMemo(
    () => ({
      onNodeDoubleClick: (_event: MouseEvent, { id }: StepNode) => {
        const step = findStep(store.getState().definition, id)
        if (step && opensLevel(step)) openLevel(store, id)
      },
    }),
    [store],
  )
}

/** What the frame of a loop can be asked for. */
export function useLoopActs() {
  const store = useEditorStore()
  return useMemo(
    () => ({
      onOpen: (id: string) => openLevel(store, id),
      onCollapse: (id: string) => toggleLoop(store, id),
    }),
    [store],
  )
}
