import type { Step } from './definition.ts'

/**
 * A definition's steps as a graph. Edges to or from steps that do not exist are left out; of
 * several steps with the same id the first counts.
 */
export type Graph = {
  steps: Map<string, Step>
  before: Map<string, string[]>
  after: Map<string, string[]>
  /** Steps that some other step names in `on_failure`, with the steps whose failure they handle. */
  handlers: Map<string, string[]>
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key)
  if (!list) map.set(key, [value])
  else if (!list.includes(value)) list.push(value)
}

/** Builds the graph of the steps, in one pass. */
export function graphOf(steps: readonly Step[]): Graph {
  const graph: Graph = {
    steps: new Map(),
    before: new Map(),
    after: new Map(),
    handlers: new Map(),
  }
  for (const step of steps) if (!graph.steps.has(step.id)) graph.steps.set(step.id, step)
  for (const step of graph.steps.values()) {
    for (const edge of step.after)
      if (graph.steps.has(edge.step)) {
        push(graph.before, step.id, edge.step)
        push(graph.after, edge.step, step.id)
      }
    const handler = step.on_failure?.step
    if (handler !== undefined && handler !== step.id && graph.steps.has(handler))
      push(graph.handlers, handler, step.id)
  }
  return graph
}

/** Steps that start with the run: no step is before them and they handle no failure. */
export function rootsOf(graph: Graph): string[] {
  return [...graph.steps.values()]
    .filter((step) => step.after.length === 0 && !graph.handlers.has(step.id))
    .map((step) => step.id)
}

function reach(starts: Iterable<string>, next: (id: string) => readonly string[]): Set<string> {
  const found = new Set<string>()
  const open = [...starts]
  for (let id = open.pop(); id !== undefined; id = open.pop())
    for (const other of next(id))
      if (!found.has(other)) {
        found.add(other)
        open.push(other)
      }
  return found
}

/** Every step before this one, at any distance; the step itself only when it is on a cycle. */
export function upstreamOf(graph: Graph, id: string): Set<string> {
  return reach([id], (each) => graph.before.get(each) ?? [])
}

/** Every step after this one, at any distance. */
export function downstreamOf(graph: Graph, id: string): Set<string> {
  return reach([id], (each) => graph.after.get(each) ?? [])
}

/**
 * Sorts ids so that each step stands after all steps before it, in the given order where edges
 * allow it. Steps on a cycle, and after one, are missing.
 */
export function topologicalOrder(graph: Graph): string[] {
  const waiting = new Map(
    [...graph.steps.keys()].map((id) => [id, graph.before.get(id)?.length ?? 0]),
  )
  const order = [...graph.steps.keys()].filter((id) => waiting.get(id) === 0)
  for (const id of order)
    // The set grows during the iteration.
    for (const follower of graph.after.get(id) ?? []) {
      const left = (waiting.get(follower) ?? 0) - 1
      waiting.set(follower, left)
      if (left === 0) order.push(follower)
    }
  return order
}

/**
 * Finds cycles, each as the ids along it in the direction of the run: one for each group of steps
 * on connected cycles, so that repairing it helps most. Edges from a step to itself are not
 * counted.
 */
export function cyclesOf(graph: Graph): string[][] {
  const done = new Set(topologicalOrder(graph))
  const place = new Map([...graph.steps.keys()].map((id, index) => [id, index]))
  const cycles: string[][] = []
  for (const start of graph.steps.keys()) {
    if (done.has(start)) continue
    // Each remaining step has a remaining step before it, so walking back must return, or end at a
    // cycle already found.
    const trail = new Map<string, number>()
    const path: string[] = []
    let id: string | undefined = start
    while (id !== undefined && !done.has(id) && !trail.has(id)) {
      trail.set(id, path.length)
      path.push(id)
      id = graph.before.get(id)?.find((other) => !done.has(other))
    }
    if (id !== undefined && trail.has(id)) {
      const cycle = path.slice(trail.get(id)).reverse()
      if (cycle.length > 1) cycles.push(fromFirst(cycle, place))
    }
    for (const each of path) done.add(each)
  }
  return cycles
}

/** The same cycle, from the step that is first in the definition. */
function fromFirst(cycle: string[], place: Map<string, number>): string[] {
  const first = cycle.reduce(
    (best, id, index) =>
      (place.get(id) ?? 0) < (place.get(cycle[best] ?? '') ?? 0) ? index : best,
    0,
  )
  return [...cycle.slice(first), ...cycle.slice(0, first)]
}

/**
 * Finds steps that no run can reach: neither from a root along edges, nor as the handler of a step
 * that can be reached.
 */
export function unreachableSteps(graph: Graph): string[] {
  const roots = rootsOf(graph)
  const handlerOf = (id: string): string[] => {
    const handler = graph.steps.get(id)?.on_failure?.step
    return handler === undefined ? [] : [handler]
  }
  // A handler's own edges lead nowhere, because its output replaces that of the failed step.
  const next = (id: string): string[] => [
    ...(graph.handlers.has(id) ? [] : (graph.after.get(id) ?? [])),
    ...handlerOf(id),
  ]
  const reached = reach(roots, next)
  for (const root of roots) reached.add(root)
  return [...graph.steps.keys()].filter((id) => !reached.has(id))
}
