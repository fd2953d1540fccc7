'use client'

import { useStore, ViewportPortal, type ReactFlowState } from '@xyflow/react'
import { ChevronsDownUpIcon, RepeatIcon, ScanSearchIcon, type LucideIcon } from 'lucide-react'
import { memo, useCallback } from 'react'
import { frameClass, frameNameClass } from '../drawing/frame-look.ts'
import type { LoopFrame } from '../model/layout/loop-frames.ts'

type Acts = { onOpen(loop: string): void; onCollapse(loop: string): void }
type Props = {
  frames: readonly LoopFrame[]
  /** Only those in sight, where there are many. */
  onlyInSight: boolean
  acts: Acts
}

/** The ids of the frames of which something is seen, one a line. */
const idsInSight =
  (frames: readonly LoopFrame[]) =>
  ({ transform: [x, y, zoom], width, height }: ReactFlowState): string => {
    const left = -x / zoom
    const top = -y / zoom
    const right = left + width / zoom
    const bottom = top + height / zoom
    return frames
      .filter(
        (one) =>
          one.x < right && one.x + one.width > left && one.y < bottom && one.y + one.height > top,
      )
      .map(({ id }) => id)
      .join('\n')
  }

const noIds = (): string => ''

/**
 * Frames behind the steps that loops repeat. Screen readers get it from the steps and their
 * connections, and keys do the same with the loop itself.
 */
export const LoopFrames = memo(function LoopFrames({ frames, onlyInSight, acts }: Props) {
  const inSight = useStore(
    useCallback(
      (state: ReactFlowState) => (onlyInSight ? idsInSight(frames)(state) : noIds()),
      [frames, onlyInSight],
    ),
  )
  const ids = new Set(inSight.split('\n'))
  const shown = onlyInSight ? frames.filter(({ id }) => ids.has(id)) : frames
  if (shown.length === 0) return null
  return (
    <ViewportPortal>
      {shown.map((frame) => (
        <Frame key={frame.id} frame={frame} acts={acts} />
      ))}
    </ViewportPortal>
  )
})

const Frame = memo(function Frame({ frame, acts }: { frame: LoopFrame; acts: Acts }) {
  return (
    <div
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
      </span>
    </div>
  )
})

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
