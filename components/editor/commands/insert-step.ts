import type { Definition } from '#lib/domain/workflow/definition'
import { isLoop } from '#lib/domain/workflow/loops'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { linksOf, type Line, type Link } from '../model/graph.ts'
import type { Positions } from '../model/layout/layout.ts'
import { branchesOfStep } from '../model/layout/positions.ts'
import { gap, heightOf, nodeHeight, nodeWidth, widthOf } from '../model/layout/sizes.ts'
import { firstSteps } from '../start/first-steps.ts'
import { addStep } from './add-step.ts'
import { mapStep, titleOf, type Command } from './command.ts'
import { moveSteps } from './move-steps.ts'

type Types = ReadonlyMap<string, StepTypeInfo>

/** A step and every step that runs after it, by any way. */
export function fromHere(definition: Definition, id: string): Set<string> {
  const next = new Map<string, string[]>()
  for (const link of linksOf(definition))
    next.set(link.from, [...(next.get(link.from) ?? []), link.to])
  const found = new Set([id])
  for (const one of found) for (const follower of next.get(one) ?? []) found.add(follower)
  return found
}

const branchesOf = (definition: Definition, id: string, types: Types): string[] => {
  const step = definition.steps.find((one) => one.id === id)
  return step ? branchesOfStep(step, types) : []
}

/** The branch by which what followed before follows now: a loop goes on when it is done. */
const onwardBranch = (definition: Definition, id: string, types: Types): string | undefined => {
  const step = definition.steps.find((one) => one.id === id)
  const branches = branchesOf(definition, id, types)
  return step && isLoop(step) ? branches.at(-1) : branches[0]
}

/** Where the line leaves: at the foot of the step before, or of the start above all steps. */
function footAbove(definition: Definition, line: Line, positions: Positions, types: Types): number {
  if (line.kind === 'start') return Math.min(...Object.values(positions).map(({ y }) => y)) - gap.y
  const above = positions[line.from] ?? { x: 0, y: 0 }
  return above.y + heightOf(branchesOf(definition, line.from, types).length)
}

/**
 * The place of a step on a line, and how far what comes below has to move: not at all where
 * there is room between the two.
 */
function placeOn(
  definition: Definition,
  line: Line,
  positions: Positions,
  types: Types,
  size: { width: number; height: number },
): { at: { x: number; y: number }; down: number } {
  const below = positions[line.to] ?? { x: 0, y: 0 }
  const foot = footAbove(definition, line, positions, types)
  const middle = below.x + widthOf(branchesOf(definition, line.to, types).length) / 2
  const x = Math.round(middle - size.width / 2)
  const room = below.y - foot
  if (room >= size.height + gap.y)
    return { at: { x, y: Math.round(foot + (room - size.height) / 2) }, down: 0 }
  return { at: { x, y: below.y }, down: size.height + gap.y }
}

/** Leads a connection through a step that is there; on the line from the start it becomes first. */
const through =
  (link: Line, id: string, types: Types): Command =>
  (definition) => {
    const onward = onwardBranch(definition, id, types)
    const out = { step: id, ...(onward === undefined ? {} : { via: onward }) }
    if (link.kind === 'start')
      return { definition: mapStep(definition, link.to, (step) => ({ ...step, after: [out] })) }
    const into = { step: link.from, ...(link.via === undefined ? {} : { via: link.via }) }
    const joined = mapStep(definition, id, (step) => ({ ...step, after: [into] }))
    return {
      definition: mapStep(joined, link.to, (step) => ({
        ...step,
        after: step.after.map((edge) =>
          edge.step === link.from && edge.via === link.via ? out : edge,
        ),
      })),
    }
  }

/** Moves what runs after the line down, and pins the steps that had no place of their own. */
function makeRoom(
  definition: Definition,
  { to }: Line,
  positions: Positions,
  down: number,
): Map<string, { x: number; y: number }> {
  const moved = down > 0 ? fromHere(definition, to) : new Set<string>()
  const places = new Map<string, { x: number; y: number }>()
  for (const step of definition.steps) {
    const at = positions[step.id]
    if (!at) continue
    if (moved.has(step.id)) places.set(step.id, { x: at.x, y: at.y + down })
    else if (!step.position) places.set(step.id, at)
  }
  return places
}

/** Between which steps a line is, in words. */
const wordsOf = (definition: Definition, line: Line): string =>
  line.kind === 'start'
    ? `before ${titleOf(definition, line.to)}`
    : `between ${titleOf(definition, line.from)} and ${titleOf(definition, line.to)}`

/**
 * Adds a step between two that are connected, or before a first one. It takes the place of the later
 * one; that and all that runs after it move down, everything else stays where it is.
 */
export function insertStep(
  type: StepTypeInfo,
  link: Line,
  types: Types,
  positions: Positions,
  given: Record<string, unknown> = {},
): Command {
  return (definition) => {
    if (!isThere(definition, link)) return { definition, says: 'That connection is gone.' }
    const added = addStep(type, { position: { x: 0, y: 0 } }, types, given)(definition)
    const id = added.selection?.[0] ?? ''
    const count = branchesOf(added.definition, id, types).length
    const size = { width: widthOf(count), height: heightOf(count) }
    const { at, down } = placeOn(definition, link, positions, types, size)
    const places = makeRoom(definition, link, positions, down).set(id, at)
    const placed = moveSteps(places)(added.definition).definition
    return {
      definition: through(link, id, types)(placed).definition,
      selection: [id],
      says: `Step ${titleOf(placed, id)} added ${wordsOf(definition, link)}.`,
    }
  }
}

const isLink = (definition: Definition, { from, to, via, kind }: Link): boolean =>
  kind === 'after' &&
  definition.steps.some(
    (step) => step.id === to && step.after.some((edge) => edge.step === from && edge.via === via),
  )

const isThere = (definition: Definition, line: Line): boolean =>
  line.kind === 'start'
    ? firstSteps(definition.steps).some(({ id }) => id === line.to)
    : isLink(definition, line)

/** Whether nothing leads to the step and nothing follows it. */
export const isLoose = (definition: Definition, id: string): boolean =>
  !linksOf(definition).some(({ from, to }) => from === id || to === id)

/** Puts a step that is connected to nothing on a line, at the place where that lies. */
export function insertLoose(id: string, link: Line, types: Types, positions: Positions): Command {
  return (definition) => {
    if (!isThere(definition, link) || !isLoose(definition, id) || link.to === id)
      return { definition }
    const count = branchesOf(definition, id, types).length
    const size = { width: widthOf(count), height: heightOf(count) }
    const { at, down } = placeOn(definition, link, positions, types, size)
    const places = makeRoom(definition, link, positions, down).set(id, at)
    const placed = moveSteps(places)(definition).definition
    return {
      definition: through(link, id, types)(placed).definition,
      selection: [id],
      says: `${titleOf(definition, id)} now stands ${wordsOf(definition, link)}.`,
    }
  }
}

/** The place of a step whose head or middle is at a point of the canvas. */
export const placeAt = (
  { x, y }: { x: number; y: number },
  by: 'head' | 'middle',
): { x: number; y: number } => ({
  x: Math.round(x - nodeWidth / 2),
  y: Math.round(by === 'head' ? y : y - nodeHeight / 2),
})
