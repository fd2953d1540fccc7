import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '#lib/env'

const macBytes = 16
const idBytes = 16
/** RFC 4648 §6 in lower case: servers on the way may change the case of an address. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = text
    .split('')
    .map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0'))
    .join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

const macOf = (id: Uint8Array): Buffer =>
  createHmac('sha256', deriveKey('mail reports')).update(id).digest().subarray(0, macBytes)

/** A name of a mail that only we can make: 52 characters of `[a-z2-7]`. */
export function mailToken(mailId: string): string {
  const id = Buffer.from(mailId.replaceAll('-', ''), 'hex')
  return toBase32(Buffer.concat([id, macOf(id)]))
}

/** The mail that a token names; undefined for a forged one. */
export function mailOfToken(token: string): string | undefined {
  const text = token.toLowerCase()
  if (!/^[a-z2-7]{52}$/.test(text)) return undefined
  const bytes = fromBase32(text)
  const id = bytes.subarray(0, idBytes)
  if (!timingSafeEqual(bytes.subarray(idBytes, idBytes + macBytes), macOf(id))) return undefined
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The envelope sender of a mail (VERP), at most 64 characters before the `@`. */
export const bounceAddress = (mailId: string, domain: string): string =>
  `bounce+${mailToken(mailId)}@${domain}`

/** The mail whose reports go to this address; undefined when it is no address of ours. */
export function mailOfAddress(address: string): string | undefined {
  const token = /^<?bounce\+([a-z2-7]{52})@/i.exec(address.trim())?.[1]
  return token === undefined ? undefined : mailOfToken(token)
}
