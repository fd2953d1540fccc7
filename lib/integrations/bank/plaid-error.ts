import { z } from 'zod'
import type { ApiError } from '#lib/domain/api-error'
import type { ProviderResponse } from '../outbound/http.ts'
import { providerRefused } from '../outbound/provider-refused.ts'
import { dataChanged } from './data-changed.ts'
import { unknownCursor } from './unknown-cursor.ts'

const errorSchema = z.object({ error_type: z.string().max(100), error_code: z.string().max(100) })

/**
 * Plaid's error types whose failures are temporary (plaid.com/docs/errors). The status does not
 * show that, because it is 400 for most of them.
 */
const passing = new Set(['API_ERROR', 'INSTITUTION_ERROR', 'RATE_LIMIT_EXCEEDED'])
const credentials = new Set([
  'INVALID_API_KEYS',
  'INVALID_ACCESS_TOKEN',
  'UNAUTHORIZED_ENVIRONMENT',
  'ITEM_NOT_FOUND',
  'MISSING_FIELDS',
])
const signInAgain = new Set([
  'ITEM_LOGIN_REQUIRED',
  'PENDING_EXPIRATION',
  'PENDING_DISCONNECT',
  'INVALID_CREDENTIALS',
  'INVALID_MFA',
  'INSUFFICIENT_CREDENTIALS',
  'USER_SETUP_REQUIRED',
  'ITEM_LOCKED',
  'ACCESS_NOT_GRANTED',
])

function sentence(type: string, code: string): string {
  if (credentials.has(code))
    return (
      `Plaid refused our credentials (${code}). Check client id, secret, access token and ` +
      'environment under Connections.'
    )
  if (signInAgain.has(code))
    return (
      `The bank wants the owner of the account to sign in again (${code}). ` +
      'Renew the sign-in through Plaid Link.'
    )
  if (code === 'PRODUCT_NOT_READY')
    return 'Plaid is still reading the account for the first time. Try again in a few minutes.'
  if (type === 'INSTITUTION_ERROR')
    return `The bank does not answer Plaid at the moment (${code}). Try again later.`
  if (type === 'RATE_LIMIT_EXCEEDED')
    return `Plaid asks us to slow down (${code}). Try again later.`
  return `Plaid refused the request (${code}).`
}

/**
 * Our error for a PlaidError, by its type and code as Plaid demands, not by its HTTP status.
 * `restart` is the cursor at the start of the update.
 */
export function plaidError(
  response: ProviderResponse,
  { cursor, restart }: { cursor: string; restart: string } = { cursor: '', restart: '' },
): ApiError {
  let body: unknown
  try {
    body = response.json()
  } catch {
    return providerRefused('plaid', response)
  }
  const parsed = errorSchema.safeParse(body)
  if (!parsed.success) return providerRefused('plaid', response)
  const { error_type: type, error_code: code } = parsed.data
  if (code === 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION') return dataChanged('plaid', restart)
  // The cursor is the only input that a caller can get wrong ("cursor not associated with
  // access_token").
  if (type === 'INVALID_REQUEST' && code === 'INVALID_FIELD' && cursor !== '')
    return unknownCursor()
  return providerRefused('plaid', response, {
    code,
    message: sentence(type, code),
    retryable: passing.has(type) || code === 'PRODUCT_NOT_READY',
  })
}
