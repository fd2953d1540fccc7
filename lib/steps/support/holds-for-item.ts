import { ExpressionError } from '#lib/domain/expressions/expression-error'
import { resolveConfig, type ComputeExpressions } from '#lib/domain/expressions/expressions'
import { PermanentStepError, type RunContext, type StepExecution } from '../define-step.ts'

type Asked = {
  execution: StepExecution<unknown, undefined>
  /** The setting that has the condition. */
  field: string
  condition: unknown
  item: unknown
  /** Which one it is: random values of one item are the same whenever it is computed. */
  index: number
  /** An expression that comes out true or false, for who wrote another one. */
  example: string
}

/** Whether a condition that names `item` holds for an item; throws where it is neither. */
export async function holdsForItem(asked: Asked): Promise<boolean> {
  const { execution, field, item, index, example } = asked
  const { context, run, task, services, signal } = execution
  const seen: RunContext = { ...context, item }
  const compute: ComputeExpressions = async (expressions, read) =>
    await services.computeExpressions({
      organizationId: run.organizationId,
      workflowId: context.run.workflowId,
      expressions,
      context: read,
      now: run.startedAt,
      seed: `${task.id}:${index}`,
      signal,
    })
  try {
    const { condition } = await resolveConfig({ condition: asked.condition }, seen, compute)
    if (typeof condition === 'boolean' || condition === null) return condition ?? false
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const details = { path: field, code: error.code }
    throw new PermanentStepError('expression_failed', error.message, details)
  }
  throw new PermanentStepError(
    'config_invalid',
    `The condition must come out true or false. Write a comparison, for example ${example}.`,
    { path: field },
  )
}
