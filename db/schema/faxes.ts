import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { FaxRetry } from '#lib/domain/provider/fax'
import {
  faxDirections,
  faxStatuses,
  type FaxDirection,
  type FaxStatus,
} from '#lib/domain/provider/fax-words'
import { createdAt, instant, organizationId } from './columns.ts'
import { connections } from './connections.ts'
import { files } from './documents.ts'
import { jsonb } from './jsonb.ts'
import { workflows } from './workflows.ts'

const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

/**
 * The fax line that starts a workflow: the faxes of a connection to one of its numbers, or to all
 * that have no line of their own. A line starts one workflow.
 */
export const faxTriggers = pgTable(
  'fax_triggers',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    workflowId: uuid('workflow_id')
      .notNull()
      .references(() => workflows.id, { onDelete: 'cascade' }),
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => connections.id, { onDelete: 'cascade' }),
    /** Ours, like +12125550100; empty for all others of the connection. */
    number: text('number').notNull().default(''),
    enabled: boolean('enabled').notNull().default(true),
    updatedBy: text('updated_by'),
    createdAt: createdAt(),
  },
  (table) => [
    unique('fax_triggers_line').on(table.connectionId, table.number),
    index('fax_triggers_organization').on(table.organizationId),
    index('fax_triggers_workflow').on(table.workflowId),
  ],
)

/**
 * A fax, sent or received; its numbers are encrypted. The row of an outgoing one is committed before the
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
    /** The run that sent it, or the last one that it started. */
    runId: uuid('run_id'),
    /** The runs that it had started before. */
    earlierRunIds: uuid('earlier_run_ids')
      .array()
      .notNull()
      .default(sql`'{}'::uuid[]`),
    /** The tries of one step have the same series; null for all other faxes. */
    series: text('series'),
    tryNumber: integer('try_number').notNull().default(1),
    /** When the step that sent it tries again. */
    retry: jsonb('retry').$type<FaxRetry>(),
    /** The fax that somebody sent again by this one. */
    againOf: uuid('again_of'),
    /** Numbers, files and cover page (lib/operations/faxes/fax-details.ts), encrypted. */
    sealed: text('sealed'),
    /** A keyed hash of the other side's number, to find it by. */
    numberHash: text('number_hash'),
    endedAt: instant('ended_at'),
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
    index('faxes_number')
      .on(table.organizationId, table.numberHash)
      .where(sql`number_hash is not null`),
    index('faxes_run')
      .on(table.runId)
      .where(sql`run_id is not null`),
    index('faxes_series')
      .on(table.organizationId, table.series)
      .where(sql`series is not null`),
    index('faxes_again_of')
      .on(table.againOf)
      .where(sql`again_of is not null`),
    index('faxes_file')
      .on(table.fileId)
      .where(sql`file_id is not null`),
    check('faxes_status', sql`status in (${oneOf(faxStatuses)})`),
    check('faxes_direction', sql`direction in (${oneOf(faxDirections)})`),
  ],
)
