import { sql } from 'drizzle-orm'
import { index, integer, json, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, organizationId } from './columns.ts'
import { jsonb } from './jsonb.ts'

/**
 * Who did what, written in the transaction of the act. Never updated, never deleted by the
 * product's roles.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: uuid('id').primaryKey(),
    // No foreign key: organizations are never deleted, the policies see to whose it is, and every
    // start and every reading of a run would look it up and lock it.
    organizationId: uuid('organization_id').notNull(),
    actorKind: text('actor_kind').$type<'user' | 'api-key' | 'engine' | 'public'>().notNull(),
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
    // Rising, and read backwards: drizzle's `desc()` puts nulls last in the index and first in the
    // query, and then the one cannot serve the other.
    index('audit_entries_list').on(table.organizationId, table.createdAt, table.id),
    // What befell one object.
    index('audit_entries_object').on(
      table.organizationId,
      table.objectId,
      table.createdAt,
      table.id,
    ),
  ],
)

/**
 * Answers already given to a request with an `Idempotency-Key`; kept for 24 hours. `status` is null
 * while the first request runs.
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
    /**
     * `{value}`; null for an answer that held a secret. As text, so that fields keep their order.
     */
    result: json('result'),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    /**
     * Until when the process that works on the request holds the key; it renews this while it
     * works. The default is for processes of a release that does not renew.
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
