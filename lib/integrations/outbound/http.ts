import { setTimeout as delay } from 'node:timers/promises'
import { fetch } from 'undici'
import { ApiError } from '#lib/domain/api-error'
import { countOf } from '#lib/domain/count-of'
import { parseExactJson } from '#lib/domain/exact-json'
import { readCapped } from '#lib/read-capped'
import { traceHeaders } from '#lib/telemetry'
import { internalAddressIn, outboundAgent } from './outbound-agent.ts'

export type ProviderRequest = {
  method: 'GET' | 'POST' | 'PUT'
  /** Absolute; it must be on the client's host. */
  url: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  signal: AbortSignal
  /** The provider treats a repeated call as one (a read, or a write with an idempotency key). */
  repeatable: boolean
}

type AnswerHeaders = { get(name: string): string | null }
/** `text` is decoded on access, because an answer may be a file. */
export type ProviderResponse = {
  status: number
  headers: AnswerHeaders
  bytes: Uint8Array
  readonly text: string
  json(): unknown
}

/** `allowPrivate`: internal `host:port` pairs that an operator allowed. */
type Options = {
  provider: string
  origin: string
  allowPrivate: readonly string[]
  timeoutMs?: number
  maxBytes?: number
}

const attempts = 3
const longestPauseMs = 5000
const passing = new Set([429, 502, 503, 504])

/** Seconds or a date (RFC 9110 §10.2.3), in milliseconds. */
function retryAfterMs(headers: AnswerHeaders): number | undefined {
  const value = headers.get('retry-after')
  if (!value) return undefined
  const seconds = Number(value)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

const tooLarge = (provider: string, status: number, maxBytes: number): ApiError =>
  new ApiError(
    'provider_error',
    `The provider answered more than ${Math.floor(maxBytes / 1024 / 1024)} MB.`,
    { provider, status },
  )

function parse(text: string, provider: string, status: number): unknown {
  try {
    return parseExactJson(text)
  } catch (error) {
    throw new ApiError(
      'provider_error',
      'The provider answered something that is not JSON.',
      { provider, status },
      { cause: error },
    )
  }
}

function answered(
  status: number,
  headers: AnswerHeaders,
  bytes: Buffer,
  provider: string,
): ProviderResponse {
  let decoded: string | undefined
  const text = () => {
    decoded ??= new TextDecoder().decode(bytes)
    return decoded
  }
  return {
    status,
    headers,
    bytes,
    get text() {
      return text()
    },
    json: () => parse(text(), provider, status),
  }
}

/** No answer arrived, for another reason than the time limit, which is reported at once. */
const connectionBroke = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.code === 'provider_error' &&
  error.details['status'] === undefined &&
  error.details['code'] === undefined

type Limits = Required<Options>

/** Sends a request once. Throws the error of `failureOf`. */
async function sendOnce(request: ProviderRequest, limits: Limits): Promise<ProviderResponse> {
  const { provider, allowPrivate, timeoutMs, maxBytes } = limits
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: {
        accept: 'application/json',
        'user-agent': 'Rounds',
        ...traceHeaders(),
        ...request.headers,
      },
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: 'manual',
      dispatcher: outboundAgent(new URL(request.url), allowPrivate),
      signal: AbortSignal.any([timeout, request.signal]),
    })
    const { status, headers, body } = response
    const bytes = await readCapped(body, maxBytes, () => tooLarge(provider, status, maxBytes))
    return answered(status, headers, bytes, provider)
  } catch (error) {
    throw failureOf(error, request.signal, timeout, limits)
  }
}

/** The error for a call without a usable answer. */
function failureOf(
  error: unknown,
  caller: AbortSignal,
  timeout: AbortSignal,
  { provider, timeoutMs }: Limits,
): unknown {
  if (error instanceof ApiError) return error
  if (timeout.aborted)
    return new ApiError(
      'provider_timeout',
      `The provider did not answer within ${countOf(timeoutMs / 1000, 'second')}.`,
      { provider },
      { cause: error },
    )
  if (caller.aborted) return caller.reason
  const internal = internalAddressIn(error)
  if (internal)
    return new ApiError('provider_error', internal.sentence, {
      provider,
      code: 'internal_address',
    })
  return new ApiError(
    'provider_error',
    'The provider could not be reached, or broke the connection. ' +
      'Check its address and that it is running.',
    { provider },
    { cause: error },
  )
}

/**
 * An HTTP client for one provider: only its own host and no internal address (a credential never
 * goes elsewhere, redirects are not followed), a time limit, a size limit, and up to two more tries
 * of repeatable calls on 429, 5xx (after `Retry-After`) and broken connections. Returns answers of
 * any status; throws ApiError `provider_timeout`, or `provider_error` without a usable answer.
 */
export function providerHttp(options: Options) {
  const { provider, origin, timeoutMs = 15_000, maxBytes = 10 * 1024 * 1024 } = options
  const limits = { ...options, timeoutMs, maxBytes }

  return async function send(request: ProviderRequest): Promise<ProviderResponse> {
    if (!URL.canParse(request.url) || new URL(request.url).origin !== origin)
      throw new ApiError(
        'provider_error',
        'The provider named an address on another host; it was not followed.',
        { provider },
      )
    for (let attempt = 1; ; attempt++) {
      const last = attempt === attempts || !request.repeatable
      try {
        const response = await sendOnce(request, limits)
        if (last || !passing.has(response.status)) return response
        const pause = retryAfterMs(response.headers) ?? 200 * 2 ** attempt
        if (pause > longestPauseMs) return response
        await delay(pause, undefined, { signal: request.signal })
      } catch (error) {
        if (last || request.signal.aborted || !connectionBroke(error)) throw error
      }
    }
  }
}
