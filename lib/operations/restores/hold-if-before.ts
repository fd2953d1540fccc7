import { desc, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { restores } from '#db/schema/service'
import { runs } from '#db/schema/runs'

/**
 * Holds a new run when what it is started for is older than the last restore: a planned instant, a
 * received mail or fax. It may have been started for that after the backup, in a run that is not
 * here. In the transaction of the start.
 */
export async function holdIfBefore(tx: Tx, runId: string, cause: Date): Promise<void> {
  const [last] = await tx
    .select({ restoredAt: restores.restoredAt })
    .from(restores)
    .where(isNull(restores.releasedAt))
    .orderBy(desc(restores.generation))
    .limit(1)
  if (!last || cause >= last.restoredAt) return
  await tx
    .update(runs)
    .set({ held: true, revision: sql`${runs.revision} + 1` })
    .where(eq(runs.id, runId))
}
