import { useMemo } from 'react'
import { useEditor } from '../store-context.ts'
import { useDrawn } from '../use-drawn.ts'
import { levelOf } from './level-path.ts'
import { shownGraph, type Shown, type View } from './shown-graph.ts'

/** What of the workflow is seen. */
export function useView(): View {
  const definition = useDrawn()
  const level = useEditor((state) => state.level)
  const loop = useMemo(() => levelOf(definition, level).loops.at(-1), [definition, level])
  const collapsed = useEditor((state) => state.collapsed)
  return useMemo(() => ({ loop, collapsed }), [loop, collapsed])
}

/** Which boxes stand for the steps of the level that is seen. */
export function useShown(): Shown {
  const definition = useDrawn()
  const view = useView()
  return useMemo(() => shownGraph(definition, view), [definition, view])
}
