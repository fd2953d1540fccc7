'use client'

import { ViewportPortal, type Node } from '@xyflow/react'
import { RepeatIcon } from 'lucide-react'
import { cn } from '#components/ui/cn'
import type { Step } from '#lib/domain/workflow/definition'
import { loopFrames } from '../model/layout/loop-frames.ts'

const frameClass = cn(
  'pointer-events-none absolute flex items-end rounded-xl border border-dashed',
  'border-primary/40 bg-primary/5',
)

const nameClass = 'flex min-w-0 items-center gap-1 px-2.5 py-1.5 text-[11px] text-muted-foreground'

/**
 * Frames behind the steps that loops repeat. Screen readers get it from the steps and their
 * connections.
 */
export function LoopFrames({
  steps,
  nodes,
}: {
  steps: readonly Step[]
  nodes: Pick<Node, 'id' | 'position' | 'width' | 'height'>[]
}) {
  const frames = loopFrames(steps, nodes)
  if (frames.length === 0) return null
  return (
    <ViewportPortal>
      {frames.map((frame) => (
        <div
          key={frame.id}
          aria-hidden
          data-loop={frame.id}
          className={frameClass}
          style={{
            transform: `translate(${frame.x}px, ${frame.y}px)`,
            width: frame.width,
            height: frame.height,
            zIndex: -1,
          }}
        >
          <span className={nameClass}>
            <RepeatIcon className="size-3 shrink-0" />{' '}
            <span className="truncate">Repeated by {frame.title}</span>
          </span>
        </div>
      ))}
    </ViewportPortal>
  )
}
