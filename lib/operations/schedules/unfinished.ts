import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { scheduleOccurrences } from '#db/schema/schedules'

/**
 * Counts the occurrences whose run is not finished. Marks those that have ended, so that only
 * possibly active ones are read, however long the history is.
 */
export async function countUnfinished(tx: Tx, which: SQL | undefined): Promise<number> {
  const open = sql`not settled and ${scheduleOccurrences.status} = 'started' and ${which}`
  await tx
    .update(scheduleOccurrences)
    .set({ settled: true })
    .where(
      sql`${open} and not exists (select from runs
        where runs.id = ${scheduleOccurrences.runId} and runs.status in ('running', 'suspended'))`,
    )
  const [row] = await tx
    .select({ open: sql<number>`count(*)::int` })
    .from(scheduleOccurrences)
    .where(open)
  return row?.open ?? 0
}
