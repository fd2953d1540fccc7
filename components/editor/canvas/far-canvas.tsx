'use client'

import { useStoreApi } from '@xyflow/react'
import { useTheme } from 'next-themes'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { LinkEdge, StepNode } from '../graph-adapter.ts'
import type { LoopFrame } from '../model/layout/loop-frames.ts'
import { createColours, createPaths, drawFar, framesOf, type View } from './far-drawing.ts'

type Props = {
  nodes: readonly StepNode[]
  edges: readonly LinkEdge[]
  loops: readonly LoopFrame[]
}

/**
 * The workflow from far, on one canvas: 800 boxes and 1,000 lines as elements take longer to move
 * than a frame lasts. Screen readers have the outline, and the selected steps, which stay elements.
 */
export function FarCanvas({ nodes, edges, loops }: Props) {
  const flow = useStoreApi()
  const place = useRef<HTMLCanvasElement>(null)
  const [asPaths] = useState(createPaths)
  const lines = useMemo(() => asPaths({ nodes, edges }), [asPaths, nodes, edges])
  const frames = useMemo(() => framesOf(loops), [loops])
  const [colours] = useState(createColours)
  const { resolvedTheme } = useTheme()
  useEffect(() => {
    const canvas = place.current
    const context = canvas?.getContext('2d')
    if (!canvas || !context) return
    const draw = () => {
      const view = viewOf(flow.getState())
      fitTo(canvas, view)
      drawFar(context, { nodes, lines, loops: frames }, view, colours(canvas))
    }
    let frame = 0
    let drawn = flow.getState().transform
    draw()
    const stop = flow.subscribe((state) => {
      if (state.transform === drawn) return
      drawn = state.transform
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(draw)
    })
    const resized = new ResizeObserver(draw)
    resized.observe(canvas)
    return () => {
      stop()
      resized.disconnect()
      cancelAnimationFrame(frame)
    }
    // Another theme is drawn anew.
  }, [flow, nodes, lines, frames, colours, resolvedTheme])
  return (
    <canvas
      ref={place}
      aria-hidden
      data-far
      className="pointer-events-none absolute inset-0 z-0 size-full motion-safe:animate-in motion-safe:duration-100 motion-safe:fade-in"
    />
  )
}

type FlowState = ReturnType<ReturnType<typeof useStoreApi>['getState']>

const viewOf = ({ transform: [x, y, zoom], width, height }: FlowState): View => ({
  x,
  y,
  zoom,
  width,
  height,
})

/** As many pixels as the screen has. */
function fitTo(canvas: HTMLCanvasElement, { width, height }: View): void {
  const ratio = window.devicePixelRatio || 1
  const wide = Math.round(width * ratio)
  const high = Math.round(height * ratio)
  if (canvas.width !== wide) canvas.width = wide
  if (canvas.height !== high) canvas.height = high
}
