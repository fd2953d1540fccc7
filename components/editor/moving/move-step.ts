import type { Definition, Edge, Step } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { withoutLeftGroups } from '../commands/change-groups.ts'
import { titleOf, type Changed, type Command } from '../commands/command.ts'
import { moveSteps } from '../commands/move-steps.ts'
import { findStep, linksOf, readingOrder } from '../model/graph.ts'
import type { Positions } from '../model/layout/layout.ts'
import { acyclic } from '../model/layout/order.ts'
import { blockOf, uniqueEdges } from './block.ts'
import { placesAfterMove, type Move } from './make-room.ts'
import { handlersOf, placeInWords, placesOf, type ListPlace } from './places.ts'

type Types = ReadonlyMap<string, StepTypeInfo>

const isPlace = (edge: Edge, place: ListPlace): boolean =>
  place.kind === 'after' && edge.step === place.step && edge.via === place.via

/** The workflow without a block: what followed it follows what was before it. */
function withoutBlock(definition: Definition, ids: ReadonlySet<string>, step: Step): Definition {
  const before = step.after.filter((edge) => !ids.has(edge.step))
  return {
    ...definition,
    steps: definition.steps
      .filter(({ id }) => !ids.has(id))
      .map((one) =>
        one.after.some((edge) => ids.has(edge.step))
          ? {
              ...one,
              after: uniqueEdges(
                one.after.flatMap((edge) => (ids.has(edge.step) ? before : [edge])),
              ),
            }
          : one,
      ),
  }
}

/** The steps of the rest, which follow the block where they followed at its place. */
function behindBlock(rest: Definition, place: ListPlace, exits: Edge[]): Step[] {
  return rest.steps.map((step) => {
    if (place.kind === 'before') return step.id === place.step ? { ...step, after: exits } : step
    if (!step.after.some((edge) => isPlace(edge, place))) return step
    const after = step.after.flatMap((edge) => (isPlace(edge, place) ? exits : [edge]))
    return { ...step, after: uniqueEdges(after) }
  })
}

/** The block as it stands at its new place: behind `into`, in the group of what is there. */
function placedBlock(
  { steps }: Definition,
  ids: ReadonlySet<string>,
  step: Step,
  { into, group }: { into: Edge[]; group: string | undefined },
): Step[] {
  return steps
    .filter(({ id }) => ids.has(id))
    .map((one) => {
      const { group: own, ...others } = one
      const after = one.id === step.id ? into : one.after
      const goes = own === step.group ? group : own
      return { ...others, after, ...(goes === undefined ? {} : { group: goes }) }
    })
}

/** What would run in a circle. */
const isCircular = (definition: Definition): boolean => {
  const links = linksOf(definition).map(({ from, to }) => ({
    from,
    to,
    failure: false,
    branch: 0,
    body: false,
  }))
  const ids = definition.steps.map(({ id }) => id)
  return acyclic(ids, links).forward.length < links.length
}

const namesOf = (edges: readonly Edge[]): string =>
  edges
    .map(({ step, via }) => JSON.stringify([step, via]))
    .sort()
    .join()

const isAsBefore = (before: Definition, after: Definition): boolean => {
  const old = new Map(before.steps.map((step) => [step.id, step]))
  return after.steps.every(({ id, after: edges, group }) => {
    const one = old.get(id)
    return one !== undefined && namesOf(one.after) === namesOf(edges) && one.group === group
  })
}

/** Why a step cannot be moved, as a sentence; undefined when it can. */
function refusalOf(definition: Definition, id: string): string | undefined {
  const owner = definition.steps.find(({ on_failure }) => on_failure?.step === id)
  if (!owner) return undefined
  const title = titleOf(definition, id)
  const at = owner.title || owner.id
  return `${title} runs when ${at} fails. It goes where ${at} goes.`
}

function says(next: Definition, { id, ids, place }: Move): string {
  const others = ids.size - 1
  const together =
    others === 0 ? '' : `, with the ${others === 1 ? 'step' : `${others} steps`} that belong to it,`
  return `${titleOf(next, id)}${together} now runs ${placeInWords(next, place)}.`
}

/**
 * Takes a step with what belongs to it out of its place and puts it at another one. What followed it
 * follows what was before it, and what followed at the new place follows it.
 */
export function moveStep(
  id: string,
  place: ListPlace,
  types: Types,
  positions: Positions,
): Command {
  return (definition) => {
    const step = findStep(definition, id)
    const refusal = refusalOf(definition, id)
    if (!step || refusal !== undefined) return { definition, ...(refusal ? { says: refusal } : {}) }
    const { ids, exits } = blockOf(definition, step, types)
    if (ids.has(place.step))
      return place.step === id
        ? { definition }
        : { definition, says: `${titleOf(definition, place.step)} belongs to ${step.title}.` }
    const rest = withoutBlock(definition, ids, step)
    const at = rest.steps.findIndex((one) => one.id === place.step)
    const target = rest.steps[at]
    if (!target) return { definition, says: 'That step is not there any more.' }
    if (place.kind === 'before' && handlersOf(definition).has(place.step))
      return { definition, says: `${target.title} runs when another step fails, and after none.` }
    const into =
      place.kind === 'before'
        ? target.after
        : [{ step: place.step, ...(place.via === undefined ? {} : { via: place.via }) }]
    const behind = behindBlock(rest, place, exits)
    const block = placedBlock(definition, ids, step, { into, group: target.group })
    const index = at + Number(place.kind === 'after')
    const next = {
      ...definition,
      steps: [...behind.slice(0, index), ...block, ...behind.slice(index)],
    }
    if (isAsBefore(definition, next)) return { definition, says: `${step.title} stands there.` }
    if (isCircular(next) && !isCircular(definition))
      return { definition, says: `There ${step.title} would wait for a step that waits for it.` }
    const move: Move = {
      id,
      ids,
      left: definition.steps.flatMap((one) =>
        !ids.has(one.id) && one.after.some((edge) => ids.has(edge.step)) ? [one.id] : [],
      ),
      rest,
      place,
      into,
      followers: behind.flatMap((one, row) => (one === rest.steps[row] ? [] : [one.id])),
    }
    const places = placesAfterMove(definition, move, positions, types)
    const placed = moveSteps(places)(next).definition
    return {
      definition: withoutLeftGroups(definition, placed),
      selection: [id],
      says: says(next, move),
    }
  }
}

/** Which of the places a step has; between two of them where it is none. */
function placeNow(places: ListPlace[], rest: Definition, step: Step, above: Set<string>): number {
  const [only, ...others] = step.after
  const now = namesOf(step.after)
  const isSame = (place: ListPlace): boolean =>
    place.kind === 'after'
      ? only !== undefined && others.length === 0 && isPlace(only, place)
      : only !== undefined && namesOf(findStep(rest, place.step)?.after ?? []) === now
  const found = places.findIndex(isSame)
  if (found >= 0) return found
  const next = places.findIndex((place) => !above.has(place.step))
  return (next < 0 ? places.length : next) - 0.5
}

/** Moves a step to the next place of the list of these steps, down (1) or up (-1). */
export function stepInList(
  id: string,
  by: 1 | -1,
  shown: ReadonlySet<string>,
  types: Types,
  positions: Positions,
): Command {
  return (definition): Changed => {
    const step = findStep(definition, id)
    const refusal = refusalOf(definition, id)
    if (!step || refusal !== undefined) return { definition, ...(refusal ? { says: refusal } : {}) }
    const { ids } = blockOf(definition, step, types)
    const rest = withoutBlock(definition, ids, step)
    const isRow = (one: Step) => shown.has(one.id) && !ids.has(one.id)
    const rows = readingOrder(rest).filter(isRow)
    const before = readingOrder(definition)
    const above = before
      .slice(
        0,
        before.findIndex((one) => one.id === id),
      )
      .map((one) => one.id)
    const places = placesOf(rest, rows, types)
    const now = placeNow(places, rest, step, new Set(above))
    const first = by > 0 ? Math.floor(now) + 1 : Math.ceil(now) - 1
    for (let at = first, place = places[at]; place; at += by, place = places[at]) {
      const changed = moveStep(id, place, types, positions)(definition)
      if (changed.definition !== definition) return changed
    }
    return {
      definition,
      says: `${step.title} is ${by < 0 ? 'at the beginning' : 'at the end'} already.`,
    }
  }
}
