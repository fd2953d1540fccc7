import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/**
 * What Postgres stores instead of a password (RFC 5803). Sent in its place, so that the password
 * itself is in no server log.
 */
export function scramVerifier(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, 4096, 32, 'sha256')
  const key = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(key('Client Key')).digest('base64')
  return `SCRAM-SHA-256$4096:${salt.toString('base64')}$${stored}:${key('Server Key').toString('base64')}`
}
