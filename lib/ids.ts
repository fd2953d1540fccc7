import { randomBytes, randomFillSync } from 'node:crypto'

import { v7 } from 'uuid'

/**
 * Whether a text is an id, for places that take an id or a slug. What a request holds is checked by
 * zod instead.
 */
export { validate as isUuid } from 'uuid'

/**
 * Random bytes for some ids to come: to ask for 16 at a time costs four times what the rest of an
 * id does.
 */
const pool = new Uint8Array(16 * 256)
let used = pool.length
let msecs = -Infinity
let seq = 0

/**
 * A new id: UUID version 7 (RFC 9562), so ids sort by the time they were made and index pages stay
 * dense. Those of one process rise, also within a millisecond, by a counter of 32 bits that begins
 * anywhere.
 */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const random = pool.subarray(used, (used += 16))
  const now = Date.now()
  if (now > msecs) {
    msecs = now
    seq = new DataView(pool.buffer, random.byteOffset).getUint32(6) >>> 1
  } else seq = (seq + 1) | 0
  // Two thousand million ids further it would begin again, so the time is put forward instead.
  if (seq === 0) msecs++
  return v7({ random, msecs, seq })
}

/**
 * The first id that `newId` could make at this instant; ids of a period are those between two of
 * these. Of an instant before 1970, which no id can hold, the first of all.
 */
export function firstIdAt(instant: Date): string {
  const hex = Math.max(0, instant.getTime()).toString(16).padStart(12, '0').padEnd(32, '0')
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
