import type { Definition } from './definition.ts'
import { graphOf, type Graph } from './graph.ts'
import { bodiesOf } from './loops.ts'

/** What of a workflow is tried: all, one step, all up to a step, or all from a step on. */
export type TryPart = 'all' | 'step' | 'to' | 'from'

type Part = {
  /** The steps that are played; undefined for all. */
  wanted: ReadonlySet<string> | undefined
  /** The steps whose recorded answers are taken, where there are some. */
  held: ReadonlySet<string>
}

/** Everything that is reached from a step, by a way that is asked for each one. */
function reach(from: string, next: (id: string) => Iterable<string>): Set<string> {
  const found = new Set([from])
  // The set grows during the iteration.
  for (const id of found) for (const other of next(id)) found.add(other)
  return found
}

/** The steps that a step comes after, also when it handles their failure. */
const before = ({ before: edges, handlers }: Graph, id: string): string[] => [
  ...(edges.get(id) ?? []),
  ...(handlers.get(id) ?? []),
]

/**
 * Divides a definition for a try. Loops around the step are played, because they have its items; so
 * are the bodies of loops that are played as a whole.
 */
export function partToTry({ steps }: Definition, part: TryPart, stepId: string): Part {
  if (part === 'all') return { wanted: undefined, held: new Set() }
  const graph = graphOf(steps)
  const bodies = bodiesOf(steps)
  const around = [...bodies].filter(([, body]) => body.has(stepId)).map(([loop]) => loop)
  const handlerOf = (id: string): string[] => {
    const handler = graph.steps.get(id)?.on_failure?.step
    return handler === undefined ? [] : [handler]
  }
  const all = steps.map(({ id }) => id)
  if (part === 'from') {
    const after = reach(stepId, (id) => [...(graph.after.get(id) ?? []), ...handlerOf(id)])
    const played = new Set([...after, ...around])
    return { wanted: undefined, held: new Set(all.filter((id) => !played.has(id))) }
  }
  const upstream = reach(stepId, (id) => before(graph, id))
  const whole = [...upstream].filter((id) => id !== stepId && !around.includes(id))
  const wanted = new Set([
    ...upstream,
    ...whole.flatMap((id) => [...(bodies.get(id) ?? []), ...handlerOf(id)]),
  ])
  const played = part === 'step' ? new Set([stepId, ...around]) : wanted
  return { wanted, held: new Set(all.filter((id) => !played.has(id))) }
}
