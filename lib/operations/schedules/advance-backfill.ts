import { and, asc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { scheduleBackfills, scheduleOccurrences, schedules } from '#db/schema/schedules'
import { asChecked } from './check-ahead.ts'
import { tryScheduledRun } from './start-scheduled-run.ts'
import { countUnfinished } from './unfinished.ts'

/**
 * So many runs of one backfill are unfinished at once: a backfill of thousands stays behind other
 * work also where that waits for nothing.
 */
const atOnce = 10

/**
 * Starts the next occurrences of a backfill, oldest first, and ends it when all have ended; in the
 * caller's transaction. `checked`: the schedule's start data as they were checked before. Throws
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
    // Paused, or busy: a backfill has time, and looks again.
    if (fate.status === 'skipped') return
    await tx.update(scheduleOccurrences).set(fate).where(eq(scheduleOccurrences.id, id))
  }
}
