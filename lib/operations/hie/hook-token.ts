import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '#lib/env'

type Hook = { organizationId: string; connectionId: string }

const macBytes = 16
const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')
const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
const macOf = (ids: Buffer): Buffer =>
  createHmac('sha256', deriveKey('hie webhook addresses'))
    .update(ids)
    .digest()
    .subarray(0, macBytes)

/**
 * The last part of a connection's webhook address. It names organization and connection and cannot
 * be forged, so the public endpoint makes no query for strangers. The provider's signature, not the
 * address, proves who sends a message.
 */
export function hookToken({ organizationId, connectionId }: Hook): string {
  const ids = Buffer.concat([bytesOf(organizationId), bytesOf(connectionId)])
  return Buffer.concat([ids, macOf(ids)]).toString('base64url')
}

/** Reads what the token names; undefined for a forged token. */
export function readHookToken(token: string): Hook | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 32 + macBytes) return undefined
  const ids = bytes.subarray(0, 32)
  if (!timingSafeEqual(bytes.subarray(32), macOf(ids))) return undefined
  return { organizationId: uuidOf(ids.subarray(0, 16)), connectionId: uuidOf(ids.subarray(16)) }
}
