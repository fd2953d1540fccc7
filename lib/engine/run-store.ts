import type pg from 'pg'
import type { Definition } from '#lib/domain/definition'
import type { LoopRun } from '#lib/domain/loop-run'
import type { Failure, LogLine } from '#lib/domain/run'
import type { Effect, RunStatus, RunTrigger, TaskStatus } from '#lib/domain/statuses'
import type { ChildRow } from './child-runs.ts'
import { commitStatement } from './commit-statement.ts'
import { commitTogether, isWholeRun } from './commit-together.ts'
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
  /** A task of another run waits for its end. */
  isChild: boolean
  /** A worker died with it in its hands: it may be what killed that worker. */
  suspect: boolean
  /** Its workflow limits how many of its runs go on at once. */
  limited: boolean
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

/** The columns of a `LeasedRun`, of a run that the statement calls `taken`; `of` gives those that a loop's body has of the run around it. */
const columnsOf = (of: (column: string) => string): string => `
  taken.id, taken.organization_id as "organizationId", taken.workflow_id as "workflowId", workflows.name as "workflowName",
    organizations.time_zone as "organizationTimeZone", taken.version_id as "versionId", taken.depth, taken.loop, taken.active_ms::float8 as "activeMs",
    taken.unwritten, taken.parent_run_id is not null as "isChild", taken.slot is not null as limited,
    exists (select from suspect_runs where run_id = taken.id) as suspect, ${of('id')} as "scopeId",
    ${of('draft_definition')} as "draftDefinition", ${of('trigger')} as trigger, ${of('start_data')} as "startData", ${of('start_ref')} as "startRef",
    ${of('created_at')} as "createdAt", ${of('planned_at')} as "plannedAt", taken.lease_epoch::float8 as epoch, taken.revision::float8 as revision`

/** With the joins that it needs. */
export const leasedRunSql = columnsOf((column) => `case when scope.id is null then taken.${column} else scope.${column} end`)
/** The same of a run that is no loop's body, without a look for the run around it. */
export const ownRunSql = columnsOf((column) => `taken.${column}`)
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
  return { ...run, ...(await largeOf(pool, rows[0])), leased: true }
}

/** What of a run that was read may lie elsewhere: its start data, and the items of a loop's body. */
export async function largeOf(asks: Parameters<typeof loadValue>[0], { id, scopeId, startData, startRef, loop }: Pick<LeasedRun, 'id' | 'scopeId' | 'startData' | 'loop'> & { startRef: string | null }): Promise<Pick<LeasedRun, 'startData' | 'loop'>> {
  const items = loop?.itemsRef === undefined ? undefined : ((await loadValue(asks, id, null, loop.itemsRef)) as unknown[])
  return { startData: await loadValue(asks, scopeId, startData, startRef), loop: loop && items ? { ...loop, items } : loop }
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

/**
 * Writes a step forward of the run, and takes the lease when the turn only looked at the run before. Undefined, and nothing changed, when the lease is
 * lost or cannot be taken any more, or the run was changed from outside.
 */
export async function commitTurn(pool: pg.Pool, workerId: string, run: LeasedRun, commit: Commit): Promise<Pick<LeasedRun, 'epoch' | 'revision'> | undefined> {
  const kept = await keepCommit(run.id, commit)
  commitPoint('before', run, commit)
  const together = isWholeRun(run, commit, kept) ? await commitTogether(pool, run, commit, kept) : undefined
  const written = together ?? (await pool.query<Pick<LeasedRun, 'epoch' | 'revision'>>(commitStatement(workerId, run, commit, kept))).rows[0]
  commitPoint('after', run, commit)
  return written
}

/** Which of these async results are not pending any more, or not there. Waits for whoever is just ending one. */
export async function endedResults(pool: pg.Pool, ids: string[]): Promise<Set<string>> {
  const text = `select id from async_results where id = any($1::uuid[]) and status = 'pending' for share`
  const { rows } = await pool.query<{ id: string }>({ name: 'pending-results', text, values: [ids] })
  const pending = new Set(rows.map(({ id }) => id))
  return new Set(ids.filter((id) => !pending.has(id)))
}
