import { ApiError } from '#lib/domain/api-error'
import { mayPass } from '#lib/domain/provider/may-pass'
import { PermanentStepError, StepError } from '../define-step.ts'

/**
 * Awaits a call to an outside system and turns its ApiError into the step's failure: retried when a
 * later call may succeed, permanent otherwise.
 */
export async function fromProvider<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!mayPass(error)) throw new PermanentStepError(error.code, error.message, error.details)
    const seconds = Number(error.headers['retry-after'])
    throw new StepError(
      error.code,
      error.message,
      error.details,
      Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
    )
  }
}
