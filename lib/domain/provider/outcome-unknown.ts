import { ApiError } from '../api-error.ts'

/**
 * Whether a failed call may still have taken effect: no answer, an incomplete or foreign answer,
 * or an internal error of the provider. A refused call, and a call that was never sent (no
 * credentials, an internal address, an open circuit, a limit), took none.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  if (error.code === 'provider_timeout') return true
  if (error.code !== 'provider_error') return false
  const { status, code, retryable } = error.details
  if (retryable === true) return true
  if (typeof status !== 'number') return code === undefined
  return status < 400 || status === 408 || status >= 500
}
