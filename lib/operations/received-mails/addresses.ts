import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { deriveKey, env } from '#lib/env'

/** Lower case, because mail servers may change the case of an address. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const macBytes = 12
const idBytes = 16
/** 100 bits: nobody guesses an address. */
const tokenLetters = 20
/** An address has at most 64 characters before the @ (RFC 5321 §4.5.3.1.1). */
const maxSlug = 40

function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(value >>> bits) & 31]
      value &= (1 << bits) - 1
    }
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text
}

function readBase32(text: string): Buffer | undefined {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const letter of text) {
    const five = alphabet.indexOf(letter)
    if (five < 0) return undefined
    value = (value << 5) | five
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >>> bits) & 255)
    value &= (1 << bits) - 1
  }
  return Buffer.from(bytes)
}

/** The domain of our addresses, in lower case. */
export const mailDomain = (): string =>
  (env().MAIL_IN_DOMAIN ?? new URL(env().BASE_URL).hostname).toLowerCase()

export const addressAt = (localPart: string): string => `${localPart}@${mailDomain()}`

/** Whether this installation receives mails, by its own server or by a provider's webhook. */
export const receivesMails = (): boolean =>
  env().MAIL_IN_PORT !== undefined || env().MAIL_IN_WEBHOOK_PASSWORD !== undefined

/** A new address of a workflow: its slug for people, and letters that nobody guesses. */
export function newLocalPart(slug: string): string {
  const name = slug
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, '')
    .slice(0, maxSlug)
  const letters = Array.from(randomBytes(tokenLetters), (byte) => alphabet[byte & 31]).join('')
  return name === '' ? letters : `${name}-${letters}`
}

const macOf = (id: Buffer): Buffer =>
  createHmac('sha256', deriveKey('mail reply addresses')).update(id).digest().subarray(0, macBytes)

/** The address at which a person answers a waiting run. It cannot be forged. */
export function replyAddress(id: string): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  return addressAt(`reply+${base32(Buffer.concat([bytes, macOf(bytes)]))}`)
}

/** The id of a reply address by the part before the @; undefined for one that is not ours. */
export function readReplyAddress(localPart: string): string | undefined {
  if (!localPart.startsWith('reply+')) return undefined
  const bytes = readBase32(localPart.slice('reply+'.length))
  if (bytes?.length !== idBytes + macBytes) return undefined
  const id = bytes.subarray(0, idBytes)
  if (!timingSafeEqual(bytes.subarray(idBytes), macOf(id))) return undefined
  const hex = id.toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The part before the @ of an address of ours, in lower case; undefined for other domains. */
export function localPartOf(address: string): string | undefined {
  // PostgreSQL would refuse to look for one with NUL.
  if (/\p{Cc}/u.test(address)) return undefined
  const at = address.lastIndexOf('@')
  if (at < 1 || address.slice(at + 1).toLowerCase() !== mailDomain()) return undefined
  return address.slice(0, at).toLowerCase()
}
