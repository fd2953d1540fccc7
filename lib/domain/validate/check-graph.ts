import { cyclesOf, unreachableSteps } from '../workflow/graph.ts'
import { nameOf, problemAt, type Check } from './subject.ts'

/** No steps at all, two steps with one id, an unknown type. */
const checkSteps: Check = ({ definition, typeOf }) => {
  if (definition.steps.length === 0)
    return [
      {
        code: 'no_steps',
        severity: 'error',
        message: 'The workflow has no step yet. Add the first one.',
        path: 'steps',
      },
    ]
  const seen = new Set<string>()
  return definition.steps.flatMap((step) => {
    const problems = []
    if (seen.has(step.id))
      problems.push(
        problemAt(
          step,
          'id',
          'duplicate_step_id',
          `Two steps have the id "${step.id}". Give one of them another id.`,
        ),
      )
    seen.add(step.id)
    if (!typeOf(step))
      problems.push(
        problemAt(
          step,
          'type',
          'unknown_step_type',
          `There is no step type "${step.type}". Choose one of the palette.`,
        ),
      )
    return problems
  })
}

/** Edges from steps that do not exist, from the step itself, from handlers, and twice the same. */
const checkEdges: Check = ({ definition, graph }) =>
  definition.steps.flatMap((step) => {
    const seen = new Set<string>()
    return step.after.flatMap((edge, index) => {
      const path = `after.${index}`
      const source = graph.steps.get(edge.step)
      const key = JSON.stringify([edge.step, edge.via])
      const twice = seen.has(key)
      seen.add(key)
      if (edge.step === step.id)
        return [
          problemAt(
            step,
            path,
            'self_edge',
            `${nameOf(step)} comes after itself. Remove the connection.`,
          ),
        ]
      if (!source)
        return [
          problemAt(
            step,
            path,
            'unknown_edge_step',
            `${nameOf(step)} comes after the step "${edge.step}", which does not exist. ` +
              'Remove the connection.',
          ),
        ]
      if (twice)
        return [
          problemAt(
            step,
            path,
            'duplicate_edge',
            `${nameOf(step)} is connected to ${nameOf(source)} twice in the same way. Remove one.`,
            'warning',
          ),
        ]
      if (graph.handlers.has(edge.step))
        return [
          problemAt(
            step,
            path,
            'handler_followed',
            `${nameOf(source)} handles failures, so nothing can come after it: ` +
              `its output takes the place of the failed step's. Connect ${nameOf(step)} to the ` +
              'step whose failure it handles.',
          ),
        ]
      return []
    })
  })

const checkCycles: Check = ({ graph }) =>
  cyclesOf(graph).map((cycle) => {
    const [first = ''] = cycle
    return problemAt(
      { id: first },
      'after',
      'cycle',
      `These steps wait for each other in a circle: ${[...cycle, first].join(' → ')}. ` +
        'Remove one of the connections.',
    )
  })

const checkReach: Check = ({ definition, graph }) => {
  const circling = new Set(cyclesOf(graph).flat())
  const unreachable = new Set(unreachableSteps(graph).filter((id) => !circling.has(id)))
  return definition.steps.flatMap((step) => {
    if (unreachable.has(step.id))
      return [
        problemAt(
          step,
          undefined,
          'unreachable_step',
          `No run can reach ${nameOf(step)}. Connect it to a step that is reached.`,
        ),
      ]
    const alone =
      definition.steps.length > 1 &&
      step.after.length === 0 &&
      !graph.after.has(step.id) &&
      !graph.handlers.has(step.id)
    return alone
      ? [
          problemAt(
            step,
            undefined,
            'unconnected_step',
            `${nameOf(step)} is connected to nothing, so it starts at once with every run. ` +
              'Connect it, if that is not meant.',
            'warning',
          ),
        ]
      : []
  })
}

export const graphChecks: Check[] = [checkSteps, checkEdges, checkCycles, checkReach]
