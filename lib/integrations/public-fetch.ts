import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, fetch } from 'undici'
import { ApiError } from '#lib/domain/api-error'
import { isPublicAddress } from './public-address.ts'

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

class InternalAddress extends Error {}

const refused = (message: string, details: Record<string, unknown> = {}) => new ApiError('invalid_request', message, { issues: [{ path: 'url', message }], ...details })
const internal = (host: string) => refused(`"${host}" is an internal address, which workflows may not reach. An operator can allow it in HTTP_ALLOW_PRIVATE.`)

/**
 * Resolves names and lets only public addresses through. It is the connection's own look-up, so what was checked is what is connected to: a name that
 * answers differently the second time (DNS rebinding) gains nothing.
 */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '', 0)
    const bad = addresses.find(({ address }) => !isPublicAddress(address))
    const [first] = addresses
    if (bad || !first) return callback(new InternalAddress(hostname), '', 0)
    if (options.all) return callback(null, addresses)
    callback(null, first.address, first.family)
  })
}

const publicAgent = new Agent({ connect: { lookup: publicLookup } })
const allowedAgent = new Agent()

function checkedUrl(text: string, allowed: readonly string[]): { url: URL; agent: Agent } {
  if (!URL.canParse(text)) throw refused('This is not an address like https://api.example.com/path.')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused('Only http and https addresses can be called.')
  if (url.username || url.password) throw refused('An address may not hold a user name or password. Send credentials as a header.')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  if (allowed.includes(`${host}:${port}`)) return { url, agent: allowedAgent }
  // A literal address never goes through the look-up. URL has normalised decimal, octal and hexadecimal forms by now.
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw internal(host)
  return { url, agent: publicAgent }
}

async function readText(body: AsyncIterable<Uint8Array> | null, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new ApiError('provider_error', `The answer is larger than ${Math.round(maxBytes / 1024)} KB.`, { provider: 'http' })
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
 * address that may not be called, `provider_timeout`, `provider_error`.
 */
export async function publicFetch(request: PublicRequest, allowed: readonly string[]): Promise<PublicResponse> {
  const timeout = AbortSignal.timeout(request.timeoutMs)
  const signal = AbortSignal.any([timeout, request.signal])
  let current = request
  try {
    for (let hop = 0; hop <= mostRedirects; hop++) {
      const { url, agent } = checkedUrl(current.url, allowed)
      const response = await fetch(url, {
        method: current.method,
        headers: { 'user-agent': 'Rounds', ...current.headers },
        ...(current.body === undefined ? {} : { body: current.body }),
        redirect: 'manual',
        dispatcher: agent,
        signal,
      })
      const location = response.headers.get('location')
      if (!redirects.has(response.status) || !location) {
        const body = await readText(response.body, request.maxBytes)
        return { status: response.status, headers: Object.fromEntries(response.headers), body }
      }
      await response.body?.cancel()
      if (!URL.canParse(location, url)) throw new ApiError('provider_error', 'The server redirects to something that is no address.', { provider: 'http', status: response.status })
      current = nextRequest(current, url, new URL(location, url), response.status)
    }
    throw new ApiError('provider_error', `The server redirects more than ${mostRedirects} times.`, { provider: 'http' })
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (request.signal.aborted) throw request.signal.reason
    if (timeout.aborted) throw new ApiError('provider_timeout', `No answer within ${request.timeoutMs / 1000} seconds.`, { provider: 'http' }, { cause: error })
    if ((error as { cause?: unknown }).cause instanceof InternalAddress) throw internal(new URL(current.url).hostname)
    throw new ApiError('provider_error', 'The address could not be reached, or the connection broke.', { provider: 'http' }, { cause: error })
  }
}
