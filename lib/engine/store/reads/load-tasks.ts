import type pg from 'pg'
import type { TaskRow } from '../../model/run.ts'
import { loadPayloads } from '../payloads.ts'

const tasksSql = `
  select id, key, step_id as "stepId", handles_step_id as "handlesStepId", status, attempt, effect,
  via, error, due_at as "dueAt", resuming,
    started_at as "startedAt", finished_at as "finishedAt",
    case when status in ('pending', 'running', 'suspended') then state end as state,
    case when status in ('pending', 'running', 'suspended') then input end as input,
    case when status in ('pending', 'running', 'suspended') then input_ref end as "inputRef"
  from tasks where run_id = $1`

/**
 * Loads the tasks of a run without their outputs. Read the run's revision before, so that a change
 * in between is noticed at the next commit.
 */
export async function loadTasks(pool: pg.Pool, runId: string): Promise<TaskRow[]> {
  const { rows } = await pool.query<TaskRow & { inputRef: string | null }>({
    name: 'load-tasks',
    text: tasksSql,
    values: [runId],
  })
  const payloads = await loadPayloads(
    pool,
    rows.map(({ inputRef }) => ({ runId, ref: inputRef })),
  )
  return rows.map(({ inputRef, ...task }) =>
    inputRef === null ? task : { ...task, input: payloads.get(`${runId}:${inputRef}`) },
  )
}

/** Loads outputs by task key. */
export async function loadOutputs(
  pool: pg.Pool,
  runId: string,
  keys: string[],
): Promise<Map<string, unknown>> {
  const text =
    'select key, output, output_ref as ref from tasks where run_id = $1 and key = any($2::text[])'
  const { rows } = await pool.query<{ key: string; output: unknown; ref: string | null }>({
    name: 'load-outputs',
    text,
    values: [runId, keys],
  })
  const payloads = await loadPayloads(
    pool,
    rows.map(({ ref }) => ({ runId, ref })),
  )
  return new Map(
    rows.map(({ key, output, ref }) => [
      key,
      ref === null ? output : payloads.get(`${runId}:${ref}`),
    ]),
  )
}
