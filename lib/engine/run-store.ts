import type pg from 'pg'
import type { Definition } from '#lib/domain/definition'
import type { Failure, LogLine } from '#lib/domain/run'
import type { Effect, RunStatus, RunTrigger, TaskStatus } from '#lib/domain/statuses'

/** A run as the worker that holds its lease knows it. */
export type LeasedRun = {
  id: string
  organizationId: string
  workflowId: string
  workflowName: string
  organizationTimeZone: string
  versionId: string | null
  draftDefinition: Definition | null
  trigger: RunTrigger
  startData: unknown
  createdAt: Date
  epoch: number
  revision: number
}

export type TaskRow = {
  id: string
  key: string
  stepId: string
  handlesStepId: string | null
  status: TaskStatus
  attempt: number
  effect: Effect
  via: string | null
  error: Failure | null
  state: Record<string, unknown> | null
  dueAt: Date | null
  resuming: boolean
  startedAt: Date | null
  finishedAt: Date | null
  /** What the task was given; null until its config was worked out, and for tasks that have ended. */
  input: unknown
}

/** A task as it shall stand after a commit. What is large is written only when it is there. */
export type TaskWrite = TaskRow & { output?: { value: unknown }; logs: LogLine[] }
export type NewTask = TaskWrite & { stepType: string; title: string; priority: number }

export type Commit = {
  changed: TaskWrite[]
  added: NewTask[]
  run?: {
    status: RunStatus
    output?: unknown
    error?: Failure
    /** Give the lease back; when `wakeAt` is set, queue the next turn. */
    wakeAt?: Date | undefined
  }
  mail?: { id: string; key: string; recipients: string[]; subject: string; text: string } | undefined
}

const leaseSql = `
  with taken as (
    update runs set lease_epoch = lease_epoch + 1, lease_worker = $2, status = 'running', revision = revision + 1
    where id = $1 and status in ('running', 'suspended')
      and (lease_worker is null or lease_worker = $2 or not exists (select from workers where workers.id = runs.lease_worker))
    returning *)
  select taken.id, taken.organization_id as "organizationId", workflow_id as "workflowId", workflows.name as "workflowName",
    organizations.time_zone as "organizationTimeZone", version_id as "versionId", draft_definition as "draftDefinition", trigger,
    start_data as "startData", taken.created_at as "createdAt", lease_epoch::float8 as epoch, revision::float8 as revision
  from taken join workflows on workflows.id = taken.workflow_id join organizations on organizations.id = taken.organization_id`

/** Takes the run, unless it has ended or another living worker holds it; counts the lease, so that writes under an earlier one change nothing. */
export async function takeLease(pool: pg.Pool, runId: string, workerId: string): Promise<LeasedRun | undefined> {
  const { rows } = await pool.query<LeasedRun>({ name: 'take-lease', text: leaseSql, values: [runId, workerId] })
  return rows[0]
}

type RunGlance = { id: string; status: RunStatus; revision: number; epoch: number; worker: string | null }

/** How runs stand now, without their tasks. */
export async function glance(pool: pg.Pool, runIds: string[]): Promise<RunGlance[]> {
  const text = `select id, status, revision::float8 as revision, lease_epoch::float8 as epoch, lease_worker as worker from runs where id = any($1::uuid[])`
  return (await pool.query<RunGlance>({ name: 'glance', text, values: [runIds] })).rows
}

const tasksSql = `
  select id, key, step_id as "stepId", handles_step_id as "handlesStepId", status, attempt, effect, via, error, due_at as "dueAt", resuming,
    started_at as "startedAt", finished_at as "finishedAt",
    case when status in ('pending', 'running', 'suspended') then state end as state,
    case when status in ('pending', 'running', 'suspended') then input end as input
  from tasks where run_id = $1`

/** The tasks of a run without their outputs. Read the run's revision before, so that a change in between is noticed at the next commit. */
export async function loadTasks(pool: pg.Pool, runId: string): Promise<TaskRow[]> {
  return (await pool.query<TaskRow>({ name: 'load-tasks', text: tasksSql, values: [runId] })).rows
}

/** Outputs by task key. */
export async function loadOutputs(pool: pg.Pool, runId: string, keys: string[]): Promise<Map<string, unknown>> {
  const text = 'select key, output from tasks where run_id = $1 and key = any($2::text[])'
  const { rows } = await pool.query<{ key: string; output: unknown }>({ name: 'load-outputs', text, values: [runId, keys] })
  return new Map(rows.map(({ key, output }) => [key, output]))
}

const columns = `id uuid, key text, "stepId" text, "handlesStepId" text, status text, attempt integer, effect text, via text, error jsonb, state jsonb,
  "dueAt" timestamptz, resuming boolean, "startedAt" timestamptz, "finishedAt" timestamptz, input jsonb, output jsonb, logs jsonb`

/**
 * One statement, one transaction: nothing in it happens unless the lease still holds and nobody changed the run since it was read, because everything
 * hangs on the rows of `held`.
 */
const commitSql = `
  with held as (
    update runs set revision = revision + 1,
      status = coalesce($5, status),
      output = case when $5 is null then output else $6::jsonb end,
      error = case when $5 is null then error else $7::jsonb end,
      finished_at = case when $5 in ('completed', 'failed', 'cancelled') then now() end,
      lease_worker = case when $5 is null then lease_worker end
    where id = $1 and lease_worker = $2 and lease_epoch = $3 and revision = $4 and status = 'running'
    returning id, organization_id, revision),
  changed as (
    update tasks set status = row.status, attempt = row.attempt, effect = row.effect, via = row.via, error = row.error,
      state = coalesce(row.state, tasks.state), due_at = row."dueAt", resuming = row.resuming, started_at = row."startedAt", finished_at = row."finishedAt",
      input = coalesce(row.input, tasks.input), logs = tasks.logs || row.logs,
      output = case when row.output is null then tasks.output else row.output->'value' end
    from held, jsonb_to_recordset($8::jsonb) as row(${columns})
    where tasks.id = row.id and tasks.run_id = $1),
  added as (
    insert into tasks (id, organization_id, run_id, key, step_id, handles_step_id, step_type, title, effect, status, priority, attempt, via, error, state,
      due_at, resuming, started_at, finished_at, input, output, logs)
    select row.id, held.organization_id, held.id, row.key, row."stepId", row."handlesStepId", row."stepType", row.title, row.effect, row.status,
      row.priority, row.attempt, row.via, row.error, row.state, row."dueAt", row.resuming, row."startedAt", row."finishedAt", row.input,
      row.output->'value', row.logs
    from held, jsonb_to_recordset($9::jsonb) as row(${columns}, "stepType" text, title text, priority integer)),
  mailed as (
    insert into mails (id, organization_id, key, recipients, subject, text, status, run_id)
    select mail.id, held.organization_id, mail.key, mail.recipients, mail.subject, mail.text, 'queued', held.id
    from held, jsonb_to_record($10::jsonb) as mail(id uuid, key text, recipients jsonb, subject text, text text)
    where mail.id is not null
    on conflict (key) do nothing returning id),
  sending as materialized (select enqueue_mail(id) from mailed),
  waking as materialized (select enqueue_run(id, 0, $11::timestamptz) from held where $11::timestamptz is not null)
  select revision::float8 as revision, (select count(*) from sending), (select count(*) from waking) from held`

/** Writes a step forward of the run. Undefined, and nothing changed, when the lease is lost or the run was changed from outside. */
export async function commitTurn(pool: pg.Pool, workerId: string, run: LeasedRun, commit: Commit): Promise<{ revision: number } | undefined> {
  const { rows } = await pool.query<{ revision: number }>({
    name: 'commit-turn',
    text: commitSql,
    values: [
      run.id,
      workerId,
      run.epoch,
      run.revision,
      commit.run?.status ?? null,
      json(commit.run?.output),
      json(commit.run?.error),
      json(commit.changed),
      json(commit.added),
      json(commit.mail ?? {}),
      commit.run?.wakeAt ?? null,
    ],
  })
  return rows[0]
}

/** The answer of a call that was cancelled while it was in flight: kept, so that people see it, and followed by nothing. */
export async function recordLateAnswer(pool: pg.Pool, runId: string, taskId: string, attempt: number, output: unknown): Promise<void> {
  await pool.query(`update tasks set output = $4::jsonb where run_id = $1 and id = $2 and attempt = $3 and status = 'cancelled' and output is null`, [
    runId,
    taskId,
    attempt,
    json(output),
  ])
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
