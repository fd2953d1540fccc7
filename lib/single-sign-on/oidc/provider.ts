import { createHash } from 'node:crypto'
import { createRemoteJWKSet, customFetch as jwksFetch } from 'jose'
import { LRUCache } from 'lru-cache'
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  None,
} from 'openid-client'
import { env } from '#lib/env'
import { clientSecretOf, type OidcConnection } from '../connection-row.ts'
import { guardedFetch } from '../guarded-fetch.ts'
import { SsoRefusal } from '../provider-identity.ts'

export type OidcProvider = {
  issuer: string
  clientId: string
  client: Configuration
  keys: ReturnType<typeof createRemoteJWKSet>
}

/** How long a provider's metadata are believed: 10 minutes. */
const ttlMs = 10 * 60_000

const known = new LRUCache<string, Promise<OidcProvider>>({ max: 200, ttl: ttlMs })

/** Plain HTTP only where an operator allowed this very address. */
function isAllowedPlain(issuer: URL): boolean {
  const port = issuer.port || '80'
  return (
    issuer.protocol === 'http:' && env().HTTP_ALLOW_PRIVATE.includes(`${issuer.hostname}:${port}`)
  )
}

/** The way in which the client shows its secret: HTTP Basic is the default (OIDC Core §9). */
function clientAuthOf(methods: string[] | undefined, secret: string | undefined) {
  if (secret === undefined) return None()
  return methods === undefined || methods.includes('client_secret_basic')
    ? ClientSecretBasic(secret)
    : ClientSecretPost(secret)
}

async function discover(connection: OidcConnection): Promise<OidcProvider> {
  const { issuer, clientId } = connection.config
  const secret = clientSecretOf(connection)
  const address = new URL(issuer)
  const plain = isAllowedPlain(address)
  if (address.protocol !== 'https:' && !plain)
    throw new SsoRefusal('sso_unavailable', 'The issuer must be an https address.')
  const execute = plain ? [allowInsecureRequests] : []
  const options = { [customFetch]: guardedFetch, execute, timeout: 10 }
  // Refuses metadata with another issuer than the one asked (OIDC Discovery §4.3), such as those
  // of an address that serves every tenant.
  const found = await discovery(address, clientId, secret, None(), options)
  const server = found.serverMetadata()
  const methods = server.token_endpoint_auth_methods_supported
  const client = new Configuration(server, clientId, secret, clientAuthOf(methods, secret))
  client[customFetch] = guardedFetch
  client.timeout = 10
  if (plain) allowInsecureRequests(client)
  if (!server.jwks_uri) throw new SsoRefusal('sso_unavailable', 'The provider names no keys.')
  const keys = createRemoteJWKSet(new URL(server.jwks_uri), {
    [jwksFetch]: guardedFetch,
    timeoutDuration: 10_000,
    cacheMaxAge: ttlMs,
  })
  return { issuer: server.issuer, clientId, client, keys }
}

/**
 * The provider of a connection, with its metadata and its cached keys. Throws SsoRefusal when it
 * cannot be reached, may not be called, or says something else than its address.
 */
export async function oidcProviderOf(connection: OidcConnection): Promise<OidcProvider> {
  const { id, config, secrets } = connection
  // Settings that change make another entry.
  const key = createHash('sha256')
    .update(JSON.stringify([id, config, secrets]))
    .digest('hex')
  const kept = known.get(key)
  if (kept) return await kept
  const found = discover(connection)
  known.set(key, found)
  try {
    return await found
  } catch (error) {
    known.delete(key)
    if (error instanceof SsoRefusal) throw error
    const { message } = error as Error
    throw new SsoRefusal(
      'sso_unavailable',
      `The provider's metadata at ${config.issuer} cannot be used: ${message}`,
      error,
    )
  }
}
