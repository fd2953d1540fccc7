import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { tasks } from '#db/schema/runs'
import { ApiError } from '#lib/domain/api-error'
import { itemCount } from '#lib/domain/run/loop-run'
import type { Failure } from '#lib/domain/run/run'
import { isTerminalTask } from '#lib/domain/statuses'
import { decide } from '../model/decide.ts'
import { cancelChildRuns } from '../store/cancel-child-runs.ts'
import { definitionOfRun } from '../store/definition-of-run.ts'
import { planOf } from '../model/plan.ts'
import { runOfTask } from '../store/run-of-task.ts'
import { enqueueRun, lockRunOrThrow, priorities } from '../store/lock-run.ts'

type Cancellation = {
  organizationId: string
  taskId: string
  reason?: string | undefined
  by: string
}

/**
 * Cancels one task and every task that can follow only it; other branches go on. A call in flight
 * gets its abort signal. Cancelling twice gives the first answer again. Throws `not_found`, or
 * `conflict` when the task has completed, failed or been skipped.
 */
export async function cancelTask(
  tx: Tx,
  { organizationId, taskId, reason, by }: Cancellation,
): Promise<{ id: string; status: 'cancelled'; halted: string[] }> {
  const scope = and(eq(tasks.id, taskId), eq(tasks.organizationId, organizationId))
  const foundRun = await runOfTask(tx, taskId)
  if (!foundRun) throw ApiError.notFound('task', taskId)
  const why = { code: 'cancelled', message: cancelledBy(by, reason) }
  await cancelChildRuns(tx, foundRun, taskId, why)
  const run = await lockRunOrThrow(tx, organizationId, foundRun)
  const all = await tx
    .select({
      id: tasks.id,
      key: tasks.key,
      stepId: tasks.stepId,
      status: tasks.status,
      via: tasks.via,
      error: tasks.error,
    })
    .from(tasks)
    .where(eq(tasks.runId, run.id))
  const task = all.find(({ id }) => id === taskId)
  if (!task) throw ApiError.notFound('task', taskId)
  if (task.status === 'cancelled')
    return { id: taskId, status: 'cancelled', halted: haltedBefore(task.error) }
  if (isTerminalTask(task.status))
    throw new ApiError(
      'conflict',
      `The task is already ${task.status}; only a task that has not ended can be cancelled.`,
      { status: task.status },
    )

  task.status = 'cancelled'
  const decisions = decide(
    planOf(
      await definitionOfRun(tx, run),
      run.loop ? { ...run.loop, count: itemCount(run.loop) } : undefined,
    ),
    all,
  )
  const keys = new Set(
    decisions
      .filter(({ kind }) => kind === 'cancel')
      .map((decision) => ('key' in decision ? decision.key : '')),
  )
  const halted = all.filter(({ key }) => keys.has(key)).map(({ id }) => id)
  const error: Failure = { ...why, details: { halted } }
  const ended = { status: 'cancelled' as const, dueAt: null, finishedAt: sql`now()` }
  await tx
    .update(tasks)
    .set({ ...ended, error })
    .where(and(scope, eq(tasks.runId, run.id)))
  if (halted.length > 0)
    await tx
      .update(tasks)
      .set(ended)
      .where(and(eq(tasks.runId, run.id), inArray(tasks.id, halted)))
  await cancelChildRuns(tx, run.id, taskId, why)
  await enqueueRun(tx, run.id, priorities.person)
  return { id: taskId, status: 'cancelled', halted }
}

/** The message in the error of a cancelled task or run. */
export function cancelledBy(by: string, reason: string | undefined): string {
  return reason ? `Cancelled by ${by}: ${reason}` : `Cancelled by ${by}.`
}

function haltedBefore(error: Failure | null): string[] {
  const halted = error?.details?.['halted']
  return Array.isArray(halted) ? halted.filter((id) => typeof id === 'string') : []
}
