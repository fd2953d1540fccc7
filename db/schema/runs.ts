import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, json, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Definition } from '../../lib/domain/definition.ts'
import type { Failure, LogLine } from '../../lib/domain/run.ts'
import { runStatuses, runTriggers, taskStatuses, type Effect, type RunStatus, type RunTrigger, type TaskStatus } from '../../lib/domain/statuses.ts'
import { createdAt, instant, organizationId } from './columns.ts'
import { workflows, workflowVersions } from './workflows.ts'

const oneOf = (column: string, values: readonly string[]) => sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`)

export const runs = pgTable(
  'runs',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    workflowId: uuid('workflow_id')
      .notNull()
      .references(() => workflows.id, { onDelete: 'cascade' }),
    /** The version it runs; null for a test run of a draft, whose definition is in `draft_definition`. */
    versionId: uuid('version_id').references(() => workflowVersions.id),
    draftDefinition: json('draft_definition').$type<Definition>(),
    status: text('status').$type<RunStatus>().notNull().default('running'),
    trigger: text('trigger').$type<RunTrigger>().notNull(),
    startedBy: text('started_by'),
    startedByUserId: uuid('started_by_user_id'),
    startData: jsonb('start_data').notNull(),
    output: jsonb('output'),
    error: jsonb('error').$type<Failure>(),
    retriedFromRunId: uuid('retried_from_run_id'),
    /** Counts the leases taken on this run; every write of a worker carries the epoch it holds. */
    leaseEpoch: bigint('lease_epoch', { mode: 'number' }).notNull().default(0),
    leaseWorker: uuid('lease_worker'),
    /** Grows with every change, so that watchers can tell what they have seen. */
    revision: bigint('revision', { mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    check('runs_status', oneOf('status', runStatuses)),
    check('runs_trigger', oneOf('trigger', runTriggers)),
    index('runs_list').on(table.organizationId, table.createdAt.desc(), table.id.desc()),
    index('runs_workflow').on(table.workflowId, table.createdAt.desc(), table.id.desc()),
    index('runs_leased').on(table.leaseWorker).where(sql`lease_worker is not null`),
    // Runs that should be in the queue or in a worker's hands; small, because waiting and ended runs are not in it.
    index('runs_unleased').on(table.createdAt).where(sql`status = 'running' and lease_worker is null`),
  ],
)

/** A step of a run. `key` is the step's id; for an on_failure handler it is `<failed step>!<handler>`, since one handler may serve many steps. */
export const tasks = pgTable(
  'tasks',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    runId: uuid('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    stepId: text('step_id').notNull(),
    stepType: text('step_type').notNull(),
    title: text('title').notNull(),
    effect: text('effect').$type<Effect>().notNull(),
    status: text('status').$type<TaskStatus>().notNull(),
    attempt: integer('attempt').notNull().default(0),
    input: jsonb('input'),
    output: jsonb('output'),
    /** The branch the step left by, when it branches. */
    via: text('via'),
    error: jsonb('error').$type<Failure>(),
    /** What a suspended task waits for: `{ reason, … }`. */
    state: jsonb('state').$type<Record<string, unknown>>(),
    logs: jsonb('logs').$type<LogLine[]>().notNull().default([]),
    /** Set on the task of an on_failure handler: the step whose failure it handles. */
    handlesStepId: text('handles_step_id'),
    /** When a retry, or a time waited for, is due. */
    dueAt: instant('due_at'),
    /** True once what the task waited for came: the next execution resumes instead of starting. */
    resuming: boolean('resuming').notNull().default(false),
    /** Screens: shown first when higher. */
    priority: integer('priority').notNull().default(0),
    claimedBy: uuid('claimed_by'),
    claimedByName: text('claimed_by_name'),
    claimedAt: instant('claimed_at'),
    completedBy: text('completed_by'),
    createdAt: createdAt(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    check('tasks_status', oneOf('status', taskStatuses)),
    unique('tasks_key').on(table.runId, table.key),
    index('tasks_due').on(table.dueAt).where(sql`due_at is not null and status in ('pending', 'suspended')`),
    index('tasks_inbox')
      .on(table.organizationId, table.priority.desc(), table.createdAt)
      .where(sql`status = 'suspended' and state->>'reason' = 'screen'`),
    index('tasks_organization').on(table.organizationId),
  ],
)

/** What a person has typed on a screen or form and not sent yet. */
export const screenDrafts = pgTable(
  'screen_drafts',
  {
    taskId: uuid('task_id')
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    organizationId: organizationId(),
    userId: uuid('user_id').notNull(),
    data: jsonb('data').notNull(),
    savedAt: instant('saved_at').notNull().default(sql`now()`),
  },
  (table) => [uniqueIndex('screen_drafts_one').on(table.taskId, table.userId)],
)

/** Liveness: a worker holds a session advisory lock on its `lock_key` for as long as it lives. */
export const workers = pgTable('workers', {
  id: uuid('id').primaryKey(),
  lockKey: bigint('lock_key', { mode: 'number' }).notNull().unique(),
  /** graphile-worker's own id of this worker's pool entries, for force_unlock_workers. */
  queueWorkerIds: text('queue_worker_ids').array().notNull().default([]),
  host: text('host').notNull(),
  startedAt: instant('started_at').notNull().default(sql`now()`),
  /** A worker that is stopped or cut off keeps its lock for long; after some time without a sign of life it counts as dead. */
  seenAt: instant('seen_at').notNull().default(sql`now()`),
})
