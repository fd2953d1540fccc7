import type { Step } from '../workflow/definition.ts'
import { isExpression } from '../workflow/is-expression.ts'
import { branchNames } from '../workflow/branch-names.ts'
import type { StepTypeInfo } from '../workflow/step-type-info.ts'
import { nameOf, problemAt, type Check } from './subject.ts'

/**
 * The branches of a step; undefined when it has none, `unknown` when an expression decides their
 * names.
 */
function branchesOf(step: Step, info: StepTypeInfo): string[] | undefined | 'unknown' {
  if (info.branches && 'from' in info.branches) {
    const { from, key } = info.branches
    const list = step.config[from]
    if (isExpression(list)) return 'unknown'
    if (
      Array.isArray(list) &&
      list.some(
        (entry) =>
          isExpression(entry) || isExpression((entry as Record<string, unknown> | null)?.[key]),
      )
    )
      return 'unknown'
  }
  return branchNames(info.branches, step.config)
}

/** Each edge leaves its source by an existing branch, and names one when the source branches. */
export const checkBranches: Check = ({ definition, graph, typeOf }) =>
  definition.steps.flatMap((step) =>
    step.after.flatMap((edge, index) => {
      const source = graph.steps.get(edge.step)
      const info = source && typeOf(source)
      if (!source || !info || source.id === step.id) return []
      const branches = branchesOf(source, info)
      const path = `after.${index}.via`
      if (branches === 'unknown') return []
      if (branches === undefined)
        return edge.via === undefined
          ? []
          : [
              problemAt(
                step,
                path,
                'not_branching',
                `${nameOf(source)} has no branches, so nothing leaves it by "${edge.via}". ` +
                  `Connect ${nameOf(step)} again.`,
              ),
            ]
      if (edge.via === undefined)
        return [
          problemAt(
            step,
            path,
            'missing_branch',
            `${nameOf(step)} follows ${nameOf(source)} whichever branch it takes ` +
              `(${branches.join(', ')}). Choose one, if that is not meant.`,
            'warning',
          ),
        ]
      return branches.includes(edge.via)
        ? []
        : [
            problemAt(
              step,
              path,
              'unknown_branch',
              `${nameOf(source)} has no branch "${edge.via}". It has: ${branches.join(', ')}.`,
            ),
          ]
    }),
  )
