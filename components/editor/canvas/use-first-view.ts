import { getViewportForBounds, useReactFlow, useStore, useStoreApi } from '@xyflow/react'
import { useLayoutEffect, useState } from 'react'
import { fitPadding, zooms } from '../drawing/zooms.ts'
import type { LinkEdge, StepNode } from '../graph-adapter.ts'
import { boundsOf } from './bounds.ts'

/**
 * Shows all steps at first, not larger than life, and answers whether they are. React Flow itself
 * would wait until it has measured a step, and of many steps it mounts only those in sight: there
 * may be none before the first view. An empty canvas stays where it is, so that the first step lands
 * where it is dropped.
 */
export function useFirstView(nodes: readonly StepNode[]): boolean {
  const flow = useReactFlow<StepNode, LinkEdge>()
  const state = useStoreApi()
  const [isShown, setShown] = useState(nodes.length === 0)
  const hasPlace = useStore(
    ({ width, height, panZoom }) => width > 0 && height > 0 && panZoom !== null,
  )
  useLayoutEffect(() => {
    if (!hasPlace || isShown) return
    const { width, height } = state.getState()
    const bounds = boundsOf(nodes)
    void flow.setViewport(getViewportForBounds(bounds, width, height, zooms.least, 1, fitPadding))
    setShown(true)
  }, [flow, state, nodes, hasPlace, isShown])
  return hasPlace && isShown
}
