import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import {
  faxDirections,
  faxStatuses,
  type FaxDirection,
  type FaxStatus,
} from '#lib/domain/provider/fax'
import { createdAt, instant, organizationId } from './columns.ts'
import { files } from './documents.ts'
import { jsonb } from './jsonb.ts'

const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

/**
 * A fax, sent or received, without its number. The row of an outgoing one is committed before the
 * provider is called; one caller at a time has `attempt_until`, and the writer of the outcome must
 * still have the attempt's number. A worker looks at it while `next_look_at` says when.
 */
export const faxes = pgTable(
  'faxes',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    direction: text('direction').$type<FaxDirection>().notNull(),
    /**
     * The same key is the same fax: `step:<run:task>:<try>`, or `in:<connection>:<provider's id>`,
     * so that a repeated webhook makes no second one.
     */
    key: text('key').notNull(),
    /** No foreign key: a fax outlives its connection. */
    connectionId: uuid('connection_id').notNull(),
    connection: text('connection').notNull(),
    provider: text('provider').notNull(),
    status: text('status').$type<FaxStatus>().notNull(),
    providerId: text('provider_id'),
    pages: integer('pages'),
    failure: jsonb('failure').$type<{ code: string; message: string }>(),
    /** The pages of a received fax; null after the file was deleted. */
    fileId: uuid('file_id').references(() => files.id, { onDelete: 'set null' }),
    /** It ends with the fax that a step has sent, and the step goes on. */
    asyncResultId: uuid('async_result_id'),
    attempts: integer('attempts').notNull().default(1),
    attemptUntil: instant('attempt_until'),
    nextLookAt: instant('next_look_at'),
    looks: integer('looks').notNull().default(0),
    /** The run that sent it, or that it started. */
    runId: uuid('run_id'),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('faxes_key').on(table.organizationId, table.key),
    index('faxes_list').on(table.organizationId, table.id),
    index('faxes_due')
      .on(table.nextLookAt)
      .where(sql`next_look_at is not null`),
    index('faxes_provider')
      .on(table.connectionId, table.providerId)
      .where(sql`provider_id is not null`),
    index('faxes_file')
      .on(table.fileId)
      .where(sql`file_id is not null`),
    check('faxes_status', sql`status in (${oneOf(faxStatuses)})`),
    check('faxes_direction', sql`direction in (${oneOf(faxDirections)})`),
  ],
)
