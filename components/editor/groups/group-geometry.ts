import type { Definition, Group } from '#lib/domain/workflow/definition'
import { groupsOfSteps } from '../model/groups-of-steps.ts'
import { groupSpace } from '../model/layout/sizes.ts'

type Point = { x: number; y: number }
type Area = Point & { width: number; height: number }
type Box = {
  id: string
  position: Point
  width?: number | undefined
  height?: number | undefined
}

/** The frame around boxes. */
export function frameAround(boxes: readonly Omit<Box, 'id'>[]): Area {
  const lefts = boxes.map(({ position }) => position.x)
  const tops = boxes.map(({ position }) => position.y)
  const left = Math.min(...lefts) - groupSpace.side
  const top = Math.min(...tops) - groupSpace.top
  const right = Math.max(...boxes.map(({ position, width = 0 }) => position.x + width))
  const bottom = Math.max(...boxes.map(({ position, height = 0 }) => position.y + height))
  return {
    x: left,
    y: top,
    width: right + groupSpace.side - left,
    height: bottom + groupSpace.bottom - top,
  }
}

/** The frames of the groups that have boxes in a drawing. */
export function groupFrames(
  definition: Definition,
  boxes: readonly Box[],
): (Group & Area & { id: string })[] {
  const groupOf = groupsOfSteps(definition)
  const members = Map.groupBy(boxes, ({ id }) => groupOf.get(id))
  return Object.entries(definition.groups ?? {}).flatMap(([id, group]) => {
    const inside = members.get(id)
    return inside ? [{ id, ...group, ...frameAround(inside) }] : []
  })
}
