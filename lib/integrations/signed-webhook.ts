import { createHmac, timingSafeEqual } from 'node:crypto'
import { ApiError } from '#lib/domain/api-error'

/**
 * Max difference between a message's time and ours, because an eavesdropper may repeat older
 * messages.
 */
const windowMs = 5 * 60 * 1000

export const unsigned = (): ApiError =>
  new ApiError(
    'unauthorized',
    'The signature of this message is missing, wrong or too old. It was not read.',
  )

/** Senders use both: seconds and milliseconds since 1970. */
const instantOf = (timestamp: string): number =>
  /^\d{9,14}$/.test(timestamp) ? Number(timestamp) * (timestamp.length > 11 ? 1 : 1000) : Number.NaN

/** Whether this time, in seconds or milliseconds, differs from ours by at most five minutes. */
export const isFresh = (timestamp: string): boolean =>
  Math.abs(Date.now() - instantOf(timestamp)) <= windowMs

/**
 * Throws 401 unless `signature` is the hex HMAC-SHA256 of `<timestamp>.<body>` with our secret, and
 * the timestamp differs by at most five minutes.
 */
export function requireSigned({
  secret,
  signature,
  timestamp,
  body,
}: {
  secret: string | undefined
  signature: string | null | undefined
  timestamp: string | null | undefined
  body: Uint8Array
}): void {
  if (!secret || !signature || !timestamp) throw unsigned()
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
  const given = Buffer.from(signature, 'hex')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw unsigned()
  if (!isFresh(timestamp)) throw unsigned()
}

/** The parts of a header like `t=1726000000000, v1=5257a8…`: time and signature. */
export function signedParts(header: string | null): {
  timestamp: string | undefined
  signature: string | undefined
} {
  const parts = new Map(
    (header ?? '').split(',').map((part) => part.trim().split('=', 2) as [string, string]),
  )
  return { timestamp: parts.get('t'), signature: parts.get('v1') }
}
