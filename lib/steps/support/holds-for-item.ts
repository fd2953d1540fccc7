import { ExpressionError } from '#lib/domain/expressions/expression-error'
import {
  resolveConfig,
  resolveForItems,
  type ComputeExpressions,
} from '#lib/domain/expressions/expressions'
import { isExpression } from '#lib/domain/workflow/is-expression'
import { PermanentStepError, type StepExecution } from '../define-step.ts'

type Asked = {
  execution: StepExecution<unknown, undefined>
  /** The setting that has the condition. */
  field: string
  condition: unknown
  /** An expression that comes out true or false, for who wrote another one. */
  example: string
}

/** Random values follow from the seed, so that they are the same whenever they are computed. */
function computing(
  { context, run, services, signal }: Asked['execution'],
  seed: string,
  forEachItem: boolean,
): ComputeExpressions {
  const { organizationId, startedAt: now } = run
  const asked = { organizationId, workflowId: context.run.workflowId, now, seed, forEachItem }
  return async (expressions, read) =>
    await services.computeExpressions({ ...asked, expressions, context: read, signal })
}

function toHolds({ field, example }: Asked, value: unknown): boolean {
  if (typeof value === 'boolean' || value === null) return value ?? false
  const wrong = 'The condition must come out true or false.'
  throw new PermanentStepError(
    'config_invalid',
    `${wrong} Write a comparison, for example ${example}.`,
    { path: field },
  )
}

async function failingAt<T>(field: string, compute: () => Promise<T>): Promise<T> {
  try {
    return await compute()
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const details = { path: field, code: error.code }
    throw new PermanentStepError('expression_failed', error.message, details)
  }
}

/**
 * Whether a condition that names `item` holds for an item; throws where it is neither. `index` says
 * which one it is.
 */
export async function holdsForItem(
  asked: Asked & { item: unknown; index: number },
): Promise<boolean> {
  const { execution, field, item, index } = asked
  const compute = computing(execution, `${execution.task.id}:${index}`, false)
  const seen = { ...execution.context, item }
  const { condition } = await failingAt(
    field,
    async () => await resolveConfig({ condition: asked.condition }, seen, compute),
  )
  return toHolds(asked, condition)
}

/** For which items a condition that names `item` holds, computed together. */
export async function holdsForItems(
  asked: Asked & { items: readonly unknown[] },
): Promise<boolean[]> {
  const { execution, field, condition, items } = asked
  if (!isExpression(condition)) return items.map(() => toHolds(asked, condition))
  const compute = computing(execution, execution.task.id, true)
  const values = await failingAt(
    field,
    async () => await resolveForItems(condition, items, execution.context, compute),
  )
  return values.map((value) => toHolds(asked, value))
}
