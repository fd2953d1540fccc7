import { createHmac, timingSafeEqual } from 'node:crypto'
import { ApiError } from '#lib/domain/api-error'
import type { WebhookSignature } from '#lib/domain/webhook'
import { isFresh } from '#lib/integrations/signed-webhook'

type Headers = { get(name: string): string | null }
type Signed = { signature: WebhookSignature; secret: string; headers: Headers; body: Uint8Array }

const refused = (message: string): ApiError => new ApiError('unauthorized', message)
const missing = (name: string): ApiError =>
  refused(`There is no signature in the header ${name}. Nothing was started.`)
const wrong = (name: string): ApiError =>
  refused(
    `The signature in the header ${name} is not that of this body with the secret that we know.`,
  )
const old = (): ApiError =>
  refused('The time of the signature differs by more than five minutes from ours.')

/** The key of a secret of Standard Webhooks: Base64, usually after `whsec_`; undefined for others. */
export function standardKey(secret: string): Buffer | undefined {
  const text = secret.replace(/^whsec_/, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined
  const key = Buffer.from(text, 'base64')
  return key.length >= 16 ? key : undefined
}

/** Whether one of these is the HMAC-SHA256 of the parts; each is compared in constant time. */
function isOneOf(given: Buffer[], key: string | Buffer, parts: (string | Uint8Array)[]): boolean {
  const hmac = createHmac('sha256', key)
  for (const part of parts) hmac.update(part)
  const expected = hmac.digest()
  return given.some((each) => each.length === expected.length && timingSafeEqual(each, expected))
}

/** 32 bytes as hex, also after `sha256=`, or as Base64. */
function digestIn(text: string): Buffer {
  const digest = text.trim().replace(/^sha256=/i, '')
  return Buffer.from(digest, /^[0-9a-f]{64}$/i.test(digest) ? 'hex' : 'base64')
}

function requireOfBody({ signature, secret, headers, body }: Signed): void {
  const name = signature.header ?? ''
  const given = headers.get(name)
  if (!given) throw missing(name)
  if (!isOneOf([digestIn(given)], secret, [body])) throw wrong(name)
}

/** `t=…,v1=…`; while a sender changes its secret it sends several `v1`. */
function requireWithTime({ signature, secret, headers, body }: Signed): void {
  const name = signature.header ?? ''
  const given = headers.get(name)
  if (!given) throw missing(name)
  const parts = given.split(',').map((part) => part.trim().split('=', 2) as [string, string?])
  const of = (key: string) =>
    parts.flatMap(([name_, value]) => (name_ === key && value ? [value] : []))
  const [time = ''] = of('t')
  if (!isOneOf(of('v1').map(digestIn), secret, [`${time}.`, body])) throw wrong(name)
  if (!isFresh(time)) throw old()
}

function requireStandard({ secret, headers, body }: Signed): void {
  const headerOf = (name: string): string => {
    const value = headers.get(name)
    if (!value) throw missing(name)
    return value
  }
  const id = headerOf('webhook-id')
  const time = headerOf('webhook-timestamp')
  const given = headerOf('webhook-signature')
  const signatures = given.split(' ').flatMap((each) => {
    const [version, text = ''] = each.split(',', 2)
    return version === 'v1' ? [Buffer.from(text, 'base64')] : []
  })
  const key = standardKey(secret)
  if (!key || !isOneOf(signatures, key, [`${id}.${time}.`, body])) throw wrong('webhook-signature')
  if (!isFresh(time)) throw old()
}

/**
 * Throws 401 unless a body is signed as the workflow asks for. Nothing is asked for without a secret
 * of `none`; then whoever has the address may start it.
 */
export function requireWebhookSignature(signed: Signed): void {
  switch (signed.signature.scheme) {
    case 'none':
      return
    case 'body':
      return requireOfBody(signed)
    case 'timestamp':
      return requireWithTime(signed)
    case 'standard':
      return requireStandard(signed)
  }
}
