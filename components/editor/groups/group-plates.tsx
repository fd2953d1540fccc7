'use client'

import { useStore, ViewportPortal } from '@xyflow/react'
import { ChevronsDownUpIcon } from 'lucide-react'
import type { CSSProperties } from 'react'
import { cn } from '#components/ui/cn'
import { nearZoom } from '../drawing/step-card.tsx'
import type { StepNode } from '../graph-adapter.ts'
import { useEditor } from '../store-context.ts'
import { coarseZoom, headShape, nameStyle } from './group-head.ts'
import { toneOfGroup } from './group-look.ts'
import { groupOfFrame } from './group-nodes.ts'

/** The border of a frame. */
const border = 2
type Props = { frame: StepNode; zoom: number }

function Plate({ frame, zoom }: Props) {
  const { position, width = 0, height = 0, data } = frame
  const area: CSSProperties = {
    transform: `translate(${position.x + border}px, ${position.y + border}px)`,
    width: width - 2 * border,
    height: height - 2 * border,
  }
  return (
    <div aria-hidden className="pointer-events-none absolute" style={area}>
      <span
        className={cn(headShape, toneOfGroup(data.category).head)}
        style={nameStyle(data, zoom, { width, height })}
      >
        <span className="truncate leading-tight">{data.title}</span>
        {/* Over the lines, too; the button of the frame below takes the pointer. */}
        {zoom >= nearZoom ? (
          <span className="grid size-6 shrink-0 place-items-center">
            <ChevronsDownUpIcon className="size-4" />
          </span>
        ) : null}
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
