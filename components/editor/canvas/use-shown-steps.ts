import { useReactFlow } from '@xyflow/react'
import { useEffect, useRef } from 'react'
import type { LinkEdge, StepNode } from '../graph-adapter.ts'
import { useEditor } from '../store-context.ts'

const moveMs = 200
const wantsNoMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Moves the canvas to the steps that were just added, jumped to or found. */
export function useShownSteps(): void {
  const flow = useReactFlow<StepNode, LinkEdge>()
  const showRequest = useEditor((state) => state.showRequest)
  const shown = useRef(showRequest.count)
  useEffect(() => {
    if (showRequest.count === shown.current) return
    shown.current = showRequest.count
    const timer = setTimeout(() => {
      const all = showRequest.ids.length === 0
      void flow.fitView({
        nodes: all ? undefined : showRequest.ids.map((id) => ({ id })),
        maxZoom: all ? 1 : Math.max(flow.getZoom(), 0.8),
        padding: 0.3,
        duration: wantsNoMotion() ? 0 : moveMs,
      })
    }, 0)
    return () => clearTimeout(timer)
  }, [flow, showRequest])
}
