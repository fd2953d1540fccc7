import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { tasks } from '#db/schema/runs'
import { ApiError } from '#lib/domain/api-error'
import { offloadForRun } from '../store/payloads.ts'
import { runOfTask } from '../store/run-of-task.ts'
import { enqueueRun, lockRunOrThrow, priorities } from '../store/lock-run.ts'

type Completion = { organizationId: string; taskId: string; output: unknown; by: string }

/**
 * Stores a person's answer on a screen; the run goes on with it. Of two people only one completes
 * it: the other gets `conflict`. Throws `not_found` for a task that does not exist.
 */
export async function answerScreen(
  tx: Tx,
  { organizationId, taskId, output, by }: Completion,
): Promise<{ runId: string }> {
  const scope = and(eq(tasks.id, taskId), eq(tasks.organizationId, organizationId))
  const foundRun = await runOfTask(tx, taskId)
  if (!foundRun) throw ApiError.notFound('screen', taskId)
  await lockRunOrThrow(tx, organizationId, foundRun)
  const offloaded = await offloadForRun(tx, { organizationId, runId: foundRun }, output ?? null)
  const answer = JSON.stringify(
    offloaded.ref === null ? { answer: offloaded.value } : { answerRef: offloaded.ref },
  )
  const completed = await tx
    .update(tasks)
    .set({
      status: 'pending',
      resuming: true,
      dueAt: null,
      completedBy: by,
      state: sql`${tasks.state} || ${answer}::jsonb`,
    })
    .where(
      and(
        scope,
        eq(tasks.runId, foundRun),
        eq(tasks.status, 'suspended'),
        sql`${tasks.state}->>'reason' = 'screen'`,
      ),
    )
    .returning({ id: tasks.id })
  if (completed.length === 0)
    throw new ApiError(
      'conflict',
      'This screen is no longer open: someone completed it, or it was cancelled. ' +
        'Reload to see what was decided.',
      { taskId },
    )
  await enqueueRun(tx, foundRun, priorities.person)
  return { runId: foundRun }
}
