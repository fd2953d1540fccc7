import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { parseExactJson } from '#lib/domain/exact-json'
import type { ClientTls } from '../outbound/outbound-agent.ts'
import { publicFetch } from '../outbound/public-fetch.ts'
import { TokenCache } from '../outbound/token-cache.ts'

export type TokenSettings = {
  organizationId: string | undefined
  tokenUrl: string
  clientId: string
  clientSecret: string
  scope: string
  clientAuth: 'basic' | 'body'
  allowPrivate: readonly string[]
}

const timeoutMs = 15_000
const maxBytes = 100 * 1024
/** RFC 6749 4.4.3 and 5.2. Some servers write the seconds as a text. */
const tokenSchema = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: z.coerce.number().positive().optional(),
})
const errorSchema = z.object({ error: z.string().regex(/^[a-z_]{1,60}$/) })

const tokens = new TokenCache(30)
/** The token requests under way: callers of one connection share one. */
const asked = new Map<string, Promise<string>>()

function jsonOf(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
}

/** Form coding, as RFC 6749 2.3.1 asks for it before the two are joined. */
const coded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1)

function requestOf({ clientId, clientSecret, scope, clientAuth }: TokenSettings): {
  headers: Record<string, string>
  body: string
} {
  const both = Buffer.from(`${coded(clientId)}:${coded(clientSecret)}`).toString('base64')
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    ...(scope ? { scope } : {}),
    ...(clientAuth === 'body' ? { client_id: clientId, client_secret: clientSecret } : {}),
  })
  return {
    headers: clientAuth === 'basic' ? { authorization: `Basic ${both}` } : {},
    body: form.toString(),
  }
}

/** The refusal of a token server, with its code; its own sentence is left out. */
function refusal(status: number, body: string): ApiError {
  const code = errorSchema.safeParse(jsonOf(body)).data?.error
  const said = code ? `${status}, ${code}` : String(status)
  const message =
    status < 300
      ? 'The token address answered no access token.'
      : `The token address refused to give an access token (${said}). ` +
        'Check the client id and its secret under Connections.'
  const details = { provider: 'web', status, sent: false, ...(code ? { code } : {}) }
  return new ApiError('provider_error', message, details)
}

async function request(settings: TokenSettings, tls: ClientTls | undefined) {
  const { headers, body } = requestOf(settings)
  return await publicFetch(
    {
      url: settings.tokenUrl,
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
      },
      own: { headers, ...(tls ? { tls } : {}) },
      body,
      timeoutMs,
      maxBytes,
      // The body may have the secret.
      maxRedirects: 0,
      signal: AbortSignal.timeout(timeoutMs),
    },
    settings.allowPrivate,
  ).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    // Only the token request may have been received, never the call that it is for.
    const details = { ...error.details, provider: 'web', sent: false }
    const message = `No access token: ${error.message}`
    if (error.code === 'provider_timeout') throw new ApiError(error.code, message, details)
    const refused = error.code === 'invalid_request' ? { code: 'refused_address' } : {}
    throw new ApiError('provider_error', message, { ...details, ...refused })
  })
}

async function freshToken(key: string, settings: TokenSettings, tls: ClientTls | undefined) {
  const { status, body } = await request(settings, tls)
  const { data } = tokenSchema.safeParse(jsonOf(body))
  if (status >= 300 || !data) throw refusal(status, body)
  tokens.set(key, data.access_token, data.expires_in ?? 300)
  return data.access_token
}

/**
 * An access token by client credentials: the cached one, unless it is the `refused` one or nearly
 * over, else that of one token request for all callers. Throws ApiError with `sent: false`.
 */
export async function accessToken(
  settings: TokenSettings,
  tls: ClientTls | undefined,
  refused: string | undefined,
): Promise<string> {
  const { allowPrivate: _allowed, ...named } = settings
  const key = JSON.stringify([named, tls])
  const known = tokens.get(key)
  if (known !== undefined && known !== refused) return known
  const underWay = asked.get(key)
  if (underWay) return await underWay
  const asking = freshToken(key, settings, tls).finally(() => asked.delete(key))
  asked.set(key, asking)
  return await asking
}
