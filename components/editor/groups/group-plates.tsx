'use client'

import { useStore, ViewportPortal } from '@xyflow/react'
import type { CSSProperties } from 'react'
import { cn } from '#components/ui/cn'
import { middleZoom, nearZoom } from '../drawing/step-card.tsx'
import type { StepNode } from '../graph-adapter.ts'
import { useEditor } from '../store-context.ts'
import { coarseZoom, headLetters, headShape, nameStyle } from './group-head.ts'
import { toneOfGroup } from './group-look.ts'
import { groupOfFrame } from './group-nodes.ts'

/** The border of a frame, and the button beside the name. */
const border = 2
const button = 30

function Plate({ frame, zoom }: { frame: StepNode; zoom: number }) {
  const { position, width = 0, height = 0, data } = frame
  const isFar = zoom < middleZoom
  const area: CSSProperties = {
    transform: `translate(${position.x + border}px, ${position.y + border}px)`,
    width: width - 2 * border - (zoom >= nearZoom ? button : 0),
    height: height - 2 * border,
  }
  return (
    <div aria-hidden className="pointer-events-none absolute" style={area}>
      <span
        className={cn(headShape, toneOfGroup(data.category).head)}
        style={nameStyle(isFar, headLetters(zoom, data.title, width, height))}
      >
        <span className="truncate leading-tight">{data.title}</span>
      </span>
    </div>
  )
}

/**
 * The names of groups, over the lines, and from far over the boxes: their frames lie below both.
 * The pointer, keys and screen readers have the heads of the frames.
 */
export function GroupPlates({ nodes }: { nodes: readonly StepNode[] }) {
  const zoom = useStore(coarseZoom)
  const named = useEditor((state) => state.editedGroup)
  const frames = nodes.filter(({ id, type }) => type === 'groupFrame' && groupOfFrame(id) !== named)
  if (frames.length === 0) return null
  return (
    <ViewportPortal>
      {frames.map((frame) => (
        <Plate key={frame.id} frame={frame} zoom={zoom} />
      ))}
    </ViewportPortal>
  )
}
