import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '#lib/env'

/** Six digits, each as likely as the others. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

type Of = { messageId: string; recipientId: string }

/** The keyed hash of a code of this recipient of this message: it fits nobody else. */
export const digestOf = ({ messageId, recipientId }: Of, code: string): string =>
  createHmac('sha256', deriveKey('secure message codes'))
    .update(`${messageId}|${recipientId}|${code}`)
    .digest('base64url')

/**
 * Whether a code fits a digest. Without a digest the same is computed and compared, so that the
 * time does not tell whether there is a code.
 */
export function codeFits(of: Of, given: string, digest: string | undefined): boolean {
  // People copy codes with spaces, and "123-456".
  const known = Buffer.from(digest ?? digestOf(of, ''))
  const fits = timingSafeEqual(known, Buffer.from(digestOf(of, given.replace(/[\s-]/g, ''))))
  return fits && digest !== undefined
}

/** The answer to a question as it is hashed and compared: case, accents and spaces do not matter. */
export const normalAnswer = (answer: string): string =>
  answer
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()
