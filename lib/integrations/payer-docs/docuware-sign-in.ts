import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { providerHttp } from '../outbound/http.ts'
import { providerRefused } from '../outbound/provider-refused.ts'
import { TokenCache } from '../outbound/token-cache.ts'

const provider = 'docuware'
/** DocuWare's own client for passwords (support.docuware.com, KBA-37505). */
const clientId = 'docuware.platform.net.client'
const scope = 'docuware.platform'

const identitySchema = z.object({ IdentityServiceUrl: z.url() })
const openIdSchema = z.object({ token_endpoint: z.string() })
const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().optional() })

type Account = {
  base: string
  tokenUrl: string | undefined
  user: string
  password: string
  allowPrivate: readonly string[]
  timeoutMs: number
}

const tokens = new TokenCache(60)

/**
 * Asks the server for its sign-in address. Credentials go only to its own host; an owner must name
 * another one in the settings.
 */
async function discover(
  { base, allowPrivate, timeoutMs }: Account,
  signal: AbortSignal,
): Promise<string> {
  const { origin } = new URL(base)
  const send = providerHttp({ provider, origin, allowPrivate, timeoutMs })
  const read = async <T extends z.ZodType>(url: string, schema: T): Promise<z.output<T>> => {
    const response = await send({ method: 'GET', url, signal, repeatable: true })
    if (response.status !== 200) throw providerRefused(provider, response)
    const parsed = schema.safeParse(response.json())
    if (!parsed.success)
      throw new ApiError(
        'provider_error',
        'The server does not say where it signs in. Enter its token address under Connections.',
        { provider, status: response.status },
      )
    return parsed.data
  }
  const elsewhere = (url: string) =>
    new ApiError(
      'provider_error',
      `The server signs in at another host (${new URL(url, base).host}). ` +
        'If that is right, enter its token address under Connections.',
      { provider, code: 'sign_in_elsewhere' },
    )
  const { IdentityServiceUrl: identity } = await read(
    `${base}/Home/IdentityServiceInfo`,
    identitySchema,
  )
  if (new URL(identity).origin !== origin) throw elsewhere(identity)
  const { token_endpoint: endpoint } = await read(
    `${identity.replace(/\/+$/, '')}/.well-known/openid-configuration`,
    openIdSchema,
  )
  const address = new URL(endpoint, base)
  if (address.origin !== origin) throw elsewhere(address.href)
  return address.href
}

/**
 * Gets an access token for a user's name and password, cached while it is valid; `fresh` requests a
 * new one. Throws `provider_error` or `provider_timeout`.
 */
export async function docuwareToken(
  account: Account,
  signal: AbortSignal,
  fresh: boolean,
): Promise<string> {
  const key = JSON.stringify([account.base, account.tokenUrl, account.user, account.password])
  const cached = tokens.get(key)
  if (!fresh && cached !== undefined) return cached
  const url = account.tokenUrl ?? (await discover(account, signal))
  const response = await providerHttp({
    provider,
    origin: new URL(url).origin,
    allowPrivate: account.allowPrivate,
    timeoutMs: account.timeoutMs,
  })({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'password',
      scope,
      client_id: clientId,
      username: account.user,
      password: account.password,
    }).toString(),
    signal,
    repeatable: true,
  })
  // A wrong password is 400 "invalid_grant" (RFC 6749 §5.2).
  if (response.status === 400)
    throw new ApiError(
      'provider_error',
      'The provider refused our credentials (400). Check them under Connections.',
      { provider, status: 400 },
    )
  if (response.status !== 200) throw providerRefused(provider, response)
  const parsed = tokenSchema.safeParse(response.json())
  if (!parsed.success)
    throw new ApiError('provider_error', 'The provider answered no access token.', {
      provider,
      status: response.status,
    })
  const { access_token: token, expires_in: seconds = 300 } = parsed.data
  tokens.set(key, token, seconds)
  return token
}
