import type { Definition, Edge, Step } from '#lib/domain/definition'

/** A definition prepared for deciding: made once per version and kept. */
export type Plan = {
  steps: Map<string, Step>
  /** The steps that begin with the run, each after all that come before it; handlers are not among them. */
  order: Step[]
  /** Incoming edges by step. An edge from a step that is not in `order` (a handler) is never taken. */
  incoming: Map<string, Edge[]>
  /** Steps that nothing follows: their outputs are the run's output. */
  leaves: string[]
}

/** The ids of all steps that some step names in `on_failure`. */
function handlerIds(definition: Definition): Set<string> {
  return new Set(definition.steps.flatMap((step) => (step.on_failure ? [step.on_failure.step] : [])))
}

/** Prepares a definition. A definition that was published has no cycle; of one that has, the steps on the cycle are left out. */
export function planOf(definition: Definition): Plan {
  const handlers = handlerIds(definition)
  const steps = new Map(definition.steps.map((step) => [step.id, step]))
  const started = definition.steps.filter((step) => !handlers.has(step.id))
  const incoming = new Map(started.map((step) => [step.id, step.after]))
  const followed = new Set([...incoming.values()].flat().map((edge) => edge.step))
  return { steps, order: inOrder(started, incoming), incoming, leaves: started.filter((step) => !followed.has(step.id)).map((step) => step.id) }
}

/** Kahn's algorithm; keeps the order of the definition where the edges leave it open. */
function inOrder(steps: Step[], incoming: Map<string, Edge[]>): Step[] {
  const known = new Set(steps.map((step) => step.id))
  const waitingFor = new Map(
    steps.map((step) => [step.id, new Set((incoming.get(step.id) ?? []).map((edge) => edge.step).filter((id) => known.has(id)))]),
  )
  const followers = new Map<string, Step[]>()
  for (const step of steps)
    for (const before of waitingFor.get(step.id) ?? []) followers.set(before, [...(followers.get(before) ?? []), step])
  const order = steps.filter((step) => waitingFor.get(step.id)?.size === 0)
  for (const step of order) // grows while it is walked
    for (const follower of followers.get(step.id) ?? []) {
      const left = waitingFor.get(follower.id)
      left?.delete(step.id)
      if (left?.size === 0) order.push(follower)
    }
  return order
}

/** Every step that `stepIds` come after, at any distance. */
export function ancestorsOf(plan: Plan, stepIds: string[]): Set<string> {
  const found = new Set<string>()
  const open = [...stepIds]
  for (let id = open.pop(); id !== undefined; id = open.pop())
    for (const edge of plan.incoming.get(id) ?? [])
      if (!found.has(edge.step)) {
        found.add(edge.step)
        open.push(edge.step)
      }
  return found
}
