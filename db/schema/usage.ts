import { bigint, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { instant, organizationId } from './columns.ts'
import { organizations } from './organizations.ts'

/** What an organization's code used in each of the last hours (lib/operations/usage). */
export const codeUse = pgTable(
  'code_use',
  {
    organizationId: organizationId(),
    /** Its beginning, in UTC. */
    hour: instant('hour').notNull(),
    /** Milliseconds for which code steps occupied a process. */
    ms: bigint('ms', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.hour] })],
)

/** The files of an organization when they were counted last; later ones are added when it is read. */
export const storageUse = pgTable('storage_use', {
  organizationId: uuid('organization_id')
    .primaryKey()
    .references(() => organizations.id),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  files: bigint('files', { mode: 'number' }).notNull(),
  /** Files with later ids are not in it. */
  countedAt: instant('counted_at').notNull(),
})
