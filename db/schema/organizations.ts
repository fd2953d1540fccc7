import { sql } from 'drizzle-orm'
import { bigint, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { ModelLimits } from '../../lib/domain/ask/model-limits.ts'
import { jsonb } from './jsonb.ts'

export type OrganizationSettings = {
  /** Where answers to the organization's mails go, and from where they are sent if that is allowed. */
  mailFrom?: string
  /** The name with which its mails are sent and signed; the organization's name when absent. */
  mailName?: string
  /** Markdown on shared forms: how the organization uses what people send. */
  privacyNote?: string
  /** False: nobody saves shared forms for later. */
  savedForms?: boolean
  /**
   * After so many days ended runs of workflows without their own retention are deleted; without it
   * they stay.
   */
  retentionDays?: number
  /** Who must sign in with a second factor; the owners when omitted. */
  secondFactor?: SecondFactorRule
  /** When that was set, as an ISO instant: people have time from then on. */
  secondFactorSince?: string
  /** Minutes without activity after which sessions of members lock; 15 without it. */
  sessionIdleMinutes?: number
  /** Hours after which members sign in again; 12 without it. */
  sessionHours?: number
  /** What language models may use; without it there is no limit. */
  modelLimits?: ModelLimits
}

export type SecondFactorRule = 'nobody' | 'owners' | 'everyone'

export const organizations = pgTable('organizations', {
  id: uuid('id').primaryKey(),
  slug: text('slug').notNull().unique(),
  name: text('name').notNull(),
  /** IANA zone; the zone of dates that a caller leaves out. */
  timeZone: text('time_zone').notNull().default('America/New_York'),
  /** API requests a minute; null: the limit of the installation. Operators set it. */
  ratePerMinute: integer('rate_per_minute'),
  /** Starts of runs by API keys in a minute; null: no limit. Operators set this and the next two. */
  startsPerMinute: integer('starts_per_minute'),
  /** Bytes of files that it may store; null: no limit. */
  storageBytes: bigint('storage_bytes', { mode: 'number' }),
  /** Seconds in an hour for which its code steps may occupy a process; null: no limit. */
  codeSecondsPerHour: integer('code_seconds_per_hour'),
  settings: jsonb('settings').$type<OrganizationSettings>().notNull().default({}),
  /** Raised by every change of access rules and folders (triggers). */
  accessRevision: bigint('access_revision', { mode: 'number' }).notNull().default(0),
  /** When it was exported to go on in another installation: here nothing of it changes any more. */
  movedAt: timestamp('moved_at', { withTimezone: true }),
  /**
   * The cell (lib/cells) that it moves or moved to, and that of this database while it arrives here;
   * null outside of such a move.
   */
  movedTo: text('moved_to'),
  /** The epoch of its new place in the directory, once the move is committed: it never goes on here. */
  movedEpoch: integer('moved_epoch'),
  createdAt: timestamp('created_at', { withTimezone: true })
    .notNull()
    .default(sql`now()`),
})

/** The logo of an organization: a small PNG or JPEG that was checked and written again. */
export const organizationLogos = pgTable('organization_logos', {
  organizationId: uuid('organization_id')
    .primaryKey()
    .references(() => organizations.id),
  /** Random and new with each logo: anybody who knows it may see the picture. */
  id: uuid('id').notNull().unique(),
  mimeType: text('mime_type').$type<'image/png' | 'image/jpeg'>().notNull(),
  /** Base64. */
  content: text('content').notNull(),
  /** Pixels. */
  width: integer('width').notNull(),
  height: integer('height').notNull(),
})
