import { sql } from 'drizzle-orm'
import { index, integer, json, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, organizationId } from './columns.ts'
import { jsonb } from './jsonb.ts'

/**
 * The audit log, written in the transaction of each act. The product's roles can never update or
 * delete it.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: uuid('id').primaryKey(),
    // No foreign key: organizations are never deleted, the policies protect the column, and every
    // start and every reading of a run would check and lock the organization's row.
    organizationId: uuid('organization_id').notNull(),
    actorKind: text('actor_kind')
      .$type<'user' | 'api-key' | 'engine' | 'public' | 'directory'>()
      .notNull(),
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    action: text('action').notNull(),
    objectKind: text('object_kind').notNull(),
    objectId: text('object_id').notNull(),
    /** Names and numbers only, never patient data. */
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
    requestId: text('request_id'),
    createdAt: createdAt(),
  },
  (table) => [
    // Ascending, and read backwards: drizzle's `desc()` puts nulls last in the index and first in
    // the query, so the index could not serve the query.
    index('audit_entries_list').on(table.organizationId, table.createdAt, table.id),
    // The history of one object.
    index('audit_entries_object').on(
      table.organizationId,
      table.objectId,
      table.createdAt,
      table.id,
    ),
  ],
)

/**
 * Answers to requests with an `Idempotency-Key`, stored for 24 hours. `status` is null while the
 * first request runs.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    operation: text('operation').notNull(),
    key: text('key').notNull(),
    /** A keyed hash of method, path and body. */
    fingerprint: text('fingerprint').notNull(),
    status: integer('status'),
    /** `{value}`; null for an answer with a secret. `json`, so that fields keep their order. */
    result: json('result'),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    /**
     * Until when the process that executes the request holds the key; it renews this while it
     * works. The default is for processes of a release that does not renew it.
     */
    heldUntil: instant('held_until')
      .notNull()
      .default(sql`now() + interval '1 hour'`),
  },
  (table) => [
    unique('idempotency_keys_key').on(table.organizationId, table.operation, table.key),
    index('idempotency_keys_expiry').on(table.expiresAt),
  ],
)
