import { and, asc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { scheduleBackfills, scheduleOccurrences, schedules } from '#db/schema/schedules'
import { asChecked } from './check-ahead.ts'
import { tryScheduledRun } from './start-scheduled-run.ts'
import { countUnfinished } from './unfinished.ts'

/**
 * How many runs of one backfill are active at once, so that a backfill of thousands does not delay
 * other work.
 */
const atOnce = 10

/**
 * Starts the next occurrences of a backfill, oldest first, and ends it when all have ended; in the
 * caller's transaction. `checked` is the start data that was checked before. Throws
 * `NotCheckedAhead`.
 */
export async function advanceBackfill(
  tx: Tx,
  backfillId: string,
  checked?: Record<string, unknown>,
): Promise<void> {
  const [backfill] = await tx
    .select()
    .from(scheduleBackfills)
    .where(and(eq(scheduleBackfills.id, backfillId), eq(scheduleBackfills.status, 'running')))
    .for('update', { skipLocked: true })
  if (!backfill) return
  const [schedule] = await tx.select().from(schedules).where(eq(schedules.id, backfill.scheduleId))
  if (!schedule) return
  const unfinished = await countUnfinished(tx, eq(scheduleOccurrences.backfillId, backfillId))
  const room = atOnce - unfinished
  if (room <= 0) return
  const planned = await tx
    .select({ id: scheduleOccurrences.id, plannedAt: scheduleOccurrences.plannedAt })
    .from(scheduleOccurrences)
    .where(
      and(
        eq(scheduleOccurrences.backfillId, backfillId),
        eq(scheduleOccurrences.status, 'planned'),
      ),
    )
    .orderBy(asc(scheduleOccurrences.plannedAt))
    .limit(room)
  if (planned.length === 0 && unfinished === 0) {
    await tx
      .update(scheduleBackfills)
      .set({ status: 'completed', finishedAt: sql`now()` })
      .where(eq(scheduleBackfills.id, backfillId))
    return
  }
  schedule.startData = asChecked(schedule.startData, checked)
  for (const { id, plannedAt } of planned) {
    const fate = await tryScheduledRun(tx, schedule, { plannedAt, kind: 'backfill' })
    // The workflow is paused or busy: the backfill tries again later.
    if (fate.status === 'skipped') return
    await tx.update(scheduleOccurrences).set(fate).where(eq(scheduleOccurrences.id, id))
  }
}
