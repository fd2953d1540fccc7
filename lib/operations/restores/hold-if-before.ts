import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { runs } from '#db/schema/runs'

/**
 * Holds a new run when what it is started for is older than the last restore: a planned instant, a
 * received mail or fax. It may have been started for that after the backup, in a run that is not
 * here. In the transaction of the start.
 */
export async function holdIfBefore(tx: Tx, runId: string, cause: Date): Promise<void> {
  const { rows } = await tx.execute<{ isBefore: boolean | null }>(
    sql`select ${cause.toISOString()}::timestamptz < last_restore() as "isBefore"`,
  )
  if (!rows[0]?.isBefore) return
  await tx
    .update(runs)
    .set({ held: true, revision: sql`${runs.revision} + 1` })
    .where(eq(runs.id, runId))
}
