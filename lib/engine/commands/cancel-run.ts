import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { runs, tasks } from '#db/schema/runs'
import { ApiError } from '#lib/domain/api-error'
import { isTerminalTask, taskStatuses } from '#lib/domain/statuses'
import { cancelChildRuns } from '../store/cancel-child-runs.ts'
import { cancelledBy } from './cancel-task.ts'
import { enqueueRun, lockRunOrThrow, priorities } from '../store/lock-run.ts'

type Cancellation = {
  organizationId: string
  runId: string
  reason?: string | undefined
  by: string
}

/**
 * Cancels a run and all of its tasks that have not ended; answers their ids. Cancelling twice
 * answers an empty list. Throws `not_found`, or `conflict` when the run has completed or failed.
 */
export async function cancelRun(
  tx: Tx,
  { organizationId, runId, reason, by }: Cancellation,
): Promise<{ runId: string; cancelled: string[] }> {
  const why = { code: 'cancelled', message: cancelledBy(by, reason) }
  await cancelChildRuns(tx, runId, null, why)
  const run = await lockRunOrThrow(tx, organizationId, runId)
  if (run.status === 'cancelled') return { runId, cancelled: [] }
  if (run.status === 'completed' || run.status === 'failed')
    throw new ApiError(
      'conflict',
      `The run is already ${run.status}; only a run that has not ended can be cancelled.`,
      { status: run.status },
    )
  const cancelled = await tx
    .update(tasks)
    .set({ status: 'cancelled', dueAt: null, finishedAt: sql`now()` })
    .where(
      and(eq(tasks.runId, runId), notInArray(tasks.status, taskStatuses.filter(isTerminalTask))),
    )
    .returning({ id: tasks.id })
  await tx
    .update(runs)
    .set({ status: 'cancelled', error: why, finishedAt: sql`now()`, leaseWorker: null })
    .where(eq(runs.id, runId))
  await cancelChildRuns(tx, runId, null, why)
  if (run.parentRunId)
    await tx.execute(
      sql`select child_run_ended(${run.parentRunId}::uuid, ${run.parentTaskId}::uuid, true)`,
    )
  if (run.slot === 'taken') await tx.execute(sql`select admit_waiting(${run.workflowId}::uuid)`)
  // The turn finds nothing to execute. It notifies the watchers of the run, and frees a job that
  // waits for a time.
  await enqueueRun(tx, runId, priorities.person)
  return { runId, cancelled: cancelled.map(({ id }) => id) }
}
