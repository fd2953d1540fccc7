'use client'

import { useReactFlow, useStoreApi } from '@xyflow/react'
import { useTheme } from 'next-themes'
import { useEffect, useRef, type PointerEvent } from 'react'
import { cn } from '#components/ui/cn'
import type { LinkEdge, StepNode } from '../graph-adapter.ts'
import { boundsOf } from './bounds.ts'

/** Pixels: small enough to hide no step of a workflow that fits on a laptop's screen. */
const size = { width: 132, height: 96 }
const margin = 6
/** Between the overview and the edges of the canvas. */
const inset = 12

type Scale = { by: number; x: number; y: number }

/** How the workflow fits into the overview, in the middle. */
function scaleOf(nodes: readonly StepNode[]): Scale {
  const bounds = boundsOf(nodes)
  const by = Math.min(
    (size.width - 2 * margin) / Math.max(1, bounds.width),
    (size.height - 2 * margin) / Math.max(1, bounds.height),
  )
  return {
    by,
    x: (size.width - bounds.width * by) / 2 - bounds.x * by,
    y: (size.height - bounds.height * by) / 2 - bounds.y * by,
  }
}

type FlowState = ReturnType<ReturnType<typeof useStoreApi>['getState']>

function draw(canvas: HTMLCanvasElement, nodes: readonly StepNode[], state: FlowState): void {
  canvas.dataset['way'] = wayOf(nodes, state)
  const context = canvas.getContext('2d')
  if (!context) return
  const ratio = window.devicePixelRatio || 1
  canvas.width = size.width * ratio
  canvas.height = size.height * ratio
  context.scale(ratio, ratio)
  const style = getComputedStyle(canvas)
  const { by, x, y } = scaleOf(nodes)
  for (const { type, position, width = 0, height = 0, selected, data } of nodes) {
    if (type === 'groupFrame') continue
    context.fillStyle = style.getPropertyValue(toneOf(selected === true, data.errors > 0))
    context.fillRect(
      position.x * by + x,
      position.y * by + y,
      Math.max(1, width * by),
      Math.max(1, height * by),
    )
  }
  const [left, top, zoom] = state.transform
  context.strokeStyle = style.getPropertyValue('--primary')
  context.strokeRect(
    (-left / zoom) * by + x,
    (-top / zoom) * by + y,
    (state.width / zoom) * by,
    (state.height / zoom) * by,
  )
}

/**
 * How the overview gives way to what lies under it: to the step that is selected altogether, to
 * other boxes so that they are seen through it.
 */
function wayOf(nodes: readonly StepNode[], state: FlowState): 'over' | 'faint' | 'away' {
  const [left, top, zoom] = state.transform
  const under = nodes.filter(
    ({ type, position: { x, y }, width = 0, height = 0 }) =>
      type !== 'groupFrame' &&
      (x + width) * zoom + left > state.width - size.width - inset &&
      x * zoom + left < state.width - inset &&
      (y + height) * zoom + top > state.height - size.height - inset &&
      y * zoom + top < state.height - inset,
  )
  if (under.some(({ selected }) => selected)) return 'away'
  return under.length > 0 ? 'faint' : 'over'
}

function toneOf(selected: boolean, hasErrors: boolean): string {
  if (selected) return '--primary'
  return hasErrors ? '--destructive' : '--muted-foreground'
}

const overviewClass = cn(
  'absolute right-3 bottom-3 z-10 hidden cursor-pointer rounded-md border bg-card sm:block',
  'transition-opacity motion-reduce:transition-none',
  'data-[way=away]:invisible data-[way=faint]:opacity-50 data-[way=faint]:hover:opacity-100',
)

/** The whole workflow, small, with the part that is seen; a click or a drag goes there. */
export function Overview({ nodes }: { nodes: readonly StepNode[] }) {
  const state = useStoreApi()
  const flow = useReactFlow<StepNode, LinkEdge>()
  const { resolvedTheme } = useTheme()
  const place = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const canvas = place.current
    if (!canvas) return
    let frame = requestAnimationFrame(() => draw(canvas, nodes, state.getState()))
    const stop = state.subscribe(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => draw(canvas, nodes, state.getState()))
    })
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
    // The theme changes the colours.
  }, [state, nodes, resolvedTheme])
  const go = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons !== 1) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const box = event.currentTarget.getBoundingClientRect()
    const { by, x, y } = scaleOf(nodes)
    void flow.setCenter((event.clientX - box.left - x) / by, (event.clientY - box.top - y) / by, {
      zoom: flow.getZoom(),
    })
  }
  return (
    <canvas
      ref={place}
      role="img"
      aria-label="Overview of the workflow"
      className={overviewClass}
      style={size}
      onPointerDown={go}
      onPointerMove={go}
    />
  )
}
