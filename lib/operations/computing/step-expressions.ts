import { computeExpressions, NotComputed } from '#lib/expressions/compute-expressions'
import { StepError, type StepServices } from '#lib/steps/define-step'

/** Computes the expressions of a step. When no process is free, the task waits (outcome.ts). */
export const computeStepExpressions: StepServices['computeExpressions'] = async (input) => {
  try {
    return await computeExpressions(input)
  } catch (error) {
    if (error instanceof NotComputed) throw new StepError('not_computed', error.message)
    throw error
  }
}
