import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
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
import type { CaseColumn } from '#lib/domain/run/case-name'
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
import { tsvector } from './tsvector.ts'
import { workflows, workflowVersions } from './workflows.ts'

const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`)

/**
 * The organization of a row that is written for each run. It has no foreign key: checking the
 * organization for each row costs as much as writing it, and all transactions that start a run
 * would lock its row. The policies guarantee that a run belongs to its workflow's organization, and
 * a version is deleted only with its workflow. So a start checks only the workflow.
 */
const organizationOfRun = () => uuid('organization_id').notNull()

/**
 * `runs`, `tasks`, `run_search` and `payloads` are partitioned by the month of the run
 * (`make_run_months`), which follows from the run's id: it is a UUID version 7. So a statement
 * names the run (`run_id`) whenever it knows it, and no foreign key leads to these tables: a month
 * is dropped as a whole.
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
     * The version that it runs; null for a test run of a draft, whose definition is in
     * `draft_definition`.
     */
    versionId: uuid('version_id'),
    draftDefinition: json('draft_definition').$type<Definition>(),
    status: text('status').$type<RunStatus>().notNull().default('running'),
    trigger: text('trigger').$type<RunTrigger>().notNull(),
    startedBy: text('started_by'),
    startedByUserId: uuid('started_by_user_id'),
    /**
     * By what people tell it apart from other runs of its workflow: computed at the start from the
     * workflow's settings, or given later by a step.
     */
    title: text('title'),
    subtitle: text('subtitle'),
    caseColumns: jsonb('case_columns').$type<CaseColumn[]>(),
    /** The number of the patient, by the workflow's settings, or given later by a step. */
    patientKey: text('patient_key'),
    /**
     * The whole start data, or only the short fields when it is large; the whole is then the
     * payload `start_ref`.
     */
    startData: jsonb('start_data').notNull(),
    startRef: text('start_ref'),
    output: jsonb('output'),
    /** The payload of a large output; `output` is then null. */
    outputRef: text('output_ref'),
    error: jsonb('error').$type<Failure>(),
    retriedFromRunId: uuid('retried_from_run_id'),
    /**
     * The run whose task waits for this one, that task, its attempt at that time, and this run's
     * position among its children.
     */
    parentRunId: uuid('parent_run_id'),
    parentTaskId: uuid('parent_task_id'),
    childAttempt: integer('child_attempt'),
    childIndex: integer('child_index'),
    /** Sub-workflows around this run. */
    depth: integer('depth').notNull().default(0),
    /**
     * It reaches sandbox connections only: a test key started it, or a run that a test key started.
     */
    sandbox: boolean('sandbox').notNull().default(false),
    /**
     * Its calls may have been made after the backup from which the installation was restored, so each
     * waits for a person's answer.
     */
    held: boolean('held').notNull().default(false),
    /**
     * Set for a run of a loop's body: its part of the loop, and the run whose start data and
     * definition it shares.
     */
    loop: jsonb('loop').$type<LoopRun>(),
    scopeRunId: uuid('scope_run_id'),
    /** The queue takes lower numbers first (`priorities` in lib/engine/store/lock-run.ts). */
    priority: smallint('priority').notNull().default(0),
    /**
     * Only for a workflow that limits how many of its runs are active at once: the run has its
     * slot, or waits for one (and is then suspended).
     */
    slot: text('slot').$type<'taken' | 'waiting'>(),
    /** True while it is suspended because its workflow is paused. */
    parked: boolean('parked').notNull().default(false),
    /**
     * The label of the workers that its next step is bound to; then it is suspended, and its job is
     * for those alone. Means nothing while it runs.
     */
    waitsForLabel: text('waits_for_label'),
    /** The instant that a schedule planned it for. */
    plannedAt: instant('planned_at'),
    /** Counts the leases of this run; every write of a worker names the epoch of its lease. */
    leaseEpoch: bigint('lease_epoch', { mode: 'number' }).notNull().default(0),
    leaseWorker: uuid('lease_worker'),
    /** Raised by every change, so that watchers know what they have seen. */
    revision: bigint('revision', { mode: 'number' }).notNull().default(0),
    /** Milliseconds for which workers executed it; waiting does not count. */
    activeMs: bigint('active_ms', { mode: 'number' }).notNull().default(0),
    /**
     * Its tasks have no rows yet: they are those of `unwritten_tasks` until the first commit of its
     * first turn, or an earlier change from outside, writes them.
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
    // The items of loops by the run around them.
    index('runs_items')
      .on(table.scopeRunId)
      .where(sql`scope_run_id is not null`),
    // The runs that a person started themselves.
    index('runs_own')
      .on(table.startedByUserId, table.id)
      .where(sql`started_by_user_id is not null`),
    // Lists by the rarer statuses, and the open runs of the run totals.
    index('runs_status_list')
      .on(table.organizationId, table.status, table.id)
      .where(sql`status <> 'completed'`),
    // Lists by trigger; runs of a loop's body are in no list.
    index('runs_trigger_list')
      .on(table.organizationId, table.trigger, table.id)
      .where(sql`loop is null`),
    // Lists by status of one workflow. Active runs are not in it, so that a run that completes
    // never writes it.
    index('runs_workflow_status')
      .on(table.workflowId, table.status, table.id)
      .where(sql`status in ('suspended', 'failed', 'cancelled')`),
    // The ended runs of the run totals, and retention.
    index('runs_ended')
      .on(table.organizationId, table.finishedAt, table.status)
      .where(sql`finished_at is not null`),
    // The cases of a patient.
    index('runs_patient')
      .on(table.organizationId, table.patientKey, table.id)
      .where(sql`patient_key is not null`),
    // The run that replaced a failed one.
    index('runs_retried')
      .on(table.retriedFromRunId)
      .where(sql`retried_from_run_id is not null`),
    index('runs_children')
      .on(table.parentRunId, table.parentTaskId, table.childIndex)
      .where(sql`parent_run_id is not null`),
    index('runs_leased')
      .on(table.leaseWorker)
      .where(sql`lease_worker is not null`),
    // Runs that should be in the queue or leased; small, because waiting and ended runs are not in
    // it. Each start counts by it how many runs of its organization wait for a worker.
    index('runs_backlog')
      .on(table.organizationId, table.priority)
      .where(sql`status = 'running' and lease_worker is null`),
    // The runs of a limited workflow; waiting ones in the order of their turn.
    index('runs_slots')
      .on(table.workflowId, table.slot, table.priority, table.id)
      .where(sql`slot is not null and status in ('running', 'suspended')`),
    // What waits for the workers with a label.
    index('runs_waits_for_label')
      .on(table.waitsForLabel, table.organizationId)
      .where(sql`waits_for_label is not null`),
    index('runs_parked')
      .on(table.workflowId)
      .where(sql`parked and status = 'suspended'`),
    // Runs that no worker has written to yet; never many for long.
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
  /** The payload of a large input; `input` is then null. */
  inputRef: text('input_ref'),
  output: jsonb('output'),
  outputRef: text('output_ref'),
  /** The branch by which the step was left, if it branches. */
  via: text('via'),
  error: jsonb('error').$type<Failure>(),
  /** What a suspended task waits for: `{ reason, … }`. */
  state: jsonb('state').$type<TaskState>(),
  logs: jsonb('logs').$type<LogLine[]>().notNull().default([]),
  /** Child runs that have not ended; at 0 the task goes on. */
  childrenLeft: integer('children_left'),
  /** Set on the task of an on_failure handler: the step whose failure it handles. */
  handlesStepId: text('handles_step_id'),
  /** When a retry is due, or the time that the task waits for. */
  dueAt: instant('due_at'),
  /**
   * True when the task has what it waited for: the next execution resumes it instead of starting
   * it.
   */
  resuming: boolean('resuming').notNull().default(false),
  /** Screens with a higher number are shown first. */
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
  // Starts with `id`, so that a task is found by its id alone, in each month.
  primaryKey({ columns: [table.id, table.runId] }),
  check('tasks_status', oneOf('status', taskStatuses)),
  unique('tasks_key').on(table.runId, table.key),
  index('tasks_due')
    .on(table.dueAt)
    .where(sql`due_at is not null and status in ('pending', 'suspended')`),
  // Unused since `work_items`; a later release drops it.
  index('tasks_inbox')
    .on(
      table.organizationId,
      table.priority.desc().nullsFirst(),
      table.createdAt,
      table.id,
      table.claimedBy,
    )
    .where(sql`status = 'suspended' and state->>'reason' = 'screen'`),
  // The runs with an open screen, newest first, which the list shows to who may do the screen; and
  // those screens in loops.
  index('tasks_open_screens')
    .on(table.organizationId, table.runId)
    .where(sql`status = 'suspended' and state->>'reason' = 'screen'`),
  index('tasks_item_screens')
    .on(table.organizationId, table.runId)
    .where(sql`status = 'suspended' and state->>'reason' = 'screen' and key like '%:%'`),
  // Tasks that a worker may take, which Home counts; an organization's other tasks are found by
  // their runs.
  index('tasks_pending')
    .on(table.organizationId, table.dueAt)
    .where(sql`status = 'pending'`),
  // Calls with an unknown outcome: few, and people must find them.
  index('tasks_unknown_outcome')
    .on(table.organizationId, table.createdAt, table.id)
    .where(sql`status = 'suspended' and state->>'reason' = 'unknown-outcome'`),
  // The screens that a person works on or has done.
  index('tasks_claimed')
    .on(table.claimedBy, table.runId)
    .where(sql`claimed_by is not null`),
  // Tasks that wait for an async result that has just ended.
  index('tasks_awaited')
    .on(sql`(state->>'asyncResultId')`)
    .where(sql`status = 'suspended' and state->>'reason' = 'async-result'`),
])

/**
 * How far a task is that reads for minutes, for people who wait; written while it works, and deleted
 * when it ends.
 */
export const taskProgress = pgTable('task_progress', {
  taskId: uuid('task_id').primaryKey(),
  runId: uuid('run_id').notNull(),
  organizationId: organizationId(),
  /** Of all pages of the file that is read now. */
  pages: integer('pages').notNull(),
  readPages: integer('read_pages').notNull(),
  /** Which file it is, from 1, and of how many. */
  file: integer('file').notNull(),
  files: integer('files').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

/**
 * The tasks with which a run of a version starts, in their order; written at the first start of the
 * version. While `runs.unwritten` is set they are the tasks of the run, so that a start writes one
 * row, and each task's row is written once.
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

/**
 * The data by which a run can be searched. A trigger on `runs` writes it once. It has its own
 * table, since every update of a run would write its indexes again.
 */
export const runSearch = pgTable(
  'run_search',
  {
    runId: uuid('run_id').primaryKey(),
    organizationId: organizationOfRun(),
    /** The start data as in the run's row. */
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
 * Inputs and outputs over 8 KB, by the SHA-256 of their JSON text; over 256 KB the text is in the
 * file store and `body` is null. A payload belongs to its run and is deleted with it.
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
    // The runs that have files to remove when they are deleted.
    index('payloads_stored')
      .on(table.organizationId, table.hash)
      .where(sql`body is null`),
  ],
)

/**
 * The counted part of an organization's run totals: the runs accepted, and those ended, before
 * `counted_until`. Later runs are counted when the totals are read. Deleted runs stay counted.
 */
export const runBooks = pgTable('run_books', {
  organizationId: organizationId().primaryKey(),
  countedUntil: instant('counted_until').notNull(),
  accepted: bigint('accepted', { mode: 'number' }).notNull().default(0),
  completed: bigint('completed', { mode: 'number' }).notNull().default(0),
  failed: bigint('failed', { mode: 'number' }).notNull().default(0),
  cancelled: bigint('cancelled', { mode: 'number' }).notNull().default(0),
  /**
   * The runs accepted and not ended before `counted_until`, as counted then. Null before the first
   * such count: then all open runs are counted when the totals are read.
   */
  open: bigint('open', { mode: 'number' }),
})

/** Text that a person has typed on a screen or form and not submitted yet. */
export const screenDrafts = pgTable(
  'screen_drafts',
  {
    taskId: uuid('task_id').notNull(),
    runId: uuid('run_id').notNull(),
    organizationId: organizationId(),
    userId: uuid('user_id').notNull(),
    data: jsonb('data').notNull(),
    /** Counts the saves, so that a save based on an older text is noticed. */
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
 * Runs that a worker had leased when it died: one of them may have killed it. They are executed
 * apart from all others until they have shown that they do no harm
 * (lib/engine/execute/isolation.ts). Only workers use it, like `workers`.
 */
export const suspectRuns = pgTable('suspect_runs', {
  runId: uuid('run_id').primaryKey(),
  /** It was one of several runs in a process that died, so it is executed alone. */
  alone: boolean('alone').notNull().default(false),
  since: instant('since')
    .notNull()
    .default(sql`now()`),
})

/** Liveness: a worker has a session advisory lock on its `lock_key` as long as it lives. */
export const workers = pgTable('workers', {
  id: uuid('id').primaryKey(),
  lockKey: bigint('lock_key', { mode: 'number' }).notNull().unique(),
  /** graphile-worker's own id of this worker's pool entries, for force_unlock_workers. */
  queueWorkerIds: text('queue_worker_ids').array().notNull().default([]),
  host: text('host').notNull(),
  /** What it serves: connections and workflows that are bound to one of these labels. */
  labels: text('labels').array().notNull().default([]),
  /** Whether it also serves what is bound to none. */
  unbound: boolean('unbound').notNull().default(true),
  startedAt: instant('started_at')
    .notNull()
    .default(sql`now()`),
  /**
   * A worker that is stopped or cut off keeps its lock for long, so it counts as dead after some
   * time without a sign of life.
   */
  seenAt: instant('seen_at')
    .notNull()
    .default(sql`now()`),
  /** The metrics of this process in the format of prom-client; read by the metrics endpoint. */
  metrics: json('metrics').$type<unknown>(),
})
