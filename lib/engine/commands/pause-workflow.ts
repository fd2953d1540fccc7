import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { runs } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'

/**
 * Pauses a workflow in the caller's transaction. After its commit nothing of the workflow starts,
 * and its runs stop before their next step. A worker sees the change of a leased run's row at its
 * next commit, which every call that changes the world needs, and lets calls in flight finish;
 * other runs are parked when their turn comes. Pausing twice changes nothing.
 */
export async function pauseWorkflow(tx: Tx, workflowId: string, by: string): Promise<void> {
  const paused = await tx
    .update(workflows)
    .set({ pausedAt: sql`now()`, pausedBy: by })
    .where(and(eq(workflows.id, workflowId), isNull(workflows.pausedAt)))
    .returning({ id: workflows.id })
  if (paused.length === 0) return
  await tx
    .update(runs)
    .set({ revision: sql`${runs.revision} + 1` })
    .where(
      and(eq(runs.workflowId, workflowId), eq(runs.status, 'running'), isNotNull(runs.leaseWorker)),
    )
}

/**
 * Resumes a paused workflow in the caller's transaction: its parked runs are in the queue again.
 * Answers how many.
 */
export async function resumeWorkflow(tx: Tx, workflowId: string): Promise<number> {
  await tx
    .update(workflows)
    .set({ pausedAt: null, pausedBy: null })
    .where(eq(workflows.id, workflowId))
  const { rows } = await tx.execute<{ released: number }>(sql`
    with released as (
      update runs set parked = false, status = case when slot = 'waiting' then status
        else 'running' end, revision = revision + 1
      where workflow_id = ${workflowId}::uuid and parked and status = 'suspended'
      returning id, priority, slot),
    queued as materialized (select enqueue_run(id, priority) from released
      where slot is distinct from 'waiting')
    select (select count(*)::int from released) as released, (select count(*) from queued)`)
  return rows[0]?.released ?? 0
}
