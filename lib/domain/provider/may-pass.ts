import { ApiError } from '../api-error.ts'

const passing = new Set([
  'provider_timeout',
  'provider_unavailable',
  'unavailable',
  'rate_limited',
  'connection_limited',
])

/**
 * Whether a failed call to an outside system may succeed later, by itself: it was away, slow or
 * busy. A refusal is none of these.
 */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  if (passing.has(error.code)) return true
  if (error.code !== 'provider_error') return false
  const { status, retryable, code } = error.details
  if (typeof retryable === 'boolean') return retryable
  // Neither status nor code: the connection broke before an answer came. A code alone is our own
  // refusal (an internal address, settings that lack something).
  if (typeof status !== 'number') return code === undefined
  return status === 408 || status === 429 || status >= 500
}
