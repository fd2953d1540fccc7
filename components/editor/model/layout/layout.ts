import type { Definition } from '#lib/domain/workflow/definition'
import { bodyBranch, innermostLoops, isLoop } from '#lib/domain/workflow/loops'
import { linksOf } from '../graph.ts'
import { groupsOfSteps } from '../groups-of-steps.ts'
import { acyclic, dominators, type LayoutLink } from './order.ts'
import { middlesOf } from './blocks.ts'
import { framedBodies } from './bodies.ts'
import { gap, heightOf, widthOf } from './sizes.ts'

export type LayoutStep = {
  id: string
  width: number
  height: number
  /** The number of branches; 0 for a step that does not branch. */
  branches: number
  /** The innermost loop that repeats the step. */
  inside: string | undefined
  group: string | undefined
}
/** What layout needs to know of a definition. */
export type LayoutInput = { steps: LayoutStep[]; links: LayoutLink[] }
export type Positions = Record<string, { x: number; y: number }>

/** The input of a layout; `branchesOf` answers the branches of a step in their order. */
export function layoutInput(
  definition: Definition,
  branchesOf: (stepId: string) => string[],
): LayoutInput {
  const byId = new Map(definition.steps.map((step) => [step.id, step]))
  const branches = new Map(definition.steps.map(({ id }) => [id, branchesOf(id)]))
  const loops = innermostLoops(framedBodies(definition.steps))
  const groups = groupsOfSteps(definition)
  return {
    steps: definition.steps.map(({ id }) => {
      const count = branches.get(id)?.length ?? 0
      const size = { width: widthOf(count), height: heightOf(count) }
      return { id, ...size, branches: count, inside: loops.get(id), group: groups.get(id) }
    }),
    links: linksOf(definition)
      .filter((link) => byId.has(link.from) && byId.has(link.to))
      .map(({ from, to, via, kind }) => {
        const loop = byId.get(from)
        return {
          from,
          to,
          failure: kind === 'failure',
          branch: Math.max(0, branches.get(from)?.indexOf(via ?? '') ?? 0),
          body: kind === 'after' && via === bodyBranch && loop !== undefined && isLoop(loop),
        }
      }),
  }
}

/** More room above the body of a loop: its frame begins there. */
const frameRoom = 24

/** Each step lies below all that lead to it. */
function levels(order: string[], links: LayoutLink[], sizes: ReadonlyMap<string, LayoutStep>) {
  const before = new Map<string, LayoutLink[]>()
  for (const link of links) before.set(link.to, [...(before.get(link.to) ?? []), link])
  const tops = new Map<string, number>()
  for (const id of order)
    tops.set(
      id,
      Math.max(
        0,
        ...(before.get(id) ?? []).map(
          ({ from, body }) =>
            (tops.get(from) ?? 0) + (sizes.get(from)?.height ?? 0) + gap.y + (body ? frameRoom : 0),
        ),
      ),
    )
  return tops
}

/**
 * A layout from top to bottom as a person would draw it. The branches of a step stand side by side
 * in their order, and what they lead to together stands below them. The longest branch goes straight
 * on; the handler of a failure stands aside on the right. The same workflow always gets the same
 * places.
 */
export function layered({ steps, links }: LayoutInput): Positions {
  const sizes = new Map(steps.map((step) => [step.id, step]))
  const { order, forward } = acyclic(
    steps.map(({ id }) => id),
    links,
  )
  const tops = levels(order, forward, sizes)
  const places = middlesOf(order, { sizes, tops }, dominators(order, forward), forward)
  return Object.fromEntries(
    steps.map(({ id, width }) => [
      id,
      { x: Math.round((places.get(id) ?? 0) - width / 2), y: tops.get(id) ?? 0 },
    ]),
  )
}
