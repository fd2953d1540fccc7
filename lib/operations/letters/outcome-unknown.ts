import { ApiError } from '#lib/domain/api-error'

/**
 * Whether a failed call may have made the letter all the same: no answer, an answer that was cut
 * off or none of the provider's, or an error of the provider's own. What it refuses, and what never
 * left (no credentials, an internal address, an open circuit, a limit), made none.
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
