import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { providerHttp, type ProviderResponse } from '../outbound/http.ts'
import { providerRefused } from '../outbound/provider-refused.ts'

type Settings = {
  config: {
    environment: 'production' | 'sandbox'
    clientId: string
    timeoutSeconds: number
    apiUrl?: string | undefined
    preEncounterUrl?: string | undefined
  }
  secrets: { clientSecret?: string | undefined }
  allowPrivate: readonly string[]
}
type Call = {
  method: 'GET' | 'PUT'
  path: string
  body?: unknown
  signal: AbortSignal
  repeatable: boolean
}

const hosts = {
  production: {
    api: 'https://api.joincandidhealth.com',
    preEncounter: 'https://pre-api.joincandidhealth.com',
  },
  sandbox: {
    api: 'https://sandbox-api.joincandidhealth.com',
    preEncounter: 'https://sandbox-pre-api.joincandidhealth.com',
  },
}

const tokenSchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().default(300),
})

type Token = { token: string; until: number }

/**
 * Tokens by account. Candid's are valid for five hours, and it refuses (429) frequent requests. So
 * a token is cached until shortly before its end, and concurrent calls wait for the same request.
 */
const tokens = new LRUCache<string, Promise<Token>>({ max: 1000 })
const marginMs = 60_000
const errorNameIn = (response: ProviderResponse): string | undefined => {
  const parsed = z.object({ errorName: z.string().max(100) }).safeParse(quietJson(response))
  return parsed.success ? parsed.data.errorName : undefined
}
function quietJson(response: ProviderResponse): unknown {
  try {
    return response.json()
  } catch {
    return undefined
  }
}

/** The addresses of both hosts; `askToken` calls the first, `send` the second. */
type Hosts = { api: string; preEncounter: string; askToken: Send; send: Send }
type Send = ReturnType<typeof providerHttp>

function hostsOf({ config, allowPrivate }: Settings): Hosts {
  const own = hosts[config.environment]
  const api = (config.apiUrl ?? own.api).replace(/\/+$/, '')
  const preEncounter = (config.preEncounterUrl ?? own.preEncounter).replace(/\/+$/, '')
  const http = (url: string): Send =>
    providerHttp({
      provider: 'candid',
      origin: new URL(url).origin,
      allowPrivate,
      timeoutMs: config.timeoutSeconds * 1000,
    })
  return { api, preEncounter, askToken: http(api), send: http(preEncounter) }
}

async function freshToken(
  { config, secrets }: Settings,
  { api, askToken }: Hosts,
  signal: AbortSignal,
): Promise<Token> {
  if (!secrets.clientSecret)
    throw new ApiError(
      'provider_error',
      'This connection is not complete: Candid needs a client secret. ' +
        'An owner can add it under Connections.',
      { provider: 'candid', code: 'incomplete' },
    )
  const response = await askToken({
    method: 'POST',
    url: `${api}/api/auth/v2/token`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: config.clientId, client_secret: secrets.clientSecret }),
    signal,
    repeatable: true,
  })
  if (response.status !== 200)
    throw providerRefused('candid', response, { code: errorNameIn(response) })
  const parsed = tokenSchema.safeParse(response.json())
  if (!parsed.success)
    throw new ApiError('provider_error', 'The provider answered no access token.', {
      provider: 'candid',
      status: response.status,
    })
  const { access_token: token, expires_in: seconds } = parsed.data
  return { token, until: Date.now() + seconds * 1000 - marginMs }
}

/**
 * Candid's two hosts, signed in to by client credentials. Only the first gets the secret, only the
 * second the token.
 */
export function candidClient(settings: Settings) {
  const { config, secrets } = settings
  const own = hostsOf(settings)
  const { api, preEncounter, send } = own
  const owner = createHash('sha256')
    .update(JSON.stringify([api, preEncounter, config.clientId, secrets.clientSecret]))
    .digest('hex')

  /**
   * Returns the cached token, or a new one when there is none, it expires soon, or it is the
   * `refused` one.
   */
  async function accessToken(signal: AbortSignal, refused?: string): Promise<string> {
    for (;;) {
      const cached = tokens.get(owner)
      const current = await cached?.catch(() => undefined)
      if (current && current.until > Date.now() && current.token !== refused) return current.token
      // Another call may have requested a token while this call waited.
      if (tokens.get(owner) !== cached) continue
      const asked = freshToken(settings, own, signal)
      tokens.set(owner, asked)
      try {
        return (await asked).token
      } catch (error) {
        if (tokens.get(owner) === asked) tokens.delete(owner)
        throw error
      }
    }
  }

  const attempt = async ({ method, path, body, signal, repeatable }: Call, token: string) =>
    await send({
      method,
      url: `${preEncounter}/${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
      repeatable,
    })

  return {
    /** Returns any answer of the pre-encounter API; replaces a refused token once. */
    async request(call: Call): Promise<ProviderResponse> {
      const token = await accessToken(call.signal)
      const response = await attempt(call, token)
      return response.status === 401
        ? await attempt(call, await accessToken(call.signal, token))
        : response
    },
    /** Throws when the credentials are refused; requests a token even when one is cached. */
    async signIn(signal: AbortSignal): Promise<void> {
      await accessToken(signal, (await tokens.get(owner)?.catch(() => undefined))?.token)
    },
  }
}
