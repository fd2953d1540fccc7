import type pg from 'pg'
import type { Failure } from '#lib/domain/run/run'
import type { Effect, RunStatus, TaskStatus } from '#lib/domain/statuses'
import type { Definition } from '#lib/domain/workflow/definition'
import type { LeasedRun } from '../../model/run.ts'
import { leasedRunJoins, endedRunColumns } from '../lease.ts'

type RecordedRunRow = Omit<LeasedRun, 'leased' | 'start'> & {
  startRef: string | null
  status: RunStatus
  definition: Definition
}

/** Runs that have ended, with the version that they ran, or the draft of a test run. */
const runsSql = `
  select ${endedRunColumns}, taken.status,
    coalesce(workflow_versions.definition, taken.draft_definition) as definition
  from runs taken join workflows on workflows.id = taken.workflow_id
  join organizations on organizations.id = taken.organization_id
  left join workflow_versions on workflow_versions.id = taken.version_id
  where taken.id = any($2::uuid[]) and taken.organization_id = $1 and taken.loop is null
    and taken.status in ('completed', 'failed', 'cancelled')`

export type RecordedBodyRow = Omit<RecordedRunRow, 'definition'> & {
  parentRunId: string
  parentTaskId: string
}

/**
 * The runs of their loops' bodies, at any depth. A loop that was tried again has those of its last
 * attempt after the others, so that they take their places.
 */
const bodiesSql = `
  select ${endedRunColumns}, taken.status,
    taken.parent_run_id as "parentRunId", taken.parent_task_id as "parentTaskId",
    taken.scope_run_id as "scopeId"
  from runs taken ${leasedRunJoins}
  where taken.scope_run_id = any($2::uuid[]) and taken.organization_id = $1
    and taken.loop is not null
  order by taken.child_attempt, taken.child_index`

export type RecordedTaskRow = {
  id: string
  runId: string
  key: string
  stepId: string
  status: TaskStatus
  effect: Effect
  isGiven: boolean
  via: string | null
  error: Failure | null
  input: unknown
  inputRef: string | null
  output: unknown
  outputRef: string | null
}

/** What completed without an attempt was given. The first and last id exclude other months' tables. */
const tasksSql = `
  select id, run_id as "runId", key, step_id as "stepId", status, effect, via, error,
    attempt = 0 and status = 'completed' as "isGiven",
    input, input_ref as "inputRef", output, output_ref as "outputRef"
  from tasks where run_id = any($2::uuid[]) and run_id >= $3::uuid and run_id <= $4::uuid
    and organization_id = $1`

/**
 * Reads runs of an organization that have ended, with the runs of their loops' bodies and all of
 * their tasks. Large values are references (payloads.ts).
 */
export async function readRecordedRuns(
  pool: pg.Pool,
  organizationId: string,
  runIds: string[],
): Promise<{ runs: RecordedRunRow[]; bodies: RecordedBodyRow[]; tasks: RecordedTaskRow[] }> {
  const values = [organizationId, runIds]
  const [{ rows: runs }, { rows: bodies }] = await Promise.all([
    pool.query<RecordedRunRow>({ name: 'recorded-runs', text: runsSql, values }),
    pool.query<RecordedBodyRow>({ name: 'recorded-bodies', text: bodiesSql, values }),
  ])
  const ids = [...runs, ...bodies].map(({ id }) => id).toSorted()
  const { rows: tasks } = await pool.query<RecordedTaskRow>({
    name: 'recorded-tasks',
    text: tasksSql,
    values: [organizationId, ids, ids[0], ids.at(-1)],
  })
  return { runs, bodies, tasks }
}
