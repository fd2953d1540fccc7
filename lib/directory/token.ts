import { createHash } from 'node:crypto'
import { randomToken } from '#lib/ids'

/** Only the SHA-256 of a token is stored: 256 random bits need no salt. */
export const hashOfToken = (token: string): string =>
  createHash('sha256').update(token, 'utf8').digest('hex')

/** A new token of a directory that pushes, after a prefix that secret scanners can find. */
export function newDirectoryToken(): { token: string; hash: string; prefix: string } {
  const token = `rscim_${randomToken(32)}`
  return { token, hash: hashOfToken(token), prefix: token.slice(0, 12) }
}
