import { useReactFlow } from '@xyflow/react'
import { useLayoutEffect, useRef } from 'react'
import type { LinkEdge, StepNode } from '../graph-adapter.ts'
import { groupSpace } from '../model/layout/sizes.ts'
import { groupFrameId } from '../groups/group-nodes.ts'
import { useEditor } from '../store-context.ts'
import { groupOfBox } from './shown-graph.ts'

type Point = { x: number; y: number }
type Drawn = { boxes: readonly StepNode[]; frames: readonly StepNode[] }

/** The middle of the head of a loop, or of a group, collapsed or not. */
function headOf({ boxes, frames }: Drawn, id: string): Point | undefined {
  const box = boxes.find((one) => one.id === id)
  if (box) return { x: box.position.x + (box.width ?? 0) / 2, y: box.position.y }
  const frame = frames.find((one) => one.id === groupFrameId(groupOfBox(id) ?? ''))
  if (!frame) return undefined
  return { x: frame.position.x + (frame.width ?? 0) / 2, y: frame.position.y + groupSpace.top }
}

/** What is collapsed or expanded stays where it is seen, whatever the drawing around it does. */
export function useCollapsing(drawn: Drawn): void {
  const flow = useReactFlow<StepNode, LinkEdge>()
  const collapsed = useEditor((state) => state.collapsed)
  const last = useRef({ collapsed, drawn })
  useLayoutEffect(() => {
    const before = last.current
    last.current = { collapsed, drawn }
    if (before.collapsed === collapsed) return
    const [id, ...others] = [...new Set([...collapsed, ...before.collapsed])].filter(
      (one) => collapsed.has(one) !== before.collapsed.has(one),
    )
    if (id === undefined || others.length > 0) return
    const was = headOf(before.drawn, id)
    const is = headOf(drawn, id)
    if (!was || !is || (was.x === is.x && was.y === is.y)) return
    const { x, y, zoom } = flow.getViewport()
    void flow.setViewport({ x: x + (was.x - is.x) * zoom, y: y + (was.y - is.y) * zoom, zoom })
  }, [flow, collapsed, drawn])
}
