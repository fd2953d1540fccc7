import type pg from 'pg'
import type { Definition } from '#lib/domain/definition'
import type { LoopRun } from '#lib/domain/loop-run'
import type { Failure, LogLine } from '#lib/domain/run'
import type { Effect, RunStatus, RunTrigger, TaskStatus } from '#lib/domain/statuses'
import type { ChildRow } from './child-runs.ts'
import { commitPoint, faultPoint } from './fault-points.ts'
import { keepCommit } from './keep-commit.ts'
import { loadPayloads, loadValue } from './payloads.ts'

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
  /** The instant that a schedule planned the run for. */
  plannedAt: Date | null
  /** False until the first commit of a turn that only looked at the run takes its lease (look-at-run.ts); `epoch` is then the last lease's. */
  leased: boolean
  /** Its tasks have no rows yet: the first commit writes all of them. */
  unwritten: boolean
  epoch: number
  revision: number
  /** Sub-workflows around this run. */
  depth: number
  /** How long it worked in earlier turns. */
  activeMs: number
  /** Set for a run of a loop's body; its start data, instant, trigger and draft are then those of the run with the id `scopeId`. */
  loop: LoopRun | null
  scopeId: string
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
export type TaskWrite = TaskRow & { output?: { value: unknown }; childrenLeft?: number; logs: LogLine[] }
export type NewTask = TaskWrite & { stepType: string; title: string; priority: number }

export type Commit = {
  changed: TaskWrite[]
  added: NewTask[]
  children: ChildRow[]
  run?: {
    status: RunStatus
    output?: unknown
    error?: Failure
    /** How long the run worked in this turn. */
    activeMs: number
    /** Give the lease back; when `wakeAt` is set, queue the next turn. */
    wakeAt?: Date | undefined
  }
  mail?: { id: string; key: string; recipients: string[]; subject: string; text: string } | undefined
  /** The async results that the run's tasks wait for. Unless all of them are surely still pending, another turn is queued. */
  awaited?: string[]
}

/** What a commit says besides how the tasks stand. */
export type Ending = Pick<Commit, 'run' | 'mail'>

/** The columns of a `LeasedRun` and the joins that they need, of a run that the statement calls `taken`. */
export const leasedRunSql = `
  taken.id, taken.organization_id as "organizationId", taken.workflow_id as "workflowId", workflows.name as "workflowName",
    organizations.time_zone as "organizationTimeZone", taken.version_id as "versionId", taken.depth, taken.loop, taken.unwritten, taken.active_ms::float8 as "activeMs",
    coalesce(scope.id, taken.id) as "scopeId", coalesce(scope.draft_definition, taken.draft_definition) as "draftDefinition", coalesce(scope.trigger, taken.trigger) as trigger,
    case when scope.id is null then taken.start_data else scope.start_data end as "startData", case when scope.id is null then taken.start_ref else scope.start_ref end as "startRef", coalesce(scope.created_at, taken.created_at) as "createdAt",
    coalesce(scope.planned_at, taken.planned_at) as "plannedAt",
    taken.lease_epoch::float8 as epoch, taken.revision::float8 as revision`
export const aroundRunSql = `
  left join runs scope on scope.id = taken.scope_run_id join workflows on workflows.id = taken.workflow_id join organizations on organizations.id = taken.organization_id`

/** Of a paused workflow no run is taken: it is parked until the workflow is resumed. One that waits for its turn among the runs of its workflow stays. */
const leaseSql = `
  with parking as (
    update runs set parked = true, status = 'suspended', revision = revision + 1
    where id = $1 and status in ('running', 'suspended') and lease_worker is null and not parked
      and exists (select from workflows where workflows.id = workflow_id and paused_at is not null)),
  taken as (
    update runs set lease_epoch = lease_epoch + 1, lease_worker = $2, status = 'running', revision = revision + 1
    where id = $1 and status in ('running', 'suspended') and not parked and slot is distinct from 'waiting'
      and exists (select from workflows where workflows.id = workflow_id and paused_at is null)
      and (lease_worker is null or lease_worker = $2 or not exists (select from workers where workers.id = runs.lease_worker))
    returning *)
  select ${leasedRunSql} from taken ${aroundRunSql}`

/** Takes the run, unless it has ended or another living worker holds it; counts the lease, so that writes under an earlier one change nothing. */
export async function takeLease(pool: pg.Pool, runId: string, workerId: string): Promise<LeasedRun | undefined> {
  faultPoint('before-lease')
  const { rows } = await pool.query<LeasedRun & { startRef: string | null }>({ name: 'take-lease', text: leaseSql, values: [runId, workerId] })
  faultPoint('after-lease')
  if (!rows[0]) return undefined
  const { startRef, ...run } = rows[0]
  return { ...run, leased: true, startData: await loadValue(pool, run.scopeId, run.startData, startRef) }
}

type RunGlance = { id: string; status: RunStatus; revision: number; epoch: number; worker: string | null; paused: boolean }

/** How runs stand now, without their tasks. */
export async function glance(pool: pg.Pool, runIds: string[]): Promise<RunGlance[]> {
  const text = `select id, status, revision::float8 as revision, lease_epoch::float8 as epoch, lease_worker as worker,
    exists (select from workflows where workflows.id = workflow_id and paused_at is not null) as paused from runs where id = any($1::uuid[])`
  return (await pool.query<RunGlance>({ name: 'glance', text, values: [runIds] })).rows
}

const tasksSql = `
  select id, key, step_id as "stepId", handles_step_id as "handlesStepId", status, attempt, effect, via, error, due_at as "dueAt", resuming,
    started_at as "startedAt", finished_at as "finishedAt",
    case when status in ('pending', 'running', 'suspended') then state end as state,
    case when status in ('pending', 'running', 'suspended') then input end as input,
    case when status in ('pending', 'running', 'suspended') then input_ref end as "inputRef"
  from tasks where run_id = $1`

/** The tasks of a run without their outputs. Read the run's revision before, so that a change in between is noticed at the next commit. */
export async function loadTasks(pool: pg.Pool, runId: string): Promise<TaskRow[]> {
  const { rows } = await pool.query<TaskRow & { inputRef: string | null }>({ name: 'load-tasks', text: tasksSql, values: [runId] })
  const payloads = await loadPayloads(pool, rows.map(({ inputRef }) => ({ runId, ref: inputRef })))
  return rows.map(({ inputRef, ...task }) => (inputRef === null ? task : { ...task, input: payloads.get(`${runId}:${inputRef}`) }))
}

/** Outputs by task key. */
export async function loadOutputs(pool: pg.Pool, runId: string, keys: string[]): Promise<Map<string, unknown>> {
  const text = 'select key, output, output_ref as ref from tasks where run_id = $1 and key = any($2::text[])'
  const { rows } = await pool.query<{ key: string; output: unknown; ref: string | null }>({ name: 'load-outputs', text, values: [runId, keys] })
  const payloads = await loadPayloads(pool, rows.map(({ ref }) => ({ runId, ref })))
  return new Map(rows.map(({ key, output, ref }) => [key, ref === null ? output : payloads.get(`${runId}:${ref}`)]))
}

const columns = `id uuid, key text, "stepId" text, "handlesStepId" text, status text, attempt integer, effect text, via text, error jsonb, state jsonb,
  "dueAt" timestamptz, resuming boolean, "startedAt" timestamptz, "finishedAt" timestamptz, input jsonb, "inputRef" text, output jsonb, logs jsonb, "childrenLeft" integer`

/**
 * One statement, one transaction: nothing in it happens unless the lease still holds and nobody changed the run since it was read, because everything
 * hangs on the rows of `held`.
 */
const commitSql = `
  with held as (
    update runs set revision = revision + 1,
      status = coalesce($5, status),
      output = case when $5 is null then output else $6::jsonb end, output_ref = case when $5 is null then output_ref else $15 end,
      error = case when $5 is null then error else $7::jsonb end,
      finished_at = case when $5 in ('completed', 'failed', 'cancelled') then now() end,
      lease_worker = case when $5 is null then $2::uuid end, lease_epoch = lease_epoch + case when $18 then 0 else 1 end, active_ms = active_ms + $17::bigint, unwritten = false
    where id = $1 and lease_epoch = $3 and revision = $4 and status = 'running'
      and case when $18 then lease_worker = $2 else lease_worker is null and exists (select from workflows where workflows.id = workflow_id and paused_at is null) end
    returning id, organization_id, workflow_id, slot, priority, revision, lease_epoch, parent_run_id, parent_task_id, created_at),
  changed as (
    update tasks set status = row.status, attempt = row.attempt, effect = row.effect, via = row.via, error = row.error,
      state = coalesce(row.state, tasks.state), due_at = row."dueAt", resuming = row.resuming, started_at = row."startedAt", finished_at = row."finishedAt",
      input = case when row."inputRef" is null then coalesce(row.input, tasks.input) end,
      input_ref = case when row.input is null then coalesce(row."inputRef", tasks.input_ref) end, logs = tasks.logs || row.logs,
      children_left = coalesce(row."childrenLeft", tasks.children_left),
      output = case when row.output is null then tasks.output else row.output->'value' end,
      output_ref = case when row.output is null then tasks.output_ref else row.output->>'ref' end
    from held, jsonb_to_recordset($8::jsonb) as row(${columns})
    where tasks.id = row.id and tasks.run_id = $1),
  added as (
    insert into tasks (id, organization_id, run_id, key, step_id, handles_step_id, step_type, title, effect, status, priority, attempt, via, error, state,
      due_at, resuming, started_at, finished_at, input, input_ref, output, output_ref, logs, children_left, created_at)
    select row.id, held.organization_id, held.id, row.key, row."stepId", row."handlesStepId", row."stepType", row.title, row.effect, row.status,
      row.priority, row.attempt, row.via, row.error, row.state, row."dueAt", row.resuming, row."startedAt", row."finishedAt", row.input,
      row."inputRef", row.output->'value', row.output->>'ref', row.logs, row."childrenLeft",
      case when $19 then held.created_at else now() end
    from held, jsonb_to_recordset($9::jsonb) as row(${columns}, "stepType" text, title text, priority integer)),
  large as (
    insert into payloads (run_id, hash, organization_id, size, body)
    select row."runId", row.hash, held.organization_id, row.size, row.body
    from held, jsonb_to_recordset($16::jsonb) as row("runId" uuid, hash text, size bigint, body jsonb)
    on conflict do nothing),
  mailed as (
    insert into mails (id, organization_id, key, recipients, subject, text, status, run_id)
    select mail.id, held.organization_id, mail.key, mail.recipients, mail.subject, mail.text, 'queued', held.id
    from held, jsonb_to_record($10::jsonb) as mail(id uuid, key text, recipients jsonb, subject text, text text)
    where mail.id is not null
    on conflict (key) do nothing returning id),
  children as (
    insert into runs (id, organization_id, workflow_id, version_id, status, trigger, started_by, start_data, start_ref, created_at, parent_run_id, parent_task_id,
      child_attempt, child_index, depth, scope_run_id, loop, priority)
    select child.id, held.organization_id, child."workflowId", child."versionId", 'running', 'parent', $13, child."startData", child."startRef", child."createdAt", held.id,
      child."taskId", child.attempt, child.index, child.depth, child."scopeRunId", child.loop, held.priority
    from held, jsonb_to_recordset($14::jsonb) as child(id uuid, "taskId" uuid, attempt integer, index integer, "workflowId" uuid, "versionId" uuid,
      "startData" jsonb, "startRef" text, depth integer, "scopeRunId" uuid, loop jsonb, "createdAt" timestamptz)
    returning id, priority, child_index),
  -- Many children of one run step back as the runs of a backlog do (fairness.ts).
  begun as materialized (
    select enqueue_run(id, priority + 40 * case when place <= 16 then 0 else floor(log(2, place / 16.0))::integer + 1 end)
    from (select id, priority, row_number() over (order by child_index) as place from children) as placed),
  told as materialized (
    select child_run_ended(parent_run_id, parent_task_id, $5 <> 'completed') from held
    where parent_run_id is not null and $5 in ('completed', 'failed', 'cancelled')),
  sending as materialized (select enqueue_mail(id) from mailed),
  -- The end of a run makes room for the next one of a limited workflow.
  admitting as materialized (select admit_waiting(workflow_id) from held where slot = 'taken' and $5 in ('completed', 'failed', 'cancelled')),
  -- No wake-up is lost: whoever ends a result locks it, and only then looks who waits for it. The share lock keeps it pending until this commit is
  -- visible to them; one that they hold already is skipped, and then another turn looks again. Nobody waits for a lock here, so there is no deadlock.
  pending as materialized (select id from async_results where id = any($12::uuid[]) and status = 'pending' for share skip locked),
  waking as materialized (
    select enqueue_run(id, priority, case when missed then null else $11::timestamptz end)
    from held, (select (select count(*) from pending) < coalesce(cardinality($12::uuid[]), 0) as missed) as look
    where missed or $11::timestamptz is not null)
  select revision::float8 as revision, lease_epoch::float8 as epoch, (select count(*) from begun), (select count(*) from told), (select count(*) from sending), (select count(*) from waking), (select count(*) from admitting) from held`

/**
 * Writes a step forward of the run, and takes the lease when the turn only looked at the run before. Undefined, and nothing changed, when the lease is
 * lost or cannot be taken any more, or the run was changed from outside.
 */
export async function commitTurn(pool: pg.Pool, workerId: string, run: LeasedRun, commit: Commit): Promise<Pick<LeasedRun, 'epoch' | 'revision'> | undefined> {
  const kept = await keepCommit(run.id, commit)
  commitPoint('before', run, commit)
  const { rows } = await pool.query<Pick<LeasedRun, 'epoch' | 'revision'>>({
    name: 'commit-turn',
    text: commitSql,
    values: [
      run.id,
      workerId,
      run.epoch,
      run.revision,
      commit.run?.status ?? null,
      json(kept.output),
      json(commit.run?.error),
      json(kept.changed),
      json(kept.added),
      json(commit.mail ?? {}),
      commit.run?.wakeAt ?? null,
      commit.awaited && commit.awaited.length > 0 ? commit.awaited : null,
      run.workflowName,
      json(kept.children),
      kept.outputRef,
      json(kept.rows),
      Math.round(commit.run?.activeMs ?? 0),
      run.leased,
      run.unwritten,
    ],
  })
  commitPoint('after', run, commit)
  return rows[0]
}

/** Which of these async results are not pending any more, or not there. Waits for whoever is just ending one. */
export async function endedResults(pool: pg.Pool, ids: string[]): Promise<Set<string>> {
  const text = `select id from async_results where id = any($1::uuid[]) and status = 'pending' for share`
  const { rows } = await pool.query<{ id: string }>({ name: 'pending-results', text, values: [ids] })
  const pending = new Set(rows.map(({ id }) => id))
  return new Set(ids.filter((id) => !pending.has(id)))
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
