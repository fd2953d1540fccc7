import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { parseReference } from '#lib/domain/run/reference'
import { firstIdAt } from '#lib/ids'

/** The ids that a reference may belong to: from `low` on, below `high`, with this counter. */
export type QuotedIds = { low: string; high: string; count: number }

/** Of the reference that somebody quotes; undefined where the text is none. */
export function quotedIds(text: string): QuotedIds | undefined {
  const place = parseReference(text)
  if (!place) return undefined
  const { at, count } = place
  return { low: firstIdAt(at), high: firstIdAt(new Date(at.getTime() + 1)), count }
}

/** Whether a run's id is one of them. The index has the ids of one millisecond together. */
export const isQuoted = (id: PgColumn, { low, high, count }: QuotedIds): SQL =>
  // The same bits of the id as in `referenceOf`.
  sql`(${id} >= ${low}::uuid and ${id} < ${high}::uuid
    and (('x' || substr(${id}::text, 22, 2) || substr(${id}::text, 25, 2))::bit(16)::integer >> 2)
      & 4095 = ${count})`
