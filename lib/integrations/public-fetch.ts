import { fetch } from 'undici'
import { ApiError } from '#lib/domain/api-error'
import { internalAddressIn, outboundAgent } from './outbound.ts'

type PublicRequest = {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
  timeoutMs: number
  maxBytes: number
  signal: AbortSignal
}
type PublicResponse = { status: number; headers: Record<string, string>; body: string }

const mostRedirects = 5
const redirects = new Set([301, 302, 303, 307, 308])

const refused = (message: string) => ApiError.invalid([{ path: 'url', message }], message)

/** Errors of connections that were never made: nothing was sent. */
const notConnected = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/

function unanswered(error: unknown, redirected: boolean): ApiError {
  const { code } = ((error as { cause?: unknown }).cause ?? {}) as { code?: unknown }
  const sent = redirected || typeof code !== 'string' || !notConnected.test(code)
  const message = sent ? 'The connection broke before the whole answer was there.' : 'The address could not be reached. Check it, and that the server is running.'
  return new ApiError('provider_error', message, { provider: 'http', sent }, { cause: error })
}

function checkedUrl(text: string): URL {
  if (!URL.canParse(text)) throw refused('This is not an address like https://api.example.com/path.')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused('Only http and https addresses can be called.')
  if (url.username || url.password) throw refused('An address may not hold a user name or password. Send credentials as a header.')
  return url
}

async function readText(body: AsyncIterable<Uint8Array> | null, maxBytes: number, status: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new ApiError('provider_error', `The answer is larger than ${Math.round(maxBytes / 1024)} KB.`, { provider: 'http', status })
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** Headers that speak for the caller; they stay with the host they were meant for. */
const credentials = /^(authorization|cookie|proxy-authorization|x-api-key)$/i

function nextRequest(request: PublicRequest, from: URL, to: URL, status: number): PublicRequest {
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => from.origin === to.origin || !credentials.test(name)))
  const { body: _body, ...withoutBody } = request
  const becomesGet = status === 303 || ((status === 301 || status === 302) && request.method === 'POST')
  return becomesGet ? { ...withoutBody, method: 'GET', headers, url: to.href } : { ...request, headers, url: to.href }
}

/**
 * Calls an address that a customer wrote, and never an internal one: checked before, at the connection itself and after every redirect (OWASP SSRF
 * prevention). `allowed` are `host:port` pairs an operator let through. Answers of any status are returned; throws ApiError `invalid_request` for an
 * address that may not be called, `provider_timeout`, or `provider_error` (`details.sent` tells whether the request may have been received).
 */
export async function publicFetch(request: PublicRequest, allowed: readonly string[]): Promise<PublicResponse> {
  const timeout = AbortSignal.timeout(request.timeoutMs)
  const signal = AbortSignal.any([timeout, request.signal])
  let current = request
  let hop = 0
  let status = 0
  try {
    for (; hop <= mostRedirects; hop++) {
      const url = checkedUrl(current.url)
      const response = await fetch(url, {
        method: current.method,
        headers: { 'user-agent': 'Rounds', ...current.headers },
        ...(current.body === undefined ? {} : { body: current.body }),
        redirect: 'manual',
        dispatcher: outboundAgent(url, allowed),
        signal,
      })
      status = response.status
      const location = response.headers.get('location')
      if (!redirects.has(status) || !location) {
        const body = await readText(response.body, request.maxBytes, status)
        return { status, headers: Object.fromEntries(response.headers), body }
      }
      await response.body?.cancel()
      if (!URL.canParse(location, url)) throw new ApiError('provider_error', 'The server redirects to something that is no address.', { provider: 'http', status })
      current = nextRequest(current, url, new URL(location, url), status)
    }
    throw new ApiError('provider_error', `The server redirects more than ${mostRedirects} times.`, { provider: 'http', status })
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (request.signal.aborted) throw request.signal.reason
    if (timeout.aborted) throw new ApiError('provider_timeout', `No answer within ${request.timeoutMs / 1000} seconds.`, { provider: 'http' }, { cause: error })
    const internal = internalAddressIn(error)
    if (internal) throw refused(internal.sentence)
    throw unanswered(error, hop > 0)
  }
}
