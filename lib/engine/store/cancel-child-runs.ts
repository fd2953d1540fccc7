import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import type { Failure } from '#lib/domain/run/run'

/**
 * Cancels the child runs of a run, or of one task of it, and their child runs first. Called twice
 * around a cancellation: before the run is locked, because a child that ends locks itself first and
 * then its parent; and afterwards, for children that started in between.
 */
export async function cancelChildRuns(
  tx: Tx,
  runId: string,
  taskId: string | null,
  why: Failure,
): Promise<void> {
  await tx.execute(
    sql`select cancel_child_runs(${runId}::uuid, ${taskId}::uuid, ${JSON.stringify(why)}::jsonb)`,
  )
}
