import type { CSSProperties } from 'react'
import { boundsOf } from '../canvas/bounds.ts'
import { fitPadding, zooms } from '../drawing/zooms.ts'
import { middleZoom, nearZoom } from '../drawing/step-card.tsx'
import type { StepNode } from '../graph-adapter.ts'

/** 1px where the place is large enough for this zoom, else 0px. */
const reaches = (zoom: number, width: number, height: number): string =>
  `clamp(0px, min(100cqw - ${width * zoom}px, 100cqh - ${height * zoom}px) * 10000, 1px)`

const sizeOf = (life: number): string => `clamp(${life * zooms.least}px, 100%, ${life}px)`

/**
 * The view of the picture as the canvas first has it: all steps, not larger than life. The server
 * does not know the size of the place, so the browser's style computes it, and from how far the
 * steps are seen: `--near` and `--far` are 1px or 0px, as is `--farthest`.
 */
export function fitOf(nodes: readonly StepNode[]) {
  const bounds = boundsOf(nodes)
  const width = Math.max(1, bounds.width) * (1 + fitPadding)
  const height = Math.max(1, bounds.height) * (1 + fitPadding)
  const middle = { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 }
  const style = {
    '--near': reaches(nearZoom, width, height),
    '--far': 'calc(1px - var(--near))',
    '--farthest': `calc(1px - ${reaches(middleZoom, width, height)})`,
    width: sizeOf(width),
    height: sizeOf(height),
  } as CSSProperties
  return {
    viewBox: [middle.x - width / 2, middle.y - height / 2, width, height].join(' '),
    style,
  }
}
