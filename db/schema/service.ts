import { sql } from 'drizzle-orm'
import { boolean, check, json, pgTable, varchar } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/**
 * Numbers of the whole service for the metrics endpoint, in one row. Every few seconds the first
 * worker to come writes them.
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
 * Always empty. Inserting a row in a transaction that is rolled back tests whether the database can
 * write. (Short columns, so that there is no second file for long ones.)
 */
export const writeProbe = pgTable('write_probe', {
  filler: varchar('filler', { length: 100 }).notNull(),
})
