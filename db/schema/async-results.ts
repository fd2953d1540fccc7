import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { DueOutcome } from '#lib/domain/run/async-result'
import { asyncResultStatuses, type AsyncResultStatus } from '#lib/domain/run/async-result'
import type { HieRequest } from '#lib/domain/provider/hie'
import type { Failure } from '#lib/domain/run/run'
import { createdAt, instant, organizationId } from './columns.ts'
import { jsonb } from './jsonb.ts'

/** A result that is delivered later. It leaves `pending` once, and then never changes. */
export const asyncResults = pgTable(
  'async_results',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    /** The origin of the result: `manual` (a caller who knows the id), `sleep`, `hie-fhir`, … */
    kind: text('kind').notNull(),
    status: text('status').$type<AsyncResultStatus>().notNull().default('pending'),
    /** A description for people. No patient data. */
    description: text('description'),
    result: jsonb('result'),
    /** The result when it is large: its JSON text in the file store. */
    resultKey: text('result_key'),
    error: jsonb('error').$type<Failure>(),
    /** When it ends by itself, and how. */
    dueAt: instant('due_at'),
    dueOutcome: jsonb('due_outcome').$type<DueOutcome>(),
    createdBy: text('created_by'),
    /** The user or the API key that created it; null when a workflow did. */
    createdById: uuid('created_by_id'),
    createdAt: createdAt(),
    completedAt: instant('completed_at'),
    /** When the row is deleted; set when it ends. */
    expiresAt: instant('expires_at'),
  },
  (table) => [
    check(
      'async_results_status',
      sql.raw(`status in (${asyncResultStatuses.map((status) => `'${status}'`).join(', ')})`),
    ),
    check(
      'async_results_due_outcome',
      sql`status <> 'pending' or (due_at is null) = (due_outcome is null)`,
    ),
    // Only those that are not due yet or not ended, so that finding what is due costs the same with
    // a million pending.
    index('async_results_due')
      .on(table.dueAt)
      .where(sql`status = 'pending' and due_at is not null`),
    index('async_results_expiry')
      .on(table.expiresAt)
      .where(sql`expires_at is not null`),
  ],
)

/**
 * A request to a health information exchange, which takes from seconds to hours. The worker in
 * `lease_worker` with this `lease_epoch` works on it; the lease of a worker that died is free.
 */
export const hieRequests = pgTable(
  'hie_requests',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    /** The same key makes one request only: `run:task` for steps. */
    key: text('key').notNull(),
    asyncResultId: uuid('async_result_id')
      .notNull()
      .references(() => asyncResults.id, { onDelete: 'cascade' }),
    /**
     * No foreign key: when the connection is deleted the request ends with an error that says so.
     */
    connectionId: uuid('connection_id').notNull(),
    request: jsonb('request').$type<HieRequest>().notNull(),
    /** The adapter's data to find the request again; null until the provider took it. */
    ticket: jsonb('ticket').$type<Record<string, unknown>>(),
    /** The provider's own id of the request, which its webhooks use. */
    providerRequestId: text('provider_request_id'),
    /**
     * Files stored so far, by the provider's document id, so that a new worker continues where the
     * last one stopped.
     */
    stored: jsonb('stored').$type<Record<string, string>>().notNull().default({}),
    looks: integer('looks').notNull().default(0),
    /** Failed calls in a row. */
    failures: integer('failures').notNull().default(0),
    nextLookAt: instant('next_look_at')
      .notNull()
      .default(sql`now()`),
    deadlineAt: instant('deadline_at').notNull(),
    leaseWorker: uuid('lease_worker'),
    leaseEpoch: bigint('lease_epoch', { mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    unique('hie_requests_key').on(table.organizationId, table.key),
    index('hie_requests_due')
      .on(table.nextLookAt)
      .where(sql`finished_at is null`),
    index('hie_requests_provider')
      .on(table.connectionId, table.providerRequestId)
      .where(sql`finished_at is null`),
    index('hie_requests_result').on(table.asyncResultId),
  ],
)
