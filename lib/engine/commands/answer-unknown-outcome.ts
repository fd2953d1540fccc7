import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Tx } from '#db/client'
import { tasks } from '#db/schema/runs'
import { ApiError } from '#lib/domain/api-error'
import { restoredCode } from '../model/outcome.ts'
import { offloadForRun } from '../store/payloads.ts'
import { runOfTask } from '../store/run-of-task.ts'
import { enqueueRun, lockRunOrThrow, priorities } from '../store/lock-run.ts'

/** A person's answer about a call whose outcome is unknown. */
export type UnknownOutcomeAnswer =
  | { outcome: 'happened'; output: unknown }
  | { outcome: 'retry' }
  | { outcome: 'give-up'; reason?: string | undefined }

type Answered = { organizationId: string; taskId: string; answer: UnknownOutcomeAnswer; by: string }

/**
 * Settles a task that is suspended as `unknown-outcome`: its call happened and gave this output; or
 * it did not happen and is made again; or the person gives it up and the task fails (its on_failure
 * handler runs). Throws `not_found`, or `conflict` when the task no longer waits for this.
 */
export async function answerUnknownOutcome(
  tx: Tx,
  { organizationId, taskId, answer, by }: Answered,
): Promise<{ runId: string }> {
  const scope = and(eq(tasks.id, taskId), eq(tasks.organizationId, organizationId))
  const foundRun = await runOfTask(tx, taskId)
  if (!foundRun) throw ApiError.notFound('task', taskId)
  await lockRunOrThrow(tx, organizationId, foundRun)
  const offloaded =
    answer.outcome === 'happened'
      ? await offloadForRun(tx, { organizationId, runId: foundRun }, answer.output ?? null)
      : undefined
  const answered = await tx
    .update(tasks)
    .set({
      ...change(answer, by),
      ...(offloaded ? { output: offloaded.value, outputRef: offloaded.ref } : {}),
      completedBy: by,
    })
    .where(
      and(
        scope,
        eq(tasks.runId, foundRun),
        eq(tasks.status, 'suspended'),
        sql`${tasks.state}->>'reason' = 'unknown-outcome'`,
      ),
    )
    .returning({ id: tasks.id })
  if (answered.length === 0)
    throw new ApiError(
      'conflict',
      'This task no longer waits for an answer about its outcome. Reload to see how it went on.',
      { taskId },
    )
  await enqueueRun(tx, foundRun, priorities.person)
  return { runId: foundRun }
}

const isHeld = sql`coalesce(${tasks.error}->>'code', '') = ${restoredCode}`

function change(answer: UnknownOutcomeAnswer, by: string): PgUpdateSetSource<typeof tasks> {
  const now: SQL = sql`now()`
  if (answer.outcome === 'happened') return { status: 'completed', finishedAt: now, error: null }
  if (answer.outcome === 'retry')
    return {
      status: 'pending',
      // A call that was held was not made, so it goes on where it was held.
      state: sql`case when ${isHeld} then ${tasks.state} - 'reason' || '{"released": true}' end`,
      resuming: sql`${tasks.resuming} and ${isHeld}`,
      attempt: sql`${tasks.attempt} - case when ${isHeld} then 1 else 0 end`,
      dueAt: null,
      error: null,
    }
  const message = answer.reason
    ? `Given up by ${by}: ${answer.reason}`
    : `Given up by ${by}, because its outcome is not known.`
  return { status: 'failed', finishedAt: now, error: { code: 'given_up', message } }
}
