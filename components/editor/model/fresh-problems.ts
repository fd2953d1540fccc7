import { valueAt } from '#lib/domain/expressions/written/path'
import type { Step } from '#lib/domain/workflow/definition'
import type { Problem } from '#lib/domain/workflow/problem'

const isEmpty = (value: unknown): boolean => {
  if (value === undefined || value === null || value === '') return true
  if (typeof value !== 'object') return false
  return Object.values(value).every(isEmpty)
}

/** Whether something is given where the problem is. */
function isGiven(step: Step, path: string | undefined): boolean {
  const place = path?.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
  return place !== undefined && !isEmpty(valueAt(step, place))
}

/**
 * The problems without those that say of a step which was just added what nobody could give yet.
 * What is given and wrong is said.
 */
export const withoutFresh = (problems: Problem[], step: Step | undefined): Problem[] =>
  step === undefined
    ? problems
    : problems.filter(({ stepId, path }) => stepId !== step.id || isGiven(step, path))

/** Keeps a list as long as it has the same entries, so that a letter draws nothing anew. */
export function createListKeeper<T>(): (list: T[]) => T[] {
  let kept: T[] | undefined
  return (list) => {
    const isSame = kept?.length === list.length && kept.every((one, at) => one === list[at])
    kept = isSame && kept ? kept : list
    return kept
  }
}
