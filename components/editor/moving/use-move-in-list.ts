'use client'

import { useCallback, useEffect, useRef } from 'react'
import { focusStep } from '../focus-step.ts'
import { useShown } from '../levels/use-view.ts'
import { positionsOf } from '../model/layout/positions.ts'
import { useEditor, useEditorStore } from '../store-context.ts'
import { stepInList } from './move-step.ts'

/** Moves a step of the outline up or down; the focus goes with it where it was on its row. */
export function useMoveInList() {
  const store = useEditorStore()
  const { boxOf } = useShown()
  const definition = useEditor((state) => state.definition)
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (wanted.current !== undefined) focusStep(wanted.current)
    wanted.current = undefined
  }, [definition])
  return useCallback(
    (id: string, by: 1 | -1) => {
      const { definition: now, types, run } = store.getState()
      const isOnRow = document.activeElement?.getAttribute('data-row') === id
      run(stepInList(id, by, new Set(boxOf.keys()), types, positionsOf(now, types)))
      if (isOnRow && store.getState().definition !== now) wanted.current = id
    },
    [store, boxOf],
  )
}
