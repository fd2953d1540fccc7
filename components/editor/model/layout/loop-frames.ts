import type { Step } from '#lib/domain/workflow/definition'
import { groupFrameId } from '../../groups/group-nodes.ts'
import { framedBodies } from './bodies.ts'

type Box = {
  id: string
  position: { x: number; y: number }
  width?: number | undefined
  height?: number | undefined
}
export type LoopFrame = {
  id: string
  title: string
  x: number
  y: number
  width: number
  height: number
}

const margin = 18
/** Space for the loop's name at the foot of its frame, where no connection enters. */
const foot = 14

/** The steps of each group that has a frame among the boxes, by that frame. */
function membersOfFrames(steps: readonly Step[], boxOf: ReadonlyMap<string, Box>) {
  const members = Map.groupBy(steps, ({ group }) => group)
  return [...members].flatMap(([group, inside]) => {
    const frame = group === undefined ? undefined : boxOf.get(groupFrameId(group))
    return frame ? [{ frame, ids: inside.map(({ id }) => id) }] : []
  })
}

/**
 * A frame around the steps that each loop repeats, and the groups within them. The frame of an outer
 * loop surrounds the inner ones and is drawn first.
 */
export function loopFrames(steps: readonly Step[], boxes: readonly Box[]): LoopFrame[] {
  const bodies = framedBodies(steps)
  if (bodies.size === 0) return []
  const boxOf = new Map(boxes.map((box) => [box.id, box]))
  const groups = membersOfFrames(steps, boxOf)
  const titleOf = new Map(steps.map((step) => [step.id, step.title || step.id]))
  const deepest = (loop: string): number =>
    Math.max(
      0,
      ...[...(bodies.get(loop) ?? [])]
        .filter((id) => id !== loop && bodies.has(id) && !bodies.get(id)?.has(loop))
        .map((id) => 1 + deepest(id)),
    )
  return [...bodies]
    .flatMap(([id, body]) => {
      const own = [...body].flatMap((step) => boxOf.get(step) ?? [])
      if (own.length === 0) return []
      const held = groups.filter(({ ids }) => ids.every((step) => body.has(step)))
      const inside = [...own, ...held.map(({ frame }) => frame)]
      const around = margin * (1 + deepest(id))
      const below = (margin + foot) * (1 + deepest(id))
      const left = Math.min(...inside.map(({ position }) => position.x)) - around
      const top = Math.min(...inside.map(({ position }) => position.y)) - around
      const right =
        Math.max(...inside.map(({ position, width = 0 }) => position.x + width)) + around
      const bottom =
        Math.max(...inside.map(({ position, height = 0 }) => position.y + height)) + below
      return [
        {
          id,
          title: titleOf.get(id) ?? id,
          x: left,
          y: top,
          width: right - left,
          height: bottom - top,
        },
      ]
    })
    .sort((one, other) => other.width * other.height - one.width * one.height)
}

const isPlacedAlike = (one: Box, other: Box | undefined): boolean =>
  one === other ||
  (one.id === other?.id &&
    one.position.x === other.position.x &&
    one.position.y === other.position.y &&
    one.width === other.width &&
    one.height === other.height)

type Around = { steps: readonly Step[]; boxes: readonly Box[] }

/** Makes the frames, anew only after a change of the steps or of a place, not of what is selected. */
export function createLoopFrames(): (steps: readonly Step[], boxes: readonly Box[]) => LoopFrame[] {
  let last: (Around & { frames: LoopFrame[] }) | undefined
  return (steps, boxes) => {
    const isSame =
      last?.steps === steps &&
      last.boxes.length === boxes.length &&
      last.boxes.every((box, at) => isPlacedAlike(box, boxes[at]))
    last = { steps, boxes, frames: isSame && last ? last.frames : loopFrames(steps, boxes) }
    return last.frames
  }
}
