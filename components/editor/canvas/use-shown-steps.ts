import { getViewportForBounds, useReactFlow, useStoreApi } from '@xyflow/react'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { LinkEdge, StepNode } from '../graph-adapter.ts'
import { useEditor, useEditorStore } from '../store-context.ts'
import { boundsOf } from './bounds.ts'
import { wantsNoMotion } from './motion.ts'
import { fitPadding, readableZoom, zooms } from '../drawing/zooms.ts'

const moveMs = 200

/**
 * Moves the canvas to the steps that were just added, jumped to or found, also before the canvas
 * was there, as in the list of steps, where all of them are too small to read. The places are those
 * of the model: from far the steps are no elements that React Flow could look for. `isThere`: the
 * first view is shown, which would undo what was asked for before.
 */
export function useShownSteps(nodes: readonly StepNode[], isThere: boolean): void {
  const flow = useReactFlow<StepNode, LinkEdge>()
  const state = useStoreApi()
  const store = useEditorStore()
  const showRequest = useEditor((editor) => editor.showRequest)
  const shown = useRef(showRequest.count)
  const latest = useRef(nodes)
  latest.current = nodes
  const onFirst = useEffectEvent(() => {
    const { selection, show } = store.getState()
    const [asked] = showRequest.ids
    const isOpen = asked !== undefined && selection.length === 1 && selection[0] === asked
    if (isOpen && flow.getZoom() < readableZoom) show(selection)
  })
  useEffect(() => {
    if (isThere) onFirst()
  }, [isThere])
  useEffect(() => {
    if (!isThere || showRequest.count === shown.current) return
    shown.current = showRequest.count
    const timer = setTimeout(() => {
      const ids = new Set(showRequest.ids)
      const all = ids.size === 0
      const wanted = latest.current.filter(({ id }) => all || ids.has(id))
      if (wanted.length === 0) return
      const { width, height } = state.getState()
      const most = all ? 1 : Math.max(flow.getZoom(), 0.8)
      const view = getViewportForBounds(
        boundsOf(wanted),
        width,
        height,
        zooms.least,
        most,
        fitPadding,
      )
      void flow.setViewport(view, { duration: wantsNoMotion() ? 0 : moveMs })
    }, 0)
    return () => clearTimeout(timer)
  }, [flow, state, showRequest, isThere])
}
