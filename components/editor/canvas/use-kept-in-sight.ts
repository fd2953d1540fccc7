import { useReactFlow, useStore, useStoreApi } from '@xyflow/react'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { LinkEdge, StepNode } from '../graph-adapter.ts'
import { useEditorStore } from '../store-context.ts'

/** Between a step and the edge of the canvas, in pixels of the screen. */
const margin = 16

/** How far a stretch moves back so that its end is in sight, as far as its beginning stays. */
const backBy = (from: number, to: number, length: number): number =>
  Math.max(0, Math.min(to + margin - length, from - margin))

/**
 * Keeps the selected step in sight where a panel takes a part of the canvas, as that of values does
 * below it. A step that was out of sight before stays there: the person went elsewhere.
 */
export function useKeptInSight(nodes: readonly StepNode[], isThere: boolean): void {
  const flow = useReactFlow<StepNode, LinkEdge>()
  const state = useStoreApi()
  const store = useEditorStore()
  const width = useStore((now) => now.width)
  const height = useStore((now) => now.height)
  const before = useRef({ width, height })
  const onSize = useEffectEvent(() => {
    const old = before.current
    before.current = { width, height }
    const { selection } = store.getState()
    const node = selection.length === 1 ? nodes.find(({ id }) => id === selection[0]) : undefined
    if (!node || !isThere) return
    const [x, y, zoom] = state.getState().transform
    const left = node.position.x * zoom + x
    const top = node.position.y * zoom + y
    const right = left + (node.width ?? 0) * zoom
    const bottom = top + (node.height ?? 0) * zoom
    if (right < 0 || bottom < 0 || left > old.width || top > old.height) return
    const back = { x: backBy(left, right, width), y: backBy(top, bottom, height) }
    if (back.x > 0 || back.y > 0) void flow.setViewport({ x: x - back.x, y: y - back.y, zoom })
  })
  useEffect(() => {
    if (width > 0 && height > 0) onSize()
  }, [width, height])
}
