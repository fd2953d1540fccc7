import { sql } from 'drizzle-orm'
import { boolean, check, json, pgTable } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Numbers of the whole service, written by whichever worker comes first every few seconds, for the metrics endpoint; one row. */
export const serviceNumbers = pgTable(
  'service_numbers',
  {
    only: boolean('only').primaryKey().default(true),
    at: instant('at').notNull(),
    numbers: json('numbers').$type<unknown>().notNull(),
  },
  (table) => [check('service_numbers_only', sql`${table.only}`)],
)
