import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { runs } from '#db/schema/runs'
import { ApiError } from '#lib/domain/api-error'
import { writeFirstTasks } from './first-tasks.ts'

/** The queue's priorities; the queue takes lower numbers first. */
export const priorities = { person: -10, normal: 0, schedule: 10, backfill: 15 } as const

/**
 * Every change of a run from outside its worker begins here. Locks the run's row until the
 * transaction ends and raises its revision, so that the worker with the lease sees at its next
 * commit that its run state is out of date. A suspended run becomes `running` again, unless it
 * waits for its slot or is parked. A run without task rows gets them.
 *
 * The lock also closes a gap of the queue: `add_job` loses a job whose predecessor is claimed at
 * the same instant, but the claimer then waits here for this transaction and sees what it changed.
 */
export async function lockRunOrThrow(
  tx: Tx,
  organizationId: string,
  runId: string,
): Promise<typeof runs.$inferSelect> {
  const [run] = await tx
    .update(runs)
    .set({
      revision: sql`${runs.revision} + 1`,
      status: sql`case when ${runs.status} = 'suspended'
        and ${runs.slot} is distinct from 'waiting' and not ${runs.parked} then 'running'
        else ${runs.status} end`,
    })
    .where(and(eq(runs.id, runId), eq(runs.organizationId, organizationId)))
    .returning()
  if (!run) throw ApiError.notFound('run', runId)
  if (run.unwritten) await writeFirstTasks(tx, runId)
  return run
}

/** Queues a turn of the run, in the caller's transaction. */
export async function enqueueRun(
  tx: Tx,
  runId: string,
  priority: number = priorities.normal,
): Promise<void> {
  await tx.execute(sql`select enqueue_run(${runId}::uuid, ${priority}::integer, null::timestamptz)`)
}
