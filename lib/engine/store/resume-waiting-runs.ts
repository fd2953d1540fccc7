import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client'

/**
 * Resumes the tasks that wait for these async results, in the transaction that ended the results.
 * Call it in a statement of its own after the results' rows are locked: a run that was just about
 * to wait is then either visible here, or its worker saw that the result ended (`commitTurn`).
 */
export async function resumeWaitingRuns(tx: Tx, asyncResultIds: string[]): Promise<void> {
  if (asyncResultIds.length === 0) return
  const ids = sql.param(asyncResultIds)
  const { rows: waiting } = await tx.execute<{ id: string; run_id: string }>(sql`
    select task_id as id, task_run_id as run_id from tasks_awaiting(${ids}::text[])`)
  if (waiting.length === 0) return
  const runIds = sql.param([...new Set(waiting.map(({ run_id }) => run_id))])
  const taskIds = sql.param(waiting.map(({ id }) => id))
  // Locked in the order of their ids, so that two transactions that end results of the same runs do
  // not deadlock.
  await tx.execute(
    sql`select id from runs where id = any(${runIds}::uuid[]) order by id for update`,
  )
  await tx.execute(sql`
    update runs set revision = revision + 1, status = case when status = 'suspended' then 'running'
      else status end where id = any(${runIds}::uuid[])`)
  await tx.execute(sql`
    update tasks set status = 'pending', resuming = true, due_at = null
    where run_id = any(${runIds}::uuid[]) and id = any(${taskIds}::uuid[]) and status = 'suspended'
      and state->>'reason' = 'async-result'`)
  await tx.execute(sql`select enqueue_run(id) from unnest(${runIds}::uuid[]) as id`)
}
