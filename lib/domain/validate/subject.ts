import type { Definition, Step } from '../workflow/definition.ts'
import { graphOf, upstreamOf, type Graph } from '../workflow/graph.ts'
import { bodiesOf } from '../workflow/loops.ts'
import type { Problem, ProblemCode } from '../workflow/problem.ts'
import type { DataChange } from '../template/data-changes.ts'
import type { TemplateField } from '../template/template.ts'
import type { TemplateFormat } from '../template/template-words.ts'
import type { StepTypeInfo } from '../workflow/step-type-info.ts'

/** `closed`: the author may not start it, so their workflow may not run it. */
type RunnableWorkflow = { slug: string; name: string; published: boolean; closed?: boolean }

/**
 * A template in its newest version; `changes`: how that differs from the version that the workflow
 * was published with, in placeholders that both have.
 */
export type KnownTemplate = {
  slug: string
  name: string
  fields: TemplateField[]
  format: TemplateFormat
  changes?: DataChange[]
}

/** The things of the organization that a definition can name. */
export type Surroundings = {
  stepTypes: StepTypeInfo[]
  connections: { kind: string; slug: string; workerLabel?: string | null }[]
  /** The labels that living workers serve; where absent, labels are not checked. */
  servedLabels?: string[] | undefined
  /** Workflows that a step can run; where absent, names of workflows are not checked. */
  workflows?: RunnableWorkflow[] | undefined
  /**
   * The templates that the definition names, by every slug that finds them; where absent, they are
   * not checked.
   */
  templates?: KnownTemplate[] | undefined
  /**
   * The members by id and e-mail address, the directory groups by id and the calendars by slug;
   * where absent, their names are not checked.
   */
  people?: string[] | undefined
  groups?: string[] | undefined
  calendars?: string[] | undefined
}

/** A definition prepared once for all checks. */
export type Subject = {
  definition: Definition
  graph: Graph
  typeOf(step: Step): StepTypeInfo | undefined
  upstream(stepId: string): Set<string>
  connections: Surroundings['connections']
  servedLabels: Surroundings['servedLabels']
  workflows: Surroundings['workflows']
  templates: Surroundings['templates']
  people: Surroundings['people']
  groups: Surroundings['groups']
  calendars: Surroundings['calendars']
  /** The steps of each loop's body, by the loop's id. */
  bodies: Map<string, Set<string>>
  /** The loops whose body contains a step, itself or as the handler of a step there. */
  loopsAround(stepId: string): string[]
}

export type Check = (subject: Subject) => Problem[]

export function subjectOf(definition: Definition, surroundings: Surroundings): Subject {
  const types = new Map(surroundings.stepTypes.map((info) => [info.type, info]))
  const graph = graphOf(definition.steps)
  const upstream = new Map<string, Set<string>>()
  const bodies = bodiesOf(definition.steps)
  const around = (id: string): string[] =>
    [...bodies].filter(([, body]) => body.has(id)).map(([loop]) => loop)
  return {
    definition,
    graph,
    connections: surroundings.connections,
    servedLabels: surroundings.servedLabels,
    workflows: surroundings.workflows,
    templates: surroundings.templates,
    people: surroundings.people,
    groups: surroundings.groups,
    calendars: surroundings.calendars,
    bodies,
    loopsAround: (id) => [...new Set([id, ...(graph.handlers.get(id) ?? [])].flatMap(around))],
    typeOf: (step) => types.get(step.type),
    upstream: (id) => {
      const known = upstream.get(id) ?? upstreamOf(graph, id)
      upstream.set(id, known)
      return known
    },
  }
}

/** A problem of a step; the dotted path starts at the step. */
export function problemAt(
  step: Pick<Step, 'id'>,
  path: string | undefined,
  code: ProblemCode,
  message: string,
  severity: Problem['severity'] = 'error',
): Problem {
  return { code, severity, message, stepId: step.id, ...(path === undefined ? {} : { path }) }
}

/** “Title” (id), as people see the step. */
export const nameOf = (step: Pick<Step, 'id' | 'title'>): string =>
  step.title && step.title !== step.id ? `“${step.title}” (${step.id})` : `“${step.id}”`
