import { useMemo } from 'react'
import type { StepNode } from '../graph-adapter.ts'
import { useShown, useView } from '../levels/use-view.ts'
import { useDrawn } from '../use-drawn.ts'
import { entryBox, startBox } from './start-box.ts'
import { useStarts } from './starts-context.ts'

/**
 * The box of what starts the workflow, or, within a loop, of what repeats its steps, and its lines;
 * none while there are no steps.
 */
export function useStartBox(nodes: readonly StepNode[]) {
  const { steps } = useDrawn()
  const { starts } = useStarts()
  const { loop } = useView()
  const { boxOf } = useShown()
  const count = starts.length
  return useMemo(
    () =>
      loop === undefined
        ? startBox(steps, nodes, count, boxOf)
        : entryBox(steps, nodes, loop, boxOf),
    [steps, nodes, count, loop, boxOf],
  )
}
