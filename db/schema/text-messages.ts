import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { textMessageStatuses, type TextMessageStatus } from '#lib/domain/provider/text-message'
import { createdAt, instant, organizationId } from './columns.ts'
import { jsonb } from './jsonb.ts'

/**
 * A text message that was sent, without its number and its text, which may be a code. The row is
 * committed before the provider is called, and its id is in the address to which the provider
 * reports, so that a report also settles a call that got no answer. One caller at a time has
 * `attempt_until`; the writer of the outcome must still have the attempt's number.
 */
export const textMessages = pgTable(
  'text_messages',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    /** The same key is the same message: `step:<run:task>`, or the caller's own. */
    key: text('key').notNull(),
    /** No foreign key: a message outlives its connection. */
    connectionId: uuid('connection_id').notNull(),
    connection: text('connection').notNull(),
    provider: text('provider').notNull(),
    status: text('status').$type<TextMessageStatus>().notNull(),
    providerId: text('provider_id'),
    /** In how many parts it was sent. */
    segments: integer('segments'),
    /** Why our call failed, or the provider's code. */
    failure: jsonb('failure').$type<{ code: string; message: string }>(),
    attempts: integer('attempts').notNull().default(1),
    attemptUntil: instant('attempt_until'),
    /** When the provider was last asked how it fares. */
    lookedAt: instant('looked_at'),
    runId: uuid('run_id'),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('text_messages_key').on(table.organizationId, table.key),
    index('text_messages_list').on(table.organizationId, table.id),
    check(
      'text_messages_status',
      sql`status in (${sql.raw(textMessageStatuses.map((value) => `'${value}'`).join(', '))})`,
    ),
  ],
)
