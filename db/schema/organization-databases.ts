import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, organizationId } from './columns.ts'
import { organizations } from './organizations.ts'

/**
 * The database in which an organization's own SQL runs. The worker that creates it writes this row;
 * names and passwords follow from the organization's id.
 */
export const organizationDatabases = pgTable(
  'organization_databases',
  {
    organizationId: uuid('organization_id')
      .primaryKey()
      .references(() => organizations.id),
    /** Its schema in that database; chosen once. */
    schemaName: text('schema_name').notNull(),
    /**
     * The role by which that database reads `organization_reading` here: the views recognise the
     * organization by it.
     */
    readerRole: text('reader_role').notNull().unique(),
    status: text('status')
      .$type<'preparing' | 'ready' | 'failed' | 'unavailable'>()
      .notNull()
      .default('preparing'),
    /**
     * The version of what has been created so far (`provisionVersion`), and the address of this
     * database at that time.
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

/**
 * Which runs one statement of SQL v2 may read, for a caller who does not see all. The view
 * `organization_reading.own_tasks` finds it by the random id, which only the statement's session
 * has; it is deleted after the statement.
 */
export const sqlScopes = pgTable(
  'sql_scopes',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    /** Workflows all of whose runs the caller sees. */
    workflows: uuid('workflows').array().notNull(),
    /** Further runs. */
    runs: uuid('runs').array().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('sql_scopes_organization').on(table.organizationId, table.createdAt)],
)

/** A Postgres of the organization's own, in which SQL v1 runs instead. */
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
   * The certificate authority in PEM that must have issued the server's certificate; null for the
   * public ones.
   */
  ca: text('ca'),
  updatedBy: text('updated_by'),
  updatedAt: instant('updated_at').notNull(),
})

/**
 * One row: the template of organizations' databases, or why this server cannot have any. Written by
 * the migration of the database, read by workers.
 */
export const organizationDatabaseService = pgTable('organization_database_service', {
  id: integer('id').primaryKey(),
  template: text('template'),
  reason: text('reason'),
})
