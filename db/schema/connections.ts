import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ConnectionKind } from '../../lib/domain/statuses.ts'
import { createdAt, instant, organizationId } from './columns.ts'
import { jsonb } from './jsonb.ts'

/**
 * A named outside system. `secrets` is AES-256-GCM over JSON, bound to the row
 * (lib/operations/connections/secrets.ts).
 */
export const connections = pgTable(
  'connections',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    kind: text('kind').$type<ConnectionKind>().notNull(),
    slug: text('slug').notNull(),
    provider: text('provider').notNull(),
    name: text('name').notNull(),
    config: jsonb('config').$type<Record<string, unknown>>().notNull(),
    secrets: text('secrets'),
    /**
     * The maximum of calls at once, and of calls in a minute, across all machines; null means no
     * limit.
     */
    maxConcurrent: integer('max_concurrent'),
    maxPerMinute: integer('max_per_minute'),
    /** Only workers with this label call it; null: workers that serve what is not bound. */
    workerLabel: text('worker_label'),
    lastTestAt: instant('last_test_at'),
    lastTestOk: boolean('last_test_ok'),
    lastTestMessage: text('last_test_message'),
    lastCallAt: instant('last_call_at'),
    createdAt: createdAt(),
  },
  (table) => [unique('connections_slug').on(table.organizationId, table.kind, table.slug)],
)

/** The data of the embedded sandbox providers: one row a record. */
export const sandboxRecords = pgTable(
  'sandbox_records',
  {
    organizationId: organizationId(),
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => connections.id, { onDelete: 'cascade' }),
    collection: text('collection').notNull(),
    id: text('id').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [unique('sandbox_records_id').on(table.connectionId, table.collection, table.id)],
)

/**
 * Calls of connections with a limit, for the last minute and while they last
 * (lib/operations/connections/limited.ts). Unlogged, because after a crash no call is in progress.
 */
export const connectionCalls = pgTable(
  'connection_calls',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => connections.id, { onDelete: 'cascade' }),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
    /**
     * The caller postpones this while the call lasts; the call of a caller that died stops counting
     * then.
     */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('connection_calls_recent').on(table.connectionId, table.startedAt),
    index('connection_calls_organization').on(table.organizationId),
  ],
)

/**
 * The last calls of each connection, for people who search for a fault: names, numbers and codes
 * only, no patient data (lib/operations/connections/record-calls.ts).
 */
export const connectionHistory = pgTable(
  'connection_history',
  {
    id: uuid('id').notNull(),
    organizationId: organizationId(),
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => connections.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    /** The method of the port. */
    operation: text('operation').notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** Our error code; null when the call succeeded. */
    error: text('error'),
    /** The provider's HTTP status. */
    providerStatus: integer('provider_status'),
    providerCode: text('provider_code'),
    /**
     * The caller: a run's task, or a request. No reference, because runs are deleted earlier; the
     * link then leads nowhere.
     */
    runId: uuid('run_id'),
    taskId: uuid('task_id'),
    requestId: text('request_id'),
  },
  (table) => [
    primaryKey({ columns: [table.connectionId, table.id] }),
    index('connection_history_organization').on(table.organizationId),
  ],
)
