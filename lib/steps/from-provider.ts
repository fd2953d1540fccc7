import { ApiError } from '#lib/domain/api-error'
import { PermanentStepError, StepError } from './define-step.ts'

/** Failures that a later attempt may not meet again. */
const passing = new Set(['provider_timeout', 'provider_unavailable', 'unavailable', 'rate_limited'])

function mayPass(error: ApiError): boolean {
  if (passing.has(error.code)) return true
  if (error.code !== 'provider_error') return false
  const { status, retryable } = error.details
  if (typeof retryable === 'boolean') return retryable
  // No status: the connection broke before an answer came.
  return typeof status !== 'number' || status === 408 || status === 429 || status >= 500
}

/** Awaits a call to an outside system and turns its ApiError into the step's failure: retried when waiting can help, permanent when not. */
export async function fromProvider<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!mayPass(error)) throw new PermanentStepError(error.code, error.message, error.details)
    const seconds = Number(error.headers['retry-after'])
    throw new StepError(error.code, error.message, error.details, Number.isFinite(seconds) && seconds > 0 ? seconds : undefined)
  }
}
