import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { BodyField, WebhookReason, WebhookSignature } from '#lib/domain/webhook'
import { createdAt, instant, organizationId } from './columns.ts'
import { jsonb } from './jsonb.ts'
import { workflows } from './workflows.ts'

/** The address to which other systems post JSON to start a workflow. Without a row it has none. */
export const webhookTriggers = pgTable(
  'webhook_triggers',
  {
    workflowId: uuid('workflow_id')
      .primaryKey()
      .references(() => workflows.id, { onDelete: 'cascade' }),
    organizationId: organizationId(),
    /** Who posts, as its runs and the audit log name it. */
    name: text('name').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    /** The last part of the address, sealed; requests are found by its hash. */
    token: text('token').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** The address before the last rotation, while it still works. */
    previousHash: text('previous_hash'),
    previousUntil: instant('previous_until'),
    signature: jsonb('signature').$type<WebhookSignature>().notNull(),
    /** Sealed. */
    secret: text('secret'),
    /** The header in which the sender gives each delivery an id, beside those that we know. */
    idHeader: text('id_header'),
    /** Where in the body the value of a start field is, by the field; others have their own name. */
    fields: jsonb('fields').$type<Record<string, string>>().notNull().default({}),
    /** What the last body had, without its values. */
    bodyFields: jsonb('body_fields').$type<BodyField[]>().notNull().default([]),
    updatedBy: text('updated_by'),
    createdAt: createdAt(),
  },
  (table) => [index('webhook_triggers_organization').on(table.organizationId)],
)

/**
 * What was posted to the address of a workflow and how it was answered, without what it said. One
 * that started a run is written with it, so that the same delivery starts one run.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    workflowId: uuid('workflow_id')
      .notNull()
      .references(() => workflows.id, { onDelete: 'cascade' }),
    /** A hash of the id that the sender gave it; null without one. */
    key: text('key'),
    /** A keyed hash of the body: the same id with another body is refused. */
    fingerprint: text('fingerprint'),
    /** Of the answer. */
    status: integer('status').notNull(),
    /** Null where it started a run. */
    reason: jsonb('reason').$type<WebhookReason>(),
    runId: uuid('run_id'),
    size: integer('size').notNull(),
    /** How often the sender repeated it afterwards. */
    repeats: integer('repeats').notNull().default(0),
    repeatedAt: instant('repeated_at'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('webhook_deliveries_key')
      .on(table.workflowId, table.key)
      .where(sql`key is not null and run_id is not null`),
    index('webhook_deliveries_list').on(table.workflowId, table.id),
    index('webhook_deliveries_created').on(table.createdAt),
    index('webhook_deliveries_organization').on(table.organizationId),
  ],
)
