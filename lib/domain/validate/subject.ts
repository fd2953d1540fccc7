import type { Definition, Step } from '../definition.ts'
import { graphOf, upstreamOf, type Graph } from '../graph.ts'
import type { Problem, ProblemCode } from '../problem.ts'
import type { StepTypeInfo } from '../step-type-info.ts'

/** What the organization has, as far as a definition can name it. */
export type Surroundings = {
  stepTypes: StepTypeInfo[]
  connections: { kind: string; slug: string }[]
}

/** A definition prepared once for all checks. */
export type Subject = {
  definition: Definition
  graph: Graph
  typeOf(step: Step): StepTypeInfo | undefined
  upstream(stepId: string): Set<string>
  connections: Surroundings['connections']
}

export type Check = (subject: Subject) => Problem[]

export function subjectOf(definition: Definition, surroundings: Surroundings): Subject {
  const types = new Map(surroundings.stepTypes.map((info) => [info.type, info]))
  const graph = graphOf(definition.steps)
  const upstream = new Map<string, Set<string>>()
  return {
    definition,
    graph,
    connections: surroundings.connections,
    typeOf: (step) => types.get(step.type),
    upstream: (id) => {
      const known = upstream.get(id) ?? upstreamOf(graph, id)
      upstream.set(id, known)
      return known
    },
  }
}

/** A problem of a step, at the dotted path counted from the step. */
export function problemAt(step: Pick<Step, 'id'>, path: string | undefined, code: ProblemCode, message: string, severity: Problem['severity'] = 'error'): Problem {
  return { code, severity, message, stepId: step.id, ...(path === undefined ? {} : { path }) }
}

/** “Title” (id), as people see the step. */
export const nameOf = (step: Pick<Step, 'id' | 'title'>): string => (step.title && step.title !== step.id ? `“${step.title}” (${step.id})` : `“${step.id}”`)
