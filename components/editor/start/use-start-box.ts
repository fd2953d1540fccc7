import { useMemo } from 'react'
import type { StepNode } from '../graph-adapter.ts'
import { useEditor } from '../store-context.ts'
import { startBox } from './start-box.ts'
import { useStarts } from './starts-context.ts'

/** The box of what starts the workflow, and its lines; none while the workflow has no steps. */
export function useStartBox(nodes: readonly StepNode[]) {
  const steps = useEditor((state) => state.definition.steps)
  const { starts } = useStarts()
  return useMemo(() => startBox(steps, nodes, starts.length), [steps, nodes, starts.length])
}
