import { randomBytes } from 'node:crypto'

import { v7 } from 'uuid'

/** A new id: UUID version 7 (RFC 9562), so ids sort by the time they were made and index pages stay dense. */
export function newId(): string {
  return v7()
}

/** The first id that `newId` could make at this instant; ids of a period are those between two of these. */
export function firstIdAt(instant: Date): string {
  const hex = instant.getTime().toString(16).padStart(12, '0').padEnd(32, '0')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** When this id was made, to the millisecond. */
export function instantOfId(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
}

/** A secret of `bytes` random bytes, written in base64url (32 bytes are 43 characters). */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}
