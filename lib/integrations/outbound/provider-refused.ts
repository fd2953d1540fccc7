import { ApiError } from '#lib/domain/api-error'
import type { ProviderResponse } from './http.ts'

type Said = {
  /** The provider's own code. Its free text is not used, because it may name a patient. */
  code?: string | undefined
  /** Replaces the sentence for the status. */
  message?: string
  /** Whether waiting can help, where the status alone does not show it. */
  retryable?: boolean
}

function sentence(status: number, code: string | undefined): string {
  const named = `${status}${code ? `, ${code}` : ''}`
  if (status === 401 || status === 403)
    return `The provider refused our credentials (${named}). Check them under Connections.`
  if (status === 429) return 'The provider asks us to slow down. Try again later.'
  return `The provider refused the request (${named}).`
}

/**
 * Our error for an unsuccessful answer of a provider: `provider_error` (502) with its status and
 * code in the details, and its `Retry-After`.
 */
export function providerRefused(
  provider: string,
  response: ProviderResponse,
  { code, message, retryable }: Said = {},
): ApiError {
  const { status } = response
  const pause = response.headers.get('retry-after')
  const details = {
    provider,
    status,
    ...(code ? { code } : {}),
    ...(retryable === undefined ? {} : { retryable }),
  }
  return new ApiError(
    'provider_error',
    message ?? sentence(status, code),
    details,
    pause ? { headers: { 'retry-after': pause } } : {},
  )
}
