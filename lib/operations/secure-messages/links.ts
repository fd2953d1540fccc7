import { createHash } from 'node:crypto'
import { randomToken } from '#lib/ids'

/** The stored form of a token. */
export const hashOf = (token: string): string =>
  createHash('sha256').update(token, 'utf8').digest('base64url')

/** A token of 256 bits, and its stored form. */
export function newToken(): { token: string; tokenHash: string } {
  const token = randomToken()
  return { token, tokenHash: hashOf(token) }
}
