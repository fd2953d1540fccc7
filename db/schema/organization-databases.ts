import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'
import { organizations } from './organizations.ts'

/**
 * The database that an organization's own SQL runs in. Written by the worker that makes it; names
 * and passwords follow from the organization's id.
 */
export const organizationDatabases = pgTable(
  'organization_databases',
  {
    organizationId: uuid('organization_id')
      .primaryKey()
      .references(() => organizations.id),
    /** Its schema in there; chosen once. */
    schemaName: text('schema_name').notNull(),
    /**
     * The role by which its database reads `organization_reading` here: the views know the
     * organization by it.
     */
    readerRole: text('reader_role').notNull().unique(),
    status: text('status')
      .$type<'preparing' | 'ready' | 'failed' | 'unavailable'>()
      .notNull()
      .default('preparing'),
    /**
     * What has been made so far (`provisionVersion`), and the address of this database as it was
     * then.
     */
    version: integer('version').notNull().default(0),
    address: text('address'),
    /** Why there is none, in a sentence for people. */
    reason: text('reason'),
    triedAt: instant('tried_at'),
    createdAt: createdAt(),
  },
  (table) => [
    check(
      'organization_databases_status',
      sql`${table.status} in ('preparing', 'ready', 'failed', 'unavailable')`,
    ),
  ],
)

/** A Postgres of the organization's own, which SQL v1 runs in instead. */
export const outsideDatabases = pgTable('outside_databases', {
  organizationId: uuid('organization_id')
    .primaryKey()
    .references(() => organizations.id),
  host: text('host').notNull(),
  port: integer('port').notNull(),
  database: text('database').notNull(),
  userName: text('user_name').notNull(),
  /** Encrypted, bound to the organization. */
  secrets: text('secrets').notNull(),
  /**
   * Certificate authority in PEM that the server's certificate must come from; null for the public
   * ones.
   */
  ca: text('ca'),
  updatedBy: text('updated_by'),
  updatedAt: instant('updated_at').notNull(),
})

/**
 * One row: what organizations' databases are cloned from, or why this server cannot have any.
 * Written when the database is migrated, read by workers.
 */
export const organizationDatabaseService = pgTable('organization_database_service', {
  id: integer('id').primaryKey(),
  template: text('template'),
  reason: text('reason'),
})
