import { randomUUID } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, importJWK, importPKCS8, SignJWT, type JWK } from 'jose'
import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { addressField } from '../address-field.ts'
import { providerHttp, type ProviderResponse } from '../outbound/http.ts'
import { TokenCache } from '../outbound/token-cache.ts'

/** Settings that every FHIR R4 provider shares. */
export const fhirConfigFields = {
  baseUrl: addressField('FHIR base address', 'For example https://ehr.example.com/fhir/r4.'),
  auth: z
    .enum(['none', 'bearer', 'backend-services'])
    .default('backend-services')
    .meta({
      title: 'Sign-in',
      enumNames: ['None', 'Bearer token', 'SMART backend services'],
      description: 'SMART backend services (a signed assertion), a fixed bearer token, or none.',
    }),
  tokenUrl: addressField(
    'Token address',
    'For SMART backend services: where access tokens are asked for.',
  ).optional(),
  clientId: z
    .string()
    .max(200)
    .optional()
    .meta({ title: 'Client id', description: 'For SMART backend services.' }),
  keyId: z
    .string()
    .max(200)
    .optional()
    .meta({ title: 'Key id', description: 'The kid of the public key that the provider knows.' }),
  timeoutSeconds: z
    .int()
    .min(1)
    .max(120)
    .default(15)
    .meta({ title: 'Time limit', description: 'Seconds to wait for an answer.' }),
  scope: z
    .string()
    .max(500)
    .optional()
    .meta({ title: 'Scope', description: 'When empty: what this connection needs.' }),
}

export const fhirSecrets = z.object({
  privateKey: z.string().optional().meta({
    title: 'Private key',
    description: 'PKCS#8 PEM or JWK, for SMART backend services (RS384 or ES384).',
    'x-formFieldType': 'long-text',
  }),
  token: z
    .string()
    .optional()
    .meta({ title: 'Bearer token', description: 'For sign-in with a fixed token.' }),
})

type Config = {
  baseUrl: string
  timeoutSeconds: number
  auth: 'none' | 'bearer' | 'backend-services'
  tokenUrl?: string | undefined
  clientId?: string | undefined
  keyId?: string | undefined
  scope?: string | undefined
}
type Secrets = z.output<typeof fhirSecrets>

type Call = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: unknown
  signal: AbortSignal
  repeatable: boolean
}

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().optional() })
const outcomeSchema = z.object({
  resourceType: z.literal('OperationOutcome'),
  issue: z
    .array(
      z.object({
        severity: z.string().optional(),
        code: z.string().optional(),
        expression: z.array(z.string()).optional(),
      }),
    )
    .default([]),
})
/** The error of a token endpoint (RFC 6749 5.2): a code of letters and underscores. */
const oauthErrorSchema = z.object({ error: z.string().regex(/^[a-z_]{1,60}$/) })
/**
 * The path of an element, as `issue.expression` should be (R4 OperationOutcome), without a value.
 */
const isElementPath = (path: string): boolean => /^[A-Za-z][A-Za-z0-9.[\]]{0,150}$/.test(path)

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
/** By client and key. */
const tokens = new TokenCache(30)

function incomplete(what: string): ApiError {
  return new ApiError(
    'provider_error',
    `This connection is not complete: ${what}. An owner can add it under Connections.`,
    { provider: 'fhir' },
  )
}

type SigningKey = { key: CryptoKey | Uint8Array; alg: 'RS384' | 'ES384'; keyId: string }

/**
 * SMART App Launch 2 requires a kid. Where the connection names none, it is the key's thumbprint
 * (RFC 7638), which tools that create key sets use.
 */
const thumbprintOf = async (key: JWK): Promise<string> => await calculateJwkThumbprint(key)

/** Reads a private key as PKCS#8 PEM or JWK, with its algorithm. */
async function signingKey(text: string): Promise<SigningKey> {
  if (text.startsWith('{')) {
    const jwk = JSON.parse(text) as JWK
    const alg = jwk.kty === 'EC' ? 'ES384' : 'RS384'
    return { key: await importJWK(jwk, alg), alg, keyId: jwk.kid ?? (await thumbprintOf(jwk)) }
  }
  const tried = async (alg: SigningKey['alg']) => {
    // Extractable, because the thumbprint needs its public part.
    const key = await importPKCS8(text, alg, { extractable: true })
    return { key, alg, keyId: await thumbprintOf(await exportJWK(key)) }
  }
  return await tried('RS384').catch(() => tried('ES384'))
}

/**
 * SMART App Launch 2, backend services: a JWT signed with RS384 or ES384, valid for at most five
 * minutes.
 */
async function clientAssertion(config: Config, secrets: Secrets): Promise<string> {
  if (!config.clientId || !config.tokenUrl || !secrets.privateKey)
    throw incomplete('sign-in by backend services needs client id, token address and private key')
  const { key, alg, keyId } = await signingKey(secrets.privateKey.trim()).catch(() => {
    throw incomplete(
      'the private key is neither PKCS#8 PEM nor a JWK, of RSA or of the curve P-384',
    )
  })
  const kid = config.keyId || keyId
  return await new SignJWT({})
    .setProtectedHeader({ alg, typ: 'JWT', kid })
    .setIssuer(config.clientId)
    .setSubject(config.clientId)
    .setAudience(config.tokenUrl)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime('4 minutes')
    .sign(key)
}

/** The code of a refusal, and the elements that it names. */
function refusalOf(response: ProviderResponse): { code: string | undefined; fields: string[] } {
  let answer: unknown
  try {
    answer = response.json()
  } catch {
    return { code: undefined, fields: [] }
  }
  const [issue] = outcomeSchema.safeParse(answer).data?.issue ?? []
  const fields = (issue?.expression ?? []).filter(isElementPath).slice(0, 5)
  return { code: issue?.code ?? oauthErrorSchema.safeParse(answer).data?.error, fields }
}

/**
 * Our error for an unsuccessful answer. It includes the provider's own code, but not its free text,
 * which may name the patient.
 */
export function fhirError(response: ProviderResponse): ApiError {
  const { status } = response
  const { code, fields } = refusalOf(response)
  const details = {
    provider: 'fhir',
    status,
    ...(code ? { code } : {}),
    ...(fields.length > 0 ? { fields } : {}),
  }
  const pause = response.headers.get('retry-after')
  const options = pause ? { headers: { 'retry-after': pause } } : {}
  if (status === 401 || status === 403)
    return new ApiError(
      'provider_error',
      `The provider refused our credentials (${status}). Check them under Connections.`,
      details,
    )
  if (status === 429)
    return new ApiError(
      'provider_error',
      'The provider asks us to slow down. Try again later.',
      details,
      options,
    )
  const why = [String(status), code, ...fields].filter(Boolean).join(', ')
  return new ApiError(
    'provider_error',
    `The provider refused the request (${why}).`,
    details,
    options,
  )
}

/** `maxBytes` of an answer, where the usual 10 MB do not suffice. */
type Settings = {
  config: Config
  secrets: Secrets
  allowPrivate: readonly string[]
  maxBytes?: number
}

type Http = ReturnType<typeof providerHttp>

/** Asks the token endpoint (SMART backend services) for an access token, and caches it. */
async function freshToken(
  { config, secrets }: Settings,
  scope: string,
  { key, http, signal }: { key: string; http: (url: string) => Http; signal: AbortSignal },
): Promise<string> {
  const assertion = await clientAssertion(config, secrets)
  const tokenUrl = config.tokenUrl ?? ''
  const response = await http(tokenUrl)({
    method: 'POST',
    url: tokenUrl,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: config.scope ?? scope,
      client_assertion_type: assertionType,
      client_assertion: assertion,
    }).toString(),
    signal,
    repeatable: true,
  })
  if (response.status !== 200) throw fhirError(response)
  const parsed = tokenSchema.safeParse(response.json())
  if (!parsed.success)
    throw new ApiError('provider_error', 'The provider answered no access token.', {
      provider: 'fhir',
      status: response.status,
    })
  const { access_token: token, expires_in: seconds = 300 } = parsed.data
  tokens.set(key, token, seconds)
  return token
}

/** A FHIR R4 server, signed in to as the connection says. */
export function fhirClient(settings: Settings, defaultScope: string) {
  const { config, secrets, allowPrivate, maxBytes } = settings
  const base = config.baseUrl.replace(/\/+$/, '')
  const http = (url: string): Http =>
    providerHttp({
      provider: 'fhir',
      origin: new URL(url).origin,
      allowPrivate,
      timeoutMs: config.timeoutSeconds * 1000,
      ...(maxBytes === undefined ? {} : { maxBytes }),
    })
  const send = http(base)

  async function accessToken(signal: AbortSignal, fresh: boolean): Promise<string | undefined> {
    if (config.auth === 'none') return undefined
    if (config.auth === 'bearer') {
      if (!secrets.token) throw incomplete('sign-in by bearer token needs the token')
      return secrets.token
    }
    const key = JSON.stringify([config.tokenUrl, config.clientId, config.scope, secrets.privateKey])
    const cached = fresh ? undefined : tokens.get(key)
    return cached ?? (await freshToken(settings, defaultScope, { key, http, signal }))
  }

  async function attempt(call: Call, fresh: boolean): Promise<ProviderResponse> {
    const token = await accessToken(call.signal, fresh)
    return await send({
      method: call.method,
      url: call.path.startsWith('http') ? call.path : `${base}/${call.path}`,
      headers: {
        accept: 'application/fhir+json',
        ...(call.body === undefined ? {} : { 'content-type': 'application/fhir+json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...call.headers,
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      signal: call.signal,
      repeatable: call.repeatable,
    })
  }

  /** Returns any answer of the server; replaces a refused token once. */
  return async function request(call: Call): Promise<ProviderResponse> {
    const response = await attempt(call, false)
    return response.status === 401 && config.auth === 'backend-services'
      ? await attempt(call, true)
      : response
  }
}
