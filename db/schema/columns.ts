import { sql } from 'drizzle-orm'
import { timestamp, uuid } from 'drizzle-orm/pg-core'
import { organizations } from './organizations.ts'

export const createdAt = () =>
  timestamp('created_at', { withTimezone: true })
    .notNull()
    .default(sql`now()`)
export const instant = (name: string) => timestamp(name, { withTimezone: true })

/**
 * Every table with an organization's data has this column and a row-level policy on it (migration
 * `policies`).
 */
export const organizationId = () =>
  uuid('organization_id')
    .notNull()
    .references(() => organizations.id)
