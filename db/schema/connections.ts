import { boolean, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { ConnectionKind } from '../../lib/domain/statuses.ts'
import { createdAt, instant, organizationId } from './columns.ts'

/** A named outside system. `secrets` is AES-256-GCM over JSON, bound to the row (lib/operations/connections/secrets.ts). */
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
    lastTestAt: instant('last_test_at'),
    lastTestOk: boolean('last_test_ok'),
    lastTestMessage: text('last_test_message'),
    lastCallAt: instant('last_call_at'),
    createdAt: createdAt(),
  },
  (table) => [unique('connections_slug').on(table.organizationId, table.kind, table.slug)],
)

/** Everything the embedded sandbox providers keep: one row a record. */
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
