import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/**
 * The used part of each limit, for all web processes together (lib/auth/rate-limit.ts). The table
 * is unlogged: writing does not wait for the disk, and a crash of Postgres empties it.
 */
export const rateLimits = pgTable('rate_limits', {
  /** A keyed hash, which reveals neither addresses nor names. */
  key: text('key').primaryKey(),
  /** When everything that was taken is given back (GCRA's theoretical arrival time). */
  usedUntil: instant('used_until').notNull(),
})
