import { ApiError } from '../api-error.ts'

const passing = new Set([
  'provider_timeout',
  'provider_unavailable',
  'unavailable',
  'rate_limited',
  'connection_limited',
  'other_worker',
])

/**
 * Whether a failed call to an outside system may succeed later without a change: the system could
 * not be reached, or was slow or busy. A refusal is none of these.
 */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  if (passing.has(error.code)) return true
  if (error.code !== 'provider_error') return false
  const { status, retryable, code } = error.details
  if (typeof retryable === 'boolean') return retryable
  // Neither status nor code: the connection broke before an answer. A code without a status is our
  // own refusal (an internal address, incomplete settings).
  if (typeof status !== 'number') return code === undefined
  return status === 408 || status === 429 || status >= 500
}
