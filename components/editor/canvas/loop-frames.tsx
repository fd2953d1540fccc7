'use client'

import { ViewportPortal, type Node } from '@xyflow/react'
import { RepeatIcon } from 'lucide-react'
import type { Step } from '#lib/domain/workflow/definition'
import { frameClass, frameNameClass } from '../drawing/frame-look.ts'
import { loopFrames } from '../model/layout/loop-frames.ts'

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
          <span className={frameNameClass}>
            <RepeatIcon className="size-3 shrink-0" />{' '}
            <span className="truncate">Repeated by {frame.title}</span>
          </span>
        </div>
      ))}
    </ViewportPortal>
  )
}
