import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  json,
  pgTable,
  pgView,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Definition } from '#lib/domain/workflow/definition'
import type { LoopRun } from '#lib/domain/run/loop-run'
import type { Failure, LogLine } from '#lib/domain/run/run'
import type { TaskState } from '#lib/domain/run/task-state'
import {
  runStatuses,
  runTriggers,
  taskStatuses,
  type Effect,
  type RunStatus,
  type RunTrigger,
  type TaskStatus,
} from '../../lib/domain/statuses.ts'
import { createdAt, instant, organizationId } from './columns.ts'
import { jsonb } from './jsonb.ts'
import { workflows, workflowVersions } from './workflows.ts'

const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`)

/**
 * Of what is written for each run: to look the organization up for each row costs as much as to
 * write it, and all who start a run lock its row. A run is of its workflow's organization, which
 * the policies see to; a version goes with its workflow only. So a start looks up the workflow
 * alone.
 */
const organizationOfRun = () => uuid('organization_id').notNull()

/**
 * `runs`, `tasks`, `run_search` and `payloads` are partitioned by the month of the run
 * (`make_run_months`), which a run's id tells: it is a UUID version 7. So a statement names the run
 * (`run_id`) wherever it knows it, and no foreign key leads to these tables: a month is dropped as
 * a whole.
 */
export const runs = pgTable(
  'runs',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationOfRun(),
    workflowId: uuid('workflow_id')
      .notNull()
      .references(() => workflows.id, { onDelete: 'cascade' }),
    /**
     * The version it runs; null for a test run of a draft, whose definition is in
     * `draft_definition`.
     */
    versionId: uuid('version_id'),
    draftDefinition: json('draft_definition').$type<Definition>(),
    status: text('status').$type<RunStatus>().notNull().default('running'),
    trigger: text('trigger').$type<RunTrigger>().notNull(),
    startedBy: text('started_by'),
    startedByUserId: uuid('started_by_user_id'),
    /**
     * What lists show beside the workflow's name, worked out at the start (`settings.runTitle`).
     */
    title: text('title'),
    /**
     * Whole, or when it is large its short fields only; the whole is then the payload `start_ref`.
     */
    startData: jsonb('start_data').notNull(),
    startRef: text('start_ref'),
    output: jsonb('output'),
    /** The payload that is the output, when it is large; `output` is null then. */
    outputRef: text('output_ref'),
    error: jsonb('error').$type<Failure>(),
    retriedFromRunId: uuid('retried_from_run_id'),
    /**
     * The run whose task waits for this one, that task, its attempt then, and this run's place
     * among its children.
     */
    parentRunId: uuid('parent_run_id'),
    parentTaskId: uuid('parent_task_id'),
    childAttempt: integer('child_attempt'),
    childIndex: integer('child_index'),
    /** Sub-workflows around this run. */
    depth: integer('depth').notNull().default(0),
    /**
     * Set for a run of a loop's body: what it does, and the run whose start data and definition it
     * shares.
     */
    loop: jsonb('loop').$type<LoopRun>(),
    scopeRunId: uuid('scope_run_id'),
    /** The queue takes lower ones first (`priorities` in lib/engine/store/lock-run.ts). */
    priority: smallint('priority').notNull().default(0),
    /**
     * Only of a workflow that limits how many of its runs go on at once: has its place among them,
     * or waits for one (then suspended).
     */
    slot: text('slot').$type<'taken' | 'waiting'>(),
    /** Holds (suspended) because its workflow is paused. */
    parked: boolean('parked').notNull().default(false),
    /** The instant that a schedule planned it for. */
    plannedAt: instant('planned_at'),
    /** Counts the leases taken on this run; every write of a worker carries the epoch it holds. */
    leaseEpoch: bigint('lease_epoch', { mode: 'number' }).notNull().default(0),
    leaseWorker: uuid('lease_worker'),
    /** Grows with every change, so that watchers can tell what they have seen. */
    revision: bigint('revision', { mode: 'number' }).notNull().default(0),
    /** Milliseconds that workers were at it; waiting does not count. */
    activeMs: bigint('active_ms', { mode: 'number' }).notNull().default(0),
    /**
     * Its tasks have no rows yet: they are those of `unwritten_tasks` until the first commit of its
     * first turn, or whoever changes it before, writes them.
     */
    unwritten: boolean('unwritten').notNull().default(false),
    createdAt: createdAt(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    check('runs_status', oneOf('status', runStatuses)),
    check('runs_trigger', oneOf('trigger', runTriggers)),
    index('runs_list').on(table.organizationId, table.id),
    index('runs_workflow').on(table.workflowId, table.id),
    // Lists by the rarer statuses, and the open runs of the books.
    index('runs_status_list')
      .on(table.organizationId, table.status, table.id)
      .where(sql`status <> 'completed'`),
    // Lists by what started a run; runs of a loop's body are in no list.
    index('runs_trigger_list')
      .on(table.organizationId, table.trigger, table.id)
      .where(sql`loop is null`),
    // Lists by status of one workflow; what is running is not in it, so that a run that completes
    // never writes it.
    index('runs_workflow_status')
      .on(table.workflowId, table.status, table.id)
      .where(sql`status in ('suspended', 'failed', 'cancelled')`),
    // The ended runs of the books, and retention.
    index('runs_ended')
      .on(table.organizationId, table.finishedAt, table.status)
      .where(sql`finished_at is not null`),
    index('runs_children')
      .on(table.parentRunId, table.parentTaskId, table.childIndex)
      .where(sql`parent_run_id is not null`),
    index('runs_leased')
      .on(table.leaseWorker)
      .where(sql`lease_worker is not null`),
    // Runs that should be in the queue or in a worker's hands; small, because waiting and ended
    // runs are not in it. How many runs of an organization wait for a worker: what each start asks.
    index('runs_backlog')
      .on(table.organizationId, table.priority)
      .where(sql`status = 'running' and lease_worker is null`),
    // The runs of a limited workflow, those that wait in the order of their turn.
    index('runs_slots')
      .on(table.workflowId, table.slot, table.priority, table.id)
      .where(sql`slot is not null and status in ('running', 'suspended')`),
    index('runs_parked')
      .on(table.workflowId)
      .where(sql`parked and status = 'suspended'`),
    // What has begun and is in no worker's hands yet; never large for long.
    index('runs_unwritten')
      .on(table.organizationId, table.id)
      .where(sql`unwritten`),
    index('runs_unleased')
      .on(table.createdAt)
      .where(sql`status = 'running' and lease_worker is null`),
  ],
)

const taskColumns = () => ({
  id: uuid('id').notNull(),
  organizationId: organizationOfRun(),
  runId: uuid('run_id').notNull(),
  key: text('key').notNull(),
  stepId: text('step_id').notNull(),
  stepType: text('step_type').notNull(),
  title: text('title').notNull(),
  effect: text('effect').$type<Effect>().notNull(),
  status: text('status').$type<TaskStatus>().notNull(),
  attempt: integer('attempt').notNull().default(0),
  input: jsonb('input'),
  /** The payload that is the input, when it is large; `input` is null then. */
  inputRef: text('input_ref'),
  output: jsonb('output'),
  outputRef: text('output_ref'),
  /** The branch the step left by, when it branches. */
  via: text('via'),
  error: jsonb('error').$type<Failure>(),
  /** What a suspended task waits for: `{ reason, … }`. */
  state: jsonb('state').$type<TaskState>(),
  logs: jsonb('logs').$type<LogLine[]>().notNull().default([]),
  /** Child runs that have not ended; at 0 the task goes on. */
  childrenLeft: integer('children_left'),
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
})

/**
 * A step of a run. `key` is the step's id; for an on_failure handler it is `<failed
 * step>!<handler>`, since one handler may serve many steps.
 */
export const tasks = pgTable('tasks', taskColumns(), (table) => [
  // Led by `id`, so that a task is found by its id alone, with a look into each month.
  primaryKey({ columns: [table.id, table.runId] }),
  check('tasks_status', oneOf('status', taskStatuses)),
  unique('tasks_key').on(table.runId, table.key),
  index('tasks_due')
    .on(table.dueAt)
    .where(sql`due_at is not null and status in ('pending', 'suspended')`),
  index('tasks_inbox')
    // With who claimed it, so that Home counts open screens in the index alone.
    .on(
      table.organizationId,
      table.priority.desc().nullsFirst(),
      table.createdAt,
      table.id,
      table.claimedBy,
    )
    .where(sql`status = 'suspended' and state->>'reason' = 'screen'`),
  // Those that a worker may take, which Home counts; of the others an organization's tasks are
  // found by their runs.
  index('tasks_pending')
    .on(table.organizationId, table.dueAt)
    .where(sql`status = 'pending'`),
  // Calls of which nobody knows whether they happened: few, and people must find them.
  index('tasks_unknown_outcome')
    .on(table.organizationId, table.createdAt, table.id)
    .where(sql`status = 'suspended' and state->>'reason' = 'unknown-outcome'`),
  // Who waits for an async result that has just ended.
  index('tasks_awaited')
    .on(sql`(state->>'asyncResultId')`)
    .where(sql`status = 'suspended' and state->>'reason' = 'async-result'`),
])

/**
 * The tasks that a run of a version begins with, in their order; written at the first start of the
 * version. With `runs.unwritten` they are the tasks of a run that no worker had in its hands yet,
 * so that a start writes one row, and each task's row is written once.
 */
export const firstTasks = pgTable(
  'first_tasks',
  {
    versionId: uuid('version_id')
      .notNull()
      .references(() => workflowVersions.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    organizationId: organizationId(),
    key: text('key').notNull(),
    stepType: text('step_type').notNull(),
    title: text('title').notNull(),
    status: text('status')
      .$type<Extract<TaskStatus, 'pending' | 'waiting-dependencies'>>()
      .notNull(),
    priority: integer('priority').notNull(),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.position] })],
)

/** The tasks of the runs that are `unwritten`, as their rows will be. */
export const unwrittenTasks = pgView('unwritten_tasks', taskColumns()).existing()

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * What a run can be found by. A trigger on `runs` writes it once; in a table of its own, since
 * every update of a run would write its indexes anew.
 */
export const runSearch = pgTable(
  'run_search',
  {
    runId: uuid('run_id').primaryKey(),
    organizationId: organizationOfRun(),
    /** The start data as the run's row has it. */
    fields: jsonb('fields').notNull(),
    /** Words of its values and of the title, in lower case. */
    words: tsvector('words').notNull(),
  },
  (table) => [
    index('run_search_fields').using('gin', table.fields.op('jsonb_path_ops')),
    index('run_search_words').using('gin', table.words),
  ],
)

/**
 * Inputs and outputs over 8 KB, by the SHA-256 of their JSON text; over 256 KB the text lies in the
 * file store and `body` is null. A payload belongs to its run, so that it goes when the run goes.
 */
export const payloads = pgTable(
  'payloads',
  {
    runId: uuid('run_id').notNull(),
    hash: text('hash').notNull(),
    organizationId: organizationId(),
    /** Bytes of the JSON text. */
    size: bigint('size', { mode: 'number' }).notNull(),
    body: jsonb('body'),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.hash] }),
    // Which runs have files to remove when they are deleted.
    index('payloads_stored')
      .on(table.organizationId, table.hash)
      .where(sql`body is null`),
  ],
)

/**
 * What of an organization's runs is counted already: those accepted, and those ended, before
 * `counted_until`. What came later is counted when it is asked for. Runs that are deleted stay in
 * the books.
 */
export const runBooks = pgTable('run_books', {
  organizationId: organizationId().primaryKey(),
  countedUntil: instant('counted_until').notNull(),
  accepted: bigint('accepted', { mode: 'number' }).notNull().default(0),
  completed: bigint('completed', { mode: 'number' }).notNull().default(0),
  failed: bigint('failed', { mode: 'number' }).notNull().default(0),
  cancelled: bigint('cancelled', { mode: 'number' }).notNull().default(0),
  /**
   * Those accepted and not ended before `counted_until`, as they were counted then; null while they
   * were not: then all open runs are counted when it is asked for.
   */
  open: bigint('open', { mode: 'number' }),
})

/** What a person has typed on a screen or form and not sent yet. */
export const screenDrafts = pgTable(
  'screen_drafts',
  {
    taskId: uuid('task_id').notNull(),
    runId: uuid('run_id').notNull(),
    organizationId: organizationId(),
    userId: uuid('user_id').notNull(),
    data: jsonb('data').notNull(),
    /** Counts the saves, so that one that is based on an older text is seen. */
    revision: integer('revision').notNull().default(1),
    savedAt: instant('saved_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    uniqueIndex('screen_drafts_one').on(table.taskId, table.userId),
    index('screen_drafts_run').on(table.runId),
  ],
)

/**
 * Runs that a worker had in its hands when it died: one of them may be what killed it. They are
 * played apart from all others until they have shown that they do no harm
 * (lib/engine/execute/isolation.ts). Only what the workers know among themselves, like `workers`.
 */
export const suspectRuns = pgTable('suspect_runs', {
  runId: uuid('run_id').primaryKey(),
  /** It was one of several in a process that died, so it is played by itself. */
  alone: boolean('alone').notNull().default(false),
  since: instant('since')
    .notNull()
    .default(sql`now()`),
})

/** Liveness: a worker holds a session advisory lock on its `lock_key` for as long as it lives. */
export const workers = pgTable('workers', {
  id: uuid('id').primaryKey(),
  lockKey: bigint('lock_key', { mode: 'number' }).notNull().unique(),
  /** graphile-worker's own id of this worker's pool entries, for force_unlock_workers. */
  queueWorkerIds: text('queue_worker_ids').array().notNull().default([]),
  host: text('host').notNull(),
  startedAt: instant('started_at')
    .notNull()
    .default(sql`now()`),
  /**
   * A worker that is stopped or cut off keeps its lock for long; after some time without a sign of
   * life it counts as dead.
   */
  seenAt: instant('seen_at')
    .notNull()
    .default(sql`now()`),
  /** What this process has counted, as prom-client gives it; read by the metrics endpoint. */
  metrics: json('metrics').$type<unknown>(),
})
