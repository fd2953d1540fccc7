import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/**
 * How much of each limit is used up, for all web processes together (lib/auth/rate-limit.ts). The
 * table is unlogged: writing waits for no disk, and a crash of Postgres forgets it.
 */
export const rateLimits = pgTable('rate_limits', {
  /** A keyed hash of what is counted: neither addresses nor names can be read from it. */
  key: text('key').primaryKey(),
  /** When everything that was taken will be given back (GCRA's theoretical arrival time). */
  usedUntil: instant('used_until').notNull(),
})
