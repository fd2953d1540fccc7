import { ApiError } from '#lib/domain/api-error'
import type { ProviderResponse } from './http.ts'

type Said = {
  /** The provider's own code; its free text stays out, for it may name a patient. */
  code?: string | undefined
  /** Instead of the sentence that goes with the status. */
  message?: string
  /** Says whether waiting can help, where the status alone does not. */
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
 * What a provider's answer that is no success means to us: `provider_error` (502) with its status
 * and code in the details, and its `Retry-After`.
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
