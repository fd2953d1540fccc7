import type { Definition } from '#lib/domain/workflow/definition'
import { frameAround } from '../groups/group-geometry.ts'
import { groupOfFrame } from '../groups/group-nodes.ts'
import type { StepNode } from '../graph-adapter.ts'
import { groupsOfSteps } from '../model/groups-of-steps.ts'
import { gap } from '../model/layout/sizes.ts'
import { closeGaps, type Gaps } from './close-gaps.ts'
import type { Shown } from './shown-graph.ts'

type Point = { x: number; y: number }
type Box = Point & { width: number; height: number }

/** A level as it is drawn. */
export type DrawnLevel = {
  /** The boxes that stand for steps, at their places in the drawing. */
  boxes: StepNode[]
  notes: StepNode[]
  gaps: Gaps
  /** The notes that a collapsed box hides, with that box. */
  hiddenNotes: ReadonlyMap<string, string>
  /** The steps at their places in the definition. */
  places: ReadonlyMap<string, Point>
  shown: Shown
  /** The group of each box that stands for a step of one. */
  groupOf: ReadonlyMap<string, string>
}

const unchanged: Gaps = { toView: (at) => at, toModel: (at) => at }

/** The area that a collapsed box had before. */
function areasOf(shown: Shown, byId: ReadonlyMap<string, StepNode>): Map<string, Box> {
  return new Map(
    [...shown.inside].map(([box, ids]) => [
      box,
      frameAround([box, ...ids].flatMap((id) => byId.get(id) ?? [])),
    ]),
  )
}

const isWithin = ({ position, width = 0, height = 0 }: StepNode, area: Box): boolean => {
  const x = position.x + width / 2
  const y = position.y + height / 2
  return x >= area.x && x <= area.x + area.width && y >= area.y && y <= area.y + area.height
}

/** The notes of the level, and those that its collapsed boxes hide. */
function notesOf(notes: StepNode[], level: Box | undefined, areas: ReadonlyMap<string, Box>) {
  const hiddenNotes = new Map<string, string>()
  if (level === undefined && areas.size === 0) return { notes, hiddenNotes }
  const here = notes.filter((note) => {
    if (level && !isWithin(note, level)) return false
    const holder = [...areas].find(([, area]) => isWithin(note, area))
    if (holder) hiddenNotes.set(note.id, holder[0])
    return !holder
  })
  return { notes: here, hiddenNotes }
}

/**
 * Draws the level: the steps that stand for themselves, the boxes of collapsed groups, and the notes
 * around them. What is collapsed leaves no gap.
 */
export function drawnLevel(
  definition: Definition,
  steps: StepNode[],
  groupBoxes: StepNode[],
  allNotes: StepNode[],
  { shown, isInLoop }: { shown: Shown; isInLoop: boolean },
): DrawnLevel {
  const { boxOf, inside } = shown
  const groupOf = groupsOfSteps(definition)
  const places = new Map(steps.map(({ id, position }) => [id, position]))
  const isWhole = inside.size === 0 && !isInLoop
  if (isWhole)
    return {
      boxes: steps,
      notes: allNotes,
      gaps: unchanged,
      hiddenNotes: new Map(),
      places,
      shown,
      groupOf,
    }
  const byId = new Map(steps.map((step) => [step.id, step]))
  const own = steps.filter(({ id }) => boxOf.get(id) === id)
  const areas = areasOf(shown, byId)
  const here = steps.filter(({ id }) => boxOf.has(id))
  const level = isInLoop && here.length > 0 ? frameAround(here) : undefined
  const { notes, hiddenNotes } = notesOf(allNotes, level, areas)
  const boxes = [...own, ...groupBoxes]
  const gaps = closeGaps(
    [...areas.values()],
    [...boxes, ...notes].map(({ position, width = 0, height = 0 }) => ({
      ...position,
      width,
      height,
    })),
    gap,
  )
  const placed = (node: StepNode): StepNode => {
    const position = gaps.toView(node.position)
    return position.x === node.position.x && position.y === node.position.y
      ? node
      : { ...node, position }
  }
  return {
    boxes: boxes.map(placed),
    notes: notes.map(placed),
    gaps,
    hiddenNotes,
    places,
    shown,
    groupOf,
  }
}

/**
 * Where steps and notes come to stand in the definition when boxes of the drawing are moved: what is
 * in a collapsed box, and in the frame of a group, goes with it.
 */
export function movedPlaces(
  moved: ReadonlyMap<string, Point>,
  level: DrawnLevel,
  frames: readonly StepNode[],
): Map<string, Point> {
  const { boxes, notes, gaps, hiddenNotes, places, shown, groupOf } = level
  const next = new Map<string, Point>()
  const drawn = new Map([...boxes, ...notes, ...frames].map((node) => [node.id, node]))
  const hidden = Map.groupBy(hiddenNotes.keys(), (note) => hiddenNotes.get(note) ?? '')
  const noteAt = new Map(notes.map(({ id, position }) => [id, gaps.toModel(position)]))
  const go = (id: string, by: Point): void => {
    for (const one of [id, ...(shown.inside.get(id) ?? []), ...(hidden.get(id) ?? [])]) {
      const at = places.get(one) ?? noteAt.get(one)
      if (at) next.set(one, { x: at.x + by.x, y: at.y + by.y })
    }
  }
  for (const [id, at] of moved) {
    const node = drawn.get(id)
    if (!node) continue
    const from = gaps.toModel(node.position)
    const to = gaps.toModel(at)
    const by = { x: to.x - from.x, y: to.y - from.y }
    const group = groupOfFrame(id)
    if (group === undefined) {
      go(id, by)
      continue
    }
    const area = { ...node.position, width: node.width ?? 0, height: node.height ?? 0 }
    const inFrame = [
      ...boxes.filter((box) => groupOf.get(box.id) === group),
      ...notes.filter((note) => isWithin(note, area)),
    ]
    for (const box of inFrame) if (!moved.has(box.id)) go(box.id, by)
  }
  return next
}
