import type pg from 'pg'
import type { Failure } from '#lib/domain/run/run'
import type { ChildEnd } from '#lib/steps/define-step'
import type { LeasedRun } from '../model/run.ts'
import { faultPoint } from './fault-points.ts'
import { loadPayloads } from './payloads.ts'

/**
 * Loads how the child runs ended that a task waits for since its attempt number `attempt`; those
 * that have not ended are left out.
 */
export async function loadChildEnds(
  pool: pg.Pool,
  run: LeasedRun,
  taskId: string,
  attempt: number,
): Promise<ChildEnd[]> {
  const text = `
    select id as "runId", child_index as "from", status, output, output_ref as ref, error from runs
    where parent_run_id = $1 and parent_task_id = $2 and child_attempt = $3
      and status in ('completed', 'failed', 'cancelled') order by child_index`
  const { rows } = await pool.query<ChildEnd & { ref: string | null }>({
    name: 'load-child-ends',
    text,
    values: [run.id, taskId, attempt],
  })
  const payloads = await loadPayloads(pool, rows)
  return rows.map(({ ref, ...end }) =>
    ref === null ? end : { ...end, output: payloads.get(`${end.runId}:${ref}`) },
  )
}

const stoppedWithLoop: Failure = {
  code: 'cancelled',
  message: 'Cancelled, because another item of the loop failed.',
}

/**
 * Cancels the remaining child runs of tasks that failed with their first failed child, or were
 * cancelled. It has its own transaction before the commit that writes these ends: a child that ends
 * locks itself first and then this run, so a transaction that has locked this run must not wait for
 * a child. Repeating it changes nothing.
 */
export async function stopChildRuns(
  pool: pg.Pool,
  runId: string,
  taskIds: string[],
): Promise<void> {
  if (taskIds.length === 0) return
  faultPoint('before-stop-children')
  await pool.query(
    'select cancel_child_runs($1, task_id, $3::jsonb) from unnest($2::uuid[]) as task_id',
    [runId, taskIds, JSON.stringify(stoppedWithLoop)],
  )
  faultPoint('after-stop-children')
}
