import type { StepNode } from '../graph-adapter.ts'

/** The rectangle around steps. */
export function boundsOf(nodes: readonly Pick<StepNode, 'position' | 'width' | 'height'>[]) {
  if (nodes.length === 0) return { x: 0, y: 0, width: 0, height: 0 }
  let left = Infinity
  let top = Infinity
  let right = -Infinity
  let bottom = -Infinity
  for (const { position, width = 0, height = 0 } of nodes) {
    left = Math.min(left, position.x)
    top = Math.min(top, position.y)
    right = Math.max(right, position.x + width)
    bottom = Math.max(bottom, position.y + height)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}
