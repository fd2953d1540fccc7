import { isExpression } from '../workflow/is-expression.ts'
import { bodyBranch, isLoop } from '../workflow/loops.ts'
import { nameOf, problemAt, type Check, type Subject } from './subject.ts'

/**
 * A loop has a body, and the steps of the body are reached only from the loop, since they run once
 * for each item.
 */
export const checkLoops: Check = ({ definition, graph, bodies }) =>
  definition.steps.flatMap((step) => {
    if (isLoop(step) && bodies.get(step.id)?.size === 0)
      return [
        problemAt(
          step,
          undefined,
          'loop_without_body',
          `${nameOf(step)} has nothing to repeat. Connect its branch "${bodyBranch}" to the ` +
            'first step that should run for each item.',
        ),
      ]
    return [...bodies].flatMap(([loopId, body]) => {
      if (!body.has(step.id)) return []
      return step.after.flatMap((edge, index) => {
        const source = graph.steps.get(edge.step)
        if (!source || body.has(edge.step) || (edge.step === loopId && edge.via === bodyBranch))
          return []
        const loop = graph.steps.get(loopId)
        return [
          problemAt(
            step,
            `after.${index}`,
            'loop_body_crossed',
            `${nameOf(step)} stands inside the loop ${loop ? nameOf(loop) : loopId} and also ` +
              `comes after ${nameOf(source)}, which stands outside. ` +
              'Remove one of the connections; what follows the loop comes ' +
              'after its branch "done".',
          ),
        ]
      })
    })
  })

/** A run has one name, and the items of a loop are no runs of their own. */
export const checkCaseNames: Check = ({ definition, loopsAround }) =>
  definition.steps.flatMap((step) =>
    step.type === 'name-case' && loopsAround(step.id).length > 0
      ? [
          problemAt(
            step,
            undefined,
            'loop_names_case',
            `${nameOf(step)} stands inside a loop, where it would name the run once for each item. ` +
              'Move it before or after the loop, or tell the items apart by the titles of their ' +
              'screens.',
          ),
        ]
      : [],
  )

const isWorkflowField = (hint: unknown): boolean =>
  (hint as Record<string, unknown> | null)?.['ui:widget'] === 'workflow'

type Found = NonNullable<Subject['workflows']>[number] | undefined

function whyNot(slug: string, found: Found): string {
  if (!found) return `There is no workflow "${slug}". Choose another.`
  if (found.closed)
    return `The access rules do not let you start "${found.name}", so this one cannot run it.`
  return `The workflow "${found.name}" is not published yet. Publish it, then this one can run it.`
}

/** Workflows that steps run exist, are published, and may be started by the author. */
export const checkWorkflows: Check = ({ definition, typeOf, workflows }) =>
  definition.steps.flatMap((step) => {
    const fields = Object.entries(typeOf(step)?.uiSchema ?? {}).flatMap(([field, hint]) =>
      isWorkflowField(hint) ? [field] : [],
    )
    return fields.flatMap((field) => {
      const slug = step.config[field]
      if (!workflows || typeof slug !== 'string' || slug === '' || isExpression(slug)) return []
      const found = workflows.find((workflow) => workflow.slug === slug)
      if (found?.published && !found.closed) return []
      const message = whyNot(slug, found)
      return [problemAt(step, `config.${field}`, 'unknown_workflow', message)]
    })
  })
