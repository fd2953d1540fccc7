import { sql } from 'drizzle-orm'
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { jsonb } from './jsonb.ts'

export type OrganizationSettings = {
  mailFrom?: string
  /**
   * After so many days ended runs of workflows without their own retention are deleted; without it
   * they stay.
   */
  retentionDays?: number
}

export const organizations = pgTable('organizations', {
  id: uuid('id').primaryKey(),
  slug: text('slug').notNull().unique(),
  name: text('name').notNull(),
  /** IANA zone; the zone of dates that a caller leaves out. */
  timeZone: text('time_zone').notNull().default('America/New_York'),
  settings: jsonb('settings').$type<OrganizationSettings>().notNull().default({}),
  createdAt: timestamp('created_at', { withTimezone: true })
    .notNull()
    .default(sql`now()`),
})
