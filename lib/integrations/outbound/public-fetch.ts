import { pipeline, Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { request, type Dispatcher } from 'undici'
import { ApiError } from '#lib/domain/api-error'
import { countOf } from '#lib/domain/count-of'
import { readCapped } from '#lib/read-capped'
import { refuseInSandbox } from './refuse-in-sandbox.ts'
import { traceHeaders } from '#lib/telemetry'
import { streamed, type FileBody, type FormBody } from './file-body.ts'
import { internalAddressIn, outboundAgent, type ClientTls } from './outbound-agent.ts'

type Answered = { status: number; headers: Record<string, string> }

type PublicRequest = {
  url: string
  method: string
  headers: Record<string, string>
  /**
   * Credentials of a connection: headers, which replace those of the same name, and a certificate.
   * They stay with the origin of `url`; a redirect elsewhere loses them for good.
   */
  own?: { headers: Record<string, string>; tls?: ClientTls }
  body?: string | FileBody | FormBody
  /**
   * Returns a function that receives the content as it arrives, of any size. Undefined: it is read
   * as text of at most `maxBytes`.
   */
  receive?(answer: Answered): ((content: AsyncIterable<Uint8Array>) => Promise<void>) | undefined
  timeoutMs: number
  maxBytes: number
  /** How many redirects are followed; 5 when omitted. */
  maxRedirects?: number
  signal: AbortSignal
}
/** `body` is empty when `receive` consumed the content. */
type PublicResponse = Answered & { body: string }

const usualRedirects = 5
const redirects = new Set([301, 302, 303, 307, 308])

const refused = (message: string) => ApiError.invalid([{ path: 'url', message }], message)

/** Errors of connections that failed to open: nothing was sent. */
const notConnected =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/

function unanswered(error: unknown, redirected: boolean): ApiError {
  const { code } = ((error as { cause?: unknown }).cause ?? error) as { code?: unknown }
  const sent = redirected || typeof code !== 'string' || !notConnected.test(code)
  const message = sent
    ? 'The connection broke before the whole answer was there.'
    : 'The address could not be reached. Check it, and that the server is running.'
  return new ApiError('provider_error', message, { provider: 'http', sent }, { cause: error })
}

function checkedUrl(text: string): URL {
  if (!URL.canParse(text))
    throw refused('This is not an address like https://api.example.com/path.')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw refused('Only http and https addresses can be called.')
  if (url.username || url.password)
    throw refused(
      'An address may not contain a user name or password. Send credentials as a header.',
    )
  return url
}

type Arrived = Answered & {
  content: AsyncIterable<Uint8Array> | null
  discard(): Promise<unknown> | undefined
}

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Decompresses the content; leaves it unchanged when the coding is unknown. */
function decoded(content: Readable, coding = ''): Readable {
  const codings = coding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  const chain = codings.toReversed().map((name) => decoders[name]?.())
  if (chain.length === 0 || chain.includes(undefined)) return content
  return chain
    .filter((decoder) => decoder !== undefined)
    .reduce<Readable>((from, decoder) => pipeline(from, decoder, () => undefined), content)
}

/** Header names are case-insensitive: those of the caller replace ours. */
const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** The body and its headers for sending; the caller's content type has priority. */
function sentBody({ body }: PublicRequest): {
  headers: Record<string, string>
  body: string | Readable | null
} {
  if (body === undefined) return { headers: {}, body: null }
  if (typeof body !== 'string') {
    const file = streamed(body)
    return { headers: file.headers, body: Readable.from(file.read(), { objectMode: false }) }
  }
  return { headers: { 'content-type': 'text/plain;charset=UTF-8' }, body }
}

/**
 * Sends one request and does not follow redirects. It uses undici's `request`, because `fetch`
 * costs a fifth of a worker's CPU, and buffers a streamed body so that it could send it twice.
 */
async function send(
  url: URL,
  asked: PublicRequest,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<Arrived> {
  const sent = sentBody(asked)
  const response = await request(url, {
    method: asked.method as Dispatcher.HttpMethod,
    headers: {
      accept: '*/*',
      'accept-encoding': 'gzip, br',
      'user-agent': 'Rounds',
      ...traceHeaders(),
      ...sent.headers,
      ...lowerCased(asked.headers),
      ...lowerCased(asked.own?.headers ?? {}),
    },
    body: sent.body,
    dispatcher,
    signal,
  })
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value = '']) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  )
  const { statusCode } = response
  const isEmpty =
    asked.method === 'HEAD' ||
    statusCode === 204 ||
    statusCode === 304 ||
    headers['content-length'] === '0'
  return {
    status: statusCode,
    headers,
    content: isEmpty ? response.body : decoded(response.body, headers['content-encoding']),
    discard: () => response.body.dump(),
  }
}

async function readText({ content, status }: Arrived, maxBytes: number): Promise<string> {
  const message = `The answer is larger than ${Math.round(maxBytes / 1024)} KB.`
  const tooLarge = () => new ApiError('provider_error', message, { provider: 'http', status })
  return new TextDecoder().decode(await readCapped(content, maxBytes, tooLarge))
}

/** Headers with credentials of the caller, which stay with their original host. */
const credentials = /^(authorization|cookie|proxy-authorization|x-api-key)$/i

function nextRequest(request: PublicRequest, from: URL, to: URL, status: number): PublicRequest {
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(
      ([name]) => from.origin === to.origin || !credentials.test(name),
    ),
  )
  const { own, ...others } = request
  const kept = { ...others, ...(own && from.origin === to.origin ? { own } : {}) }
  const { body: _body, ...withoutBody } = kept
  const becomesGet =
    status === 303 || ((status === 301 || status === 302) && request.method === 'POST')
  return becomesGet
    ? { ...withoutBody, method: 'GET', headers, url: to.href }
    : { ...kept, headers, url: to.href }
}

/**
 * Calls an address that a customer wrote, and never an internal one: checked before, at the
 * connection itself and after every redirect (OWASP SSRF prevention). `allowed` are `host:port`
 * pairs that an operator allowed. Returns answers of any status; throws ApiError `invalid_request`
 * for an address that may not be called, `provider_timeout`, or `provider_error` (`details.sent`
 * says whether the request may have been received).
 */
export async function publicFetch(
  asked: PublicRequest,
  allowed: readonly string[],
): Promise<PublicResponse> {
  refuseInSandbox('An HTTP request reaches a real system.')
  const timeout = AbortSignal.timeout(asked.timeoutMs)
  const signal = AbortSignal.any([timeout, asked.signal])
  const { maxRedirects = usualRedirects } = asked
  let current = asked
  let hop = 0
  let status = 0
  try {
    for (; hop <= maxRedirects; hop++) {
      const url = checkedUrl(current.url)
      const answer = await send(url, current, outboundAgent(url, allowed, current.own?.tls), signal)
      const { headers } = answer
      status = answer.status
      const location = headers['location']
      if (!redirects.has(status) || !location) {
        const take = asked.receive?.({ status, headers })
        if (!take) return { status, headers, body: await readText(answer, asked.maxBytes) }
        await take(answer.content ?? (async function* () {})())
        return { status, headers, body: '' }
      }
      await answer.discard()
      if (!URL.canParse(location, url))
        throw new ApiError(
          'provider_error',
          'The server redirects to something that is no address.',
          { provider: 'http', status },
        )
      current = nextRequest(current, url, new URL(location, url), status)
    }
    throw new ApiError('provider_error', `The server redirects more than ${maxRedirects} times.`, {
      provider: 'http',
      status,
    })
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (asked.signal.aborted) throw asked.signal.reason
    if (timeout.aborted)
      throw new ApiError(
        'provider_timeout',
        `No answer within ${countOf(asked.timeoutMs / 1000, 'second')}.`,
        { provider: 'http' },
        { cause: error },
      )
    const internal = internalAddressIn(error)
    if (internal) throw refused(internal.sentence)
    throw unanswered(error, hop > 0)
  }
}
