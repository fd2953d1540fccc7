import type { Definition, Edge } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { fromHere } from '../commands/insert-step.ts'
import type { Positions } from '../model/layout/layout.ts'
import { branchesOfStep } from '../model/layout/positions.ts'
import {
  branchShare,
  gap,
  heightOf,
  nodeHeight,
  nodeWidth,
  widthOf,
} from '../model/layout/sizes.ts'
import type { ListPlace } from './places.ts'

type Point = { x: number; y: number }
type Box = Point & { width: number; height: number }
type Boxes = Map<string, Box>
type Types = ReadonlyMap<string, StepTypeInfo>

export type Move = {
  /** The step that is moved, and what goes with it. */
  id: string
  ids: ReadonlySet<string>
  /** The steps that followed it, and by what. */
  left: string[]
  /** The workflow without all of that. */
  rest: Definition
  place: ListPlace
  /** What comes before it now, and what follows it. */
  into: Edge[]
  followers: string[]
}

const footOf = ({ y, height }: Box): number => y + height

const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < footOf(other) &&
  other.y < footOf(one)

/** The boxes of all steps, which are moved while room is made. */
function boxesOf({ steps }: Definition, positions: Positions, types: Types): Boxes {
  return new Map(
    steps.map((step) => {
      const count = branchesOfStep(step, types).length
      const at = positions[step.id] ?? { x: 0, y: 0 }
      return [step.id, { ...at, width: widthOf(count), height: heightOf(count) }]
    }),
  )
}

/** These steps with all that runs after them. */
const allFrom = (definition: Definition, ids: readonly string[]): Set<string> =>
  new Set(ids.flatMap((id) => [...fromHere(definition, id)]))

function shift(boxes: Boxes, ids: Iterable<string>, by: Point): void {
  for (const id of ids) {
    const box = boxes.get(id)
    if (box) boxes.set(id, { ...box, x: box.x + by.x, y: box.y + by.y })
  }
}

/** What followed moves up into the room that is left, where nothing else is there. */
function closeUp({ ids, left, rest }: Move, boxes: Boxes, from: Box, by: number): void {
  const moved = allFrom(rest, left)
  const others = rest.steps
    .filter(({ id }) => !moved.has(id))
    .flatMap(({ id }) => boxes.get(id) ?? [])
  const isFree = [...moved].every((id) => {
    const box = boxes.get(id)
    if (!box || ids.has(id) || box.y < footOf(from)) return false
    const up = { ...box, y: box.y - by }
    return !others.some((other) => overlap(up, other))
  })
  const isBelow = left.every((id) => {
    const after = rest.steps.find((step) => step.id === id)?.after ?? []
    const top = (boxes.get(id)?.y ?? 0) - by
    return after.every(({ step }) => {
      const before = boxes.get(step)
      return before === undefined || moved.has(step) || top >= footOf(before) + gap.y / 2
    })
  })
  if (isFree && isBelow) shift(boxes, moved, { x: 0, y: -by })
}

/** Where a block comes to stand between what is before it and what follows; that moves down. */
function between(move: Move, boxes: Boxes, size: { width: number; height: number }): Point {
  const { followers, into, rest } = move
  const below = followers
    .flatMap((id) => boxes.get(id) ?? [])
    .reduce((top, box) => (box.y < top.y ? box : top))
  const feet = into.flatMap(({ step }) => boxes.get(step) ?? []).map(footOf)
  const x = Math.round(below.x + (below.width - size.width) / 2)
  const room = feet.length === 0 ? 0 : below.y - Math.max(...feet)
  const needed = size.height + gap.y
  if (room >= needed + gap.y / 2)
    return { x, y: Math.round(below.y - room + (room - size.height) / 2) }
  shift(boxes, allFrom(rest, followers), { x: 0, y: needed })
  return { x, y: below.y }
}

/** Where a block comes to stand at the end of a way: below its step, where nothing else is. */
function below({ place, rest, ids }: Move, boxes: Boxes, width: number, types: Types): Point {
  const step = rest.steps.find(({ id }) => id === place.step)
  const box = boxes.get(place.step)
  if (!step || !box) return { x: 0, y: 0 }
  const branches = branchesOfStep(step, types)
  const at = place.kind === 'after' ? branches.indexOf(place.via ?? '') : -1
  const share = at < 0 ? 0.5 : branchShare(at, branches.length)
  const y = footOf(box) + gap.y
  let x = Math.round(box.x + box.width * share - width / 2)
  const others = [...boxes].filter(([id]) => !ids.has(id)).map(([, other]) => other)
  const isTaken = () => others.some((other) => overlap({ x, y, width, height: nodeHeight }, other))
  while (isTaken()) x += nodeWidth + gap.x
  return { x, y }
}

/**
 * Where all steps stand after a move in the list. What is not concerned stays where it is: no edit
 * lays the workflow out anew.
 */
export function placesAfterMove(
  before: Definition,
  move: Move,
  positions: Positions,
  types: Types,
): Map<string, Point> {
  const boxes = boxesOf(before, positions, types)
  const from = boxes.get(move.id) ?? { x: 0, y: 0, width: 0, height: 0 }
  const foot = Math.max(...[...move.ids].flatMap((id) => boxes.get(id) ?? []).map(footOf))
  const size = { width: from.width, height: foot - from.y }
  closeUp(move, boxes, { ...from, height: size.height }, size.height + gap.y)
  const at =
    move.followers.length > 0 ? between(move, boxes, size) : below(move, boxes, size.width, types)
  shift(boxes, move.ids, { x: at.x - from.x, y: at.y - from.y })
  return new Map([...boxes].map(([id, { x, y }]) => [id, { x, y }]))
}
