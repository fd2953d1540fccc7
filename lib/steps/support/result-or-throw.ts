import type { AsyncResultView } from '#lib/domain/run/async-result'
import { PermanentStepError } from '../define-step.ts'

/**
 * The result of an async result that has ended. Throws its failure, and `not_found` when it was
 * deleted meanwhile.
 */
export function resultOrThrow(found: AsyncResultView | undefined, id: string): unknown {
  if (!found)
    throw new PermanentStepError('not_found', `The async result "${id}" is no longer stored.`, {
      asyncResultId: id,
    })
  if (found.status === 'completed') return found.result
  const { code, message, details } = found.error ?? {
    code: 'failed',
    message: 'The async result failed.',
  }
  throw new PermanentStepError(code, message, { ...details, asyncResultId: id })
}
