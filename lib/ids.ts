import { randomBytes } from 'node:crypto'

import { v7 } from 'uuid'

/** A new id: UUID version 7 (RFC 9562), so ids sort by the time they were made and index pages stay dense. */
export function newId(): string {
  return v7()
}

/** A secret of `bytes` random bytes, written in base64url (32 bytes are 43 characters). */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}
