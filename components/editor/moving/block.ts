import type { Definition, Edge, Step } from '#lib/domain/workflow/definition'
import { innermostLoops, isLoop } from '#lib/domain/workflow/loops'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { framedBodies } from '../model/layout/bodies.ts'
import { branchesOfStep } from '../model/layout/positions.ts'

type Types = ReadonlyMap<string, StepTypeInfo>

/** What goes with a step that is moved. */
export type Block = {
  /** The step itself, what lies in its ways, and the handlers of their failures. */
  ids: ReadonlySet<string>
  /** By what the steps behind follow the block. */
  exits: Edge[]
}

const sameEdge = (one: Edge, other: Edge): boolean =>
  one.step === other.step && one.via === other.via

export const uniqueEdges = (edges: readonly Edge[]): Edge[] =>
  edges.filter((edge, at) => edges.findIndex((other) => sameEdge(edge, other)) === at)

/** The steps that follow each step, without handlers. */
function followersOf(steps: readonly Step[]): Map<string, string[]> {
  const followers = new Map<string, string[]>()
  for (const { id, after } of steps)
    for (const edge of after) followers.set(edge.step, [...(followers.get(edge.step) ?? []), id])
  return followers
}

/** All that follows, at any distance, with what it begins with. */
function reached(begins: readonly string[], followers: ReadonlyMap<string, string[]>): Set<string> {
  const found = new Set(begins)
  // The set grows during the iteration.
  for (const id of found) for (const next of followers.get(id) ?? []) found.add(next)
  return found
}

/** Adds to a block what only its own steps lead to. */
function closeOver(block: Set<string>, steps: readonly Step[], isOutside: (id: string) => boolean) {
  for (let before = -1; before !== block.size;) {
    before = block.size
    for (const { id, after } of steps)
      if (!isOutside(id) && after.length > 0 && after.every((edge) => block.has(edge.step)))
        block.add(id)
  }
}

/** The steps in the ways of a condition or a switch, up to where the ways come together. */
function waysOf({ steps }: Definition, step: Step): Set<string> {
  const followers = followersOf(steps)
  const heads = new Map<string, string[]>()
  for (const { id, after } of steps)
    for (const edge of after)
      if (edge.step === step.id && edge.via !== undefined)
        heads.set(edge.via, [...(heads.get(edge.via) ?? []), id])
  const [first, ...others] = [...heads.values()].map((ids) => reached(ids, followers))
  // One way alone is how the workflow goes on.
  const shared = [...(first ?? [])].filter((id) => others.every((way) => way.has(id)))
  const block = new Set([step.id])
  const outside = new Set(shared)
  closeOver(block, steps, (id) => outside.has(id))
  return block
}

/** Adds the handlers of failures in a block, with what only they lead to. */
function addHandlers(block: Set<string>, { steps }: Definition): void {
  const leaving = steps.flatMap(({ id, after }) =>
    !block.has(id) && after.some((edge) => block.has(edge.step)) ? [id] : [],
  )
  const behind = reached(leaving, followersOf(steps))
  for (const { id, on_failure } of steps) {
    if (!block.has(id) || !on_failure) continue
    const handler = on_failure.step
    const isShared = steps.some(
      (other) => other.on_failure?.step === handler && !block.has(other.id),
    )
    if (!isShared && !behind.has(handler)) block.add(handler)
  }
  closeOver(block, steps, (id) => behind.has(id))
}

function idsOf(definition: Definition, step: Step, isBranching: boolean): Set<string> {
  if (isLoop(step))
    return new Set([step.id, ...(framedBodies(definition.steps).get(step.id) ?? [])])
  return isBranching ? waysOf(definition, step) : new Set([step.id])
}

/** By what something may follow a block that nothing follows: the ends of all its ways. */
function endsOf({ steps }: Definition, ids: ReadonlySet<string>, step: Step, types: Types): Edge[] {
  if (isLoop(step)) return [{ step: step.id, via: 'done' }]
  const repeated = innermostLoops(framedBodies(steps))
  const handlers = new Set(steps.flatMap(({ on_failure }) => on_failure?.step ?? []))
  const taken = steps.filter(({ id }) => ids.has(id)).flatMap(({ after }) => after)
  const ends = steps.flatMap((one): Edge[] => {
    const loop = repeated.get(one.id)
    if (!ids.has(one.id) || handlers.has(one.id) || (loop !== undefined && ids.has(loop))) return []
    const branches = branchesOfStep(one, types)
    if (branches.length === 0)
      return taken.some((edge) => edge.step === one.id) ? [] : [{ step: one.id }]
    const free = branches.filter(
      (via) => !taken.some((edge) => sameEdge(edge, { ...edge, step: one.id, via })),
    )
    if (isLoop(one)) return free.includes('done') ? [{ step: one.id, via: 'done' }] : []
    // A step without followers goes on by its first way, as one that is added does.
    return (free.length === branches.length ? free.slice(0, 1) : free).map((via) => ({
      step: one.id,
      via,
    }))
  })
  return ends
}

/**
 * What goes with a step: a loop takes what it repeats, a condition and a switch what lies in their
 * ways until these come together, each step the handler of its failure.
 */
export function blockOf(definition: Definition, step: Step, types: Types): Block {
  const ids = idsOf(definition, step, branchesOfStep(step, types).length > 0)
  addHandlers(ids, definition)
  const leaving = definition.steps
    .filter(({ id }) => !ids.has(id))
    .flatMap(({ after }) => after.filter((edge) => ids.has(edge.step)))
  return {
    ids,
    exits: leaving.length > 0 ? uniqueEdges(leaving) : endsOf(definition, ids, step, types),
  }
}
