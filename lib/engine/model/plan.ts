import type { Definition, Edge, Step } from '#lib/domain/workflow/definition'
import { graphOf, topologicalOrder } from '#lib/domain/workflow/graph'
import { beginsBody, bodiesOf, innermostLoops } from '#lib/domain/workflow/loops'

/**
 * A step's place in a run: `key` names its task. In the body of a loop a step has a place for each
 * item, and `item` says for which.
 */
export type PlannedTask = { key: string; step: Step; item?: number }

/** A definition prepared for deciding. */
export type Plan = {
  /** By id, those of handlers included. */
  steps: Map<string, Step>
  /**
   * The tasks that start with the run, each after all that come before it, without handlers and the
   * bodies of loops.
   */
  order: PlannedTask[]
  /** The index in `order`, by key. */
  positions: Map<string, number>
  /**
   * Incoming edges by key; `step` of an edge is a key. An edge from what is not in `order` (a
   * handler) is never taken.
   */
  incoming: Map<string, Edge[]>
  /** Positions of the followers, by key. */
  followers: Map<string, number[]>
  /** Keys that nothing follows: their outputs are the run's output. */
  leaves: string[]
  /** For a run of a loop's body: the items, and the position after each one's last place. */
  items?: ItemRules & { ends: number[] }
}

export type ItemRules = {
  /** How many items may be under way at once. */
  parallel: number
  /** After an item failed no other one starts. */
  stopAtFailure: boolean
}

/** The part of a loop that a run executes: items `from` to `from + count - 1`. */
export type LoopRange = ItemRules & { stepId: string; from: number; count: number }

/** Throws for a step that the definition does not have. */
export function stepOf(plan: Plan, stepId: string): Step {
  const step = plan.steps.get(stepId)
  if (!step) throw new Error(`the definition has no step ${stepId}`)
  return step
}

/** The ids of all steps that some step names in `on_failure`. */
function handlerIds(definition: Definition): Set<string> {
  return new Set(
    definition.steps.flatMap((step) => (step.on_failure ? [step.on_failure.step] : [])),
  )
}

/**
 * Prepares a definition, or with `part` the body of one of its loops, once for each of the items. A
 * definition that was published has no cycle; of one that has, the steps on the cycle are left out.
 */
export function planOf(definition: Definition, part?: LoopRange): Plan {
  const handlers = handlerIds(definition)
  const loopOf = innermostLoops(bodiesOf(definition.steps))
  const own = inOrder(
    definition.steps.filter(
      (step) => !handlers.has(step.id) && loopOf.get(step.id) === part?.stepId,
    ),
  )
  const steps = new Map(definition.steps.map((step) => [step.id, step]))
  const edges = new Map(
    own.map((step) => [
      step.id,
      step.after.filter((edge) => !(part && beginsBody(edge, part.stepId))),
    ]),
  )
  if (!part)
    return finished(
      steps,
      own.map((step) => ({ key: step.id, step })),
      edges,
    )

  const order: PlannedTask[] = []
  const incoming = new Map<string, Edge[]>()
  for (let item = 0; item < part.count; item++)
    for (const step of own) {
      const key = itemKey(part.from + item, step.id)
      order.push({ key, step, item })
      incoming.set(
        key,
        (edges.get(step.id) ?? []).map((edge) => ({
          ...edge,
          step: itemKey(part.from + item, edge.step),
        })),
      )
    }
  const { parallel, stopAtFailure } = part
  return {
    ...finished(steps, order, incoming),
    items: {
      parallel,
      stopAtFailure,
      ends: Array.from({ length: part.count }, (_, item) => (item + 1) * own.length),
    },
  }
}

/** The key of a step of a loop's body, for the item with this number in the whole list. */
export const itemKey = (number: number, stepId: string): string => `${number}:${stepId}`

function finished(steps: Plan['steps'], order: PlannedTask[], incoming: Plan['incoming']): Plan {
  const positions = new Map(order.map(({ key }, position) => [key, position]))
  const followers = new Map<string, number[]>()
  order.forEach(({ key }, position) => {
    for (const edge of incoming.get(key) ?? []) {
      const list = followers.get(edge.step)
      if (!list) followers.set(edge.step, [position])
      else if (list.at(-1) !== position) list.push(position)
    }
  })
  return {
    steps,
    order,
    positions,
    incoming,
    followers,
    leaves: order.flatMap(({ key }) => (followers.has(key) ? [] : [key])),
  }
}

/** The steps so that each stands after all before it; those on a cycle are left out. */
function inOrder(steps: Step[]): Step[] {
  const graph = graphOf(steps)
  return topologicalOrder(graph).flatMap((id) => graph.steps.get(id) ?? [])
}

/** Every key that `keys` come after, at any distance. */
export function ancestorsOf(plan: Plan, keys: string[]): Set<string> {
  const found = new Set<string>()
  const open = [...keys]
  for (let key = open.pop(); key !== undefined; key = open.pop())
    for (const edge of plan.incoming.get(key) ?? [])
      if (!found.has(edge.step)) {
        found.add(edge.step)
        open.push(edge.step)
      }
  return found
}
