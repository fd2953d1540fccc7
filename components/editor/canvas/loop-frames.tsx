'use client'

import { ViewportPortal, type Node } from '@xyflow/react'
import { ChevronsDownUpIcon, RepeatIcon, ScanSearchIcon, type LucideIcon } from 'lucide-react'
import type { Step } from '#lib/domain/workflow/definition'
import { frameClass, frameNameClass } from '../drawing/frame-look.ts'
import { loopFrames } from '../model/layout/loop-frames.ts'

type Acts = { onOpen(loop: string): void; onCollapse(loop: string): void }
type Props = {
  steps: readonly Step[]
  nodes: Pick<Node, 'id' | 'position' | 'width' | 'height'>[]
  /** What its frame can be asked for, where there is more than to look at. */
  acts?: Acts
}

/**
 * Frames behind the steps that loops repeat. Screen readers get it from the steps and their
 * connections, and keys do the same with the loop itself.
 */
export function LoopFrames({ steps, nodes, acts }: Props) {
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
            {acts ? (
              <>
                <FrameButton
                  icon={ScanSearchIcon}
                  title="Open as a level (L)"
                  onPress={() => acts.onOpen(frame.id)}
                />
                <FrameButton
                  icon={ChevronsDownUpIcon}
                  title="Collapse to one box (K)"
                  onPress={() => acts.onCollapse(frame.id)}
                />
              </>
            ) : null}
          </span>
        </div>
      ))}
    </ViewportPortal>
  )
}

type ButtonProps = { icon: LucideIcon; title: string; onPress(): void }

function FrameButton({ icon: Icon, title, onPress }: ButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      title={title}
      className="nodrag nopan pointer-events-auto grid size-6 shrink-0 cursor-pointer place-items-center rounded hover:bg-accent hover:text-foreground"
      onClick={(event) => {
        event.stopPropagation()
        onPress()
      }}
    >
      <Icon className="size-3.5" />
    </button>
  )
}
