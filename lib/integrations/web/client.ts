import { X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { addressBelow, isBelow } from '#lib/domain/provider/address-below'
import { ApiError } from '#lib/domain/api-error'
import type { ClientTls } from '../outbound/outbound-agent.ts'
import { publicFetch } from '../outbound/public-fetch.ts'
import type { WebAnswer, WebPort, WebRequest } from './port.ts'

type Headers = Record<string, string>
/**
 * Answers the headers that sign a call in. `refused` are those that the server did not accept;
 * without `renews` they would be the same again.
 */
export type SignIn = {
  renews: boolean
  headers(tls: ClientTls | undefined, refused?: Headers): Headers | Promise<Headers>
}

type Tls = {
  clientCertificate?: string | undefined
  clientKey?: string | undefined
  clientKeyPassphrase?: string | undefined
  authority?: string | undefined
}
type Settings = {
  config: { baseUrl: string; testPath: string }
  secrets: Tls
  allowPrivate: readonly string[]
}

const testMs = 15_000
const testBytes = 1024 * 1024

/** The error for a connection that lacks something; nothing was sent. */
export function incomplete(what: string): ApiError {
  return new ApiError(
    'provider_error',
    `This connection is not complete: ${what}. An owner can add it under Connections.`,
    { provider: 'web', code: 'incomplete', sent: false },
  )
}

/** The client certificate and the authority; undefined where the connection has neither. */
function tlsOf(secrets: Tls): ClientTls | undefined {
  const { clientCertificate: cert, clientKey: key, clientKeyPassphrase, authority: ca } = secrets
  if ((cert === undefined) !== (key === undefined))
    throw incomplete('a client certificate and its key belong together')
  if (!cert && !ca) return undefined
  const tls = {
    ...(cert && key ? { cert, key } : {}),
    ...(cert && clientKeyPassphrase ? { passphrase: clientKeyPassphrase } : {}),
    ...(ca ? { ca } : {}),
  }
  try {
    createSecureContext(tls)
    // A context takes a text without a certificate as no authority at all.
    if (ca) new X509Certificate(ca)
  } catch {
    throw incomplete('the certificates cannot be read, or the key is of another certificate')
  }
  return tls
}

function requireSuccess({ status }: WebAnswer): string {
  if (status < 300) return `The server answered ${status}.`
  const message =
    status === 401 || status === 403
      ? `The server refused our credentials (${status}).`
      : `The server answered ${status}. Check the address and the path for the test.`
  throw new ApiError('provider_error', message, { provider: 'web', status })
}

/** A web server, signed in to as the connection says. */
export function webPort({ config, secrets, allowPrivate }: Settings, signIn: SignIn): WebPort {
  const { baseUrl, testPath } = config

  async function attempt(request: WebRequest, refused?: Headers) {
    const tls = tlsOf(secrets)
    const headers = await signIn.headers(tls, refused)
    request.signal.throwIfAborted()
    const own = { headers, ...(tls ? { tls } : {}) }
    const answer = await publicFetch({ ...request, own }, allowPrivate)
    return { answer, headers }
  }

  async function send(request: WebRequest): Promise<WebAnswer> {
    if (!isBelow(baseUrl, request.url)) throw elsewhere()
    if (!signIn.renews) return (await attempt(request)).answer
    const { receive } = request
    const first = await attempt({
      ...request,
      ...(receive ? { receive: (got) => (got.status === 401 ? undefined : receive(got)) } : {}),
    })
    if (first.answer.status !== 401) return first.answer
    return (await attempt(request, first.headers)).answer
  }

  return {
    baseUrl,
    send,
    async test(signal) {
      const url = addressBelow(baseUrl, testPath)
      if (!url) throw elsewhere()
      const limits = { timeoutMs: testMs, maxBytes: testBytes, signal }
      return requireSuccess(await send({ url, method: 'GET', headers: {}, ...limits }))
    },
  }
}

function elsewhere(): ApiError {
  const message = 'A connection is called only at paths below its address.'
  return ApiError.invalid([{ path: 'url', message }], message)
}
