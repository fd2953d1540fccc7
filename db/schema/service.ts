import { sql } from 'drizzle-orm'
import { boolean, check, json, pgTable, varchar } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/**
 * Numbers of the whole service, written by whichever worker comes first every few seconds, for the
 * metrics endpoint; one row.
 */
export const serviceNumbers = pgTable(
  'service_numbers',
  {
    only: boolean('only').primaryKey().default(true),
    at: instant('at').notNull(),
    numbers: json('numbers').$type<unknown>().notNull(),
  },
  (table) => [check('service_numbers_only', sql`${table.only}`)],
)

/**
 * Always empty: whether the database can write is tried by filling it in a transaction that is
 * rolled back. (Short columns, so that there is no second file for long ones.)
 */
export const writeProbe = pgTable('write_probe', {
  filler: varchar('filler', { length: 100 }).notNull(),
})
