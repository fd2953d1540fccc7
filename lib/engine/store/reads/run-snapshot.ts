import type pg from 'pg'
import { coalesced } from '#lib/coalesce'
import { loadPayloads } from '../payloads.ts'
import { perPool } from '../per-pool.ts'
import { leasedRunJoins, loadLargeFields, leasedRunColumns, plainRunColumns } from '../lease.ts'
import type { LeasedRun, TaskRow } from '../../model/run.ts'

/**
 * A waiting task is read by these three columns alone. All tasks of a run may be read, and most of
 * them wait, so further columns would be most of the data.
 */
type WaitingTask = [id: string, key: string, stepId: string]
type StartedTask = Omit<TaskRow, 'dueAt' | 'startedAt' | 'finishedAt'> & {
  dueAt: string | null
  startedAt: string | null
  finishedAt: string | null
  inputRef: string | null
}

const snapshotSql = `
  with taken as (
    select runs.* from runs where id = $1 and status = 'running' and lease_worker is null
      and not parked and slot is distinct from 'waiting')
  select ${leasedRunColumns},
    case when not taken.unwritten then (
      select json_agg(json_build_array(id, key, step_id)) from tasks
      where run_id = $1 and status = 'waiting-dependencies' and attempt = 0) end as waiting,
    case when not taken.unwritten then (select json_agg(row_to_json(task)) from (
      select id, key, step_id as "stepId", handles_step_id as "handlesStepId", status, attempt,
      effect, via, error, due_at as "dueAt", resuming,
        started_at as "startedAt", finished_at as "finishedAt",
        case when status in ('pending', 'running', 'suspended') then state end as state,
        case when status in ('pending', 'running', 'suspended') then input end as input,
        case when status in ('pending', 'running', 'suspended') then input_ref end as "inputRef"
      from tasks where run_id = $1
        and (status <> 'waiting-dependencies' or attempt <> 0)) as task) end as started
  from taken ${leasedRunJoins}
  where workflows.paused_at is null`

type RunRow = Omit<LeasedRun, 'leased' | 'start'> & { startRef: string | null }
type RunSnapshot = { run: LeasedRun; tasks: TaskRow[] }

/** Runs that no turn has written to have no task rows and no run around them. */
const newRunsSql = `
  select ${plainRunColumns}
  from runs taken join workflows on workflows.id = taken.workflow_id
  join organizations on organizations.id = taken.organization_id
  where taken.id = any($1::uuid[]) and taken.id >= $2::uuid and taken.id <= $3::uuid
    and taken.unwritten and taken.status = 'running' and taken.lease_worker is null
    and not taken.parked and taken.slot is distinct from 'waiting' and workflows.paused_at is null`

/**
 * Turns that begin in the same moment share one statement; the first and the last id exclude other
 * months.
 */
const loadNewRun = perPool((pool) =>
  coalesced<string, RunRow | undefined>(async (runIds) => {
    const sorted = runIds.toSorted()
    const { rows } = await pool.query<RunRow>({
      name: 'load-new-runs',
      text: newRunsSql,
      values: [runIds, sorted[0], sorted.at(-1)],
    })
    const found = new Map(rows.map((row) => [row.id, row]))
    return runIds.map((id) => found.get(id))
  }),
)

const toSnapshot = async (
  pool: pg.Pool,
  { startRef, ...run }: RunRow,
  tasks: TaskRow[],
): Promise<RunSnapshot> => ({
  run: {
    ...run,
    ...(await loadLargeFields(pool, { ...run, startRef })),
    leased: false,
    start: null,
  },
  tasks,
})

/**
 * Loads a run that can be leased, and its tasks, as they stood at one moment; nothing is written.
 * The first commit of the turn takes the lease, if the run has not changed since. Until then only
 * work that may be repeated has run, because a call that changes the world waits for a commit. So a
 * run of pure steps needs no statement for its lease. Undefined when `takeLease` has to decide:
 * another worker has the lease, or the run is suspended, ended, parked, or to be parked.
 */
export async function loadRunSnapshot(
  pool: pg.Pool,
  runId: string,
): Promise<RunSnapshot | undefined> {
  const newRun = await loadNewRun(pool)(runId)
  if (newRun) return await toSnapshot(pool, newRun, [])
  const { rows } = await pool.query<
    RunRow & { waiting: WaitingTask[] | null; started: StartedTask[] | null }
  >({ name: 'load-run-snapshot', text: snapshotSql, values: [runId] })
  if (!rows[0]) return undefined
  const { waiting, started, ...run } = rows[0]
  const inputs = await loadPayloads(
    pool,
    (started ?? []).map(({ inputRef }) => ({ runId, ref: inputRef })),
  )
  const tasks = (started ?? []).map(
    ({ inputRef, dueAt, startedAt, finishedAt, ...task }): TaskRow => ({
      ...task,
      ...(inputRef === null ? {} : { input: inputs.get(`${runId}:${inputRef}`) }),
      dueAt: dateOf(dueAt),
      startedAt: dateOf(startedAt),
      finishedAt: dateOf(finishedAt),
    }),
  )
  return await toSnapshot(pool, run, [...tasks, ...(waiting ?? []).map(waitingTask)])
}

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

const nothing = {
  handlesStepId: null,
  via: null,
  error: null,
  state: null,
  dueAt: null,
  resuming: false,
  startedAt: null,
  finishedAt: null,
  input: null,
}
const waitingTask = ([id, key, stepId]: WaitingTask): TaskRow => ({
  ...nothing,
  id,
  key,
  stepId,
  status: 'waiting-dependencies',
  attempt: 0,
  effect: 'unsafe',
})
