import type { ReactFlowState } from '@xyflow/react'
import type { CSSProperties } from 'react'
import { cn } from '#components/ui/cn'
import { middleZoom } from '../drawing/step-card.tsx'
import type { StepNodeData } from '../graph-adapter.ts'
import { groupSpace } from '../model/layout/sizes.ts'

/** The zoom in coarse steps: a name that grows with each frame of a zoom would be slow. */
export const coarseZoom = ({ transform: [, , zoom] }: ReactFlowState): number =>
  Math.max(0.05, Math.round(zoom * 20) / 20)

/** The height of letters in pixels of the screen that can be read. */
const readable = 14

/**
 * The letters of a frame's name in pixels of the canvas: as large as can be read, as long as they
 * fit into the frame.
 */
function headLetters(zoom: number, name: string, width: number, height: number): number {
  const wide = (width - 24) / Math.max(4, name.length * 0.6)
  return Math.max(13, Math.min(readable / zoom, height / 3, Math.max(wide, 24)))
}

/** The head of a group's frame. */
export const headShape = cn(
  'absolute top-0 left-0 flex max-w-full items-center gap-1.5 rounded-tl-lg rounded-br-lg px-2.5',
  'font-semibold',
)

/** The letters of a name that stays at the head of its frame, above the boxes. */
const mostAtHead = 36

/**
 * Where a name stands in its frame: at its head, and from far in its middle, over the boxes. It
 * covers none that people look for (`ran`).
 */
export function nameStyle(
  { title, ran }: Pick<StepNodeData, 'title' | 'ran'>,
  zoom: number,
  { width, height }: { width: number; height: number },
): CSSProperties {
  const letters = headLetters(zoom, title, width, height)
  if (zoom >= middleZoom || ran !== '')
    return {
      fontSize: ran === '' ? letters : Math.min(letters, mostAtHead),
      minHeight: groupSpace.top - 12,
    }
  return {
    fontSize: letters,
    inset: 0,
    margin: 'auto',
    width: 'fit-content',
    height: 'fit-content',
  }
}
