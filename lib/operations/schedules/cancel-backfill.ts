import { and, eq, sql } from 'drizzle-orm'
import { scheduleBackfills, scheduleOccurrences } from '#db/schema/schedules'
import type { BackfillView } from '#lib/contracts/workflows/schedules'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { backfillViews } from './backfill-view.ts'
import { lockScheduleFor, seesRunsOfSchedule } from './schedule-view.ts'

/** Stops a backfill; its started runs go on. Throws 404, and 409 when it is completed. */
export const cancelBackfill = defineOperation<{ id: string; backfillId: string }, BackfillView>({
  name: 'cancelBackfill',
  permission: 'schedules:manage',
  audit: ({ input, output }) => ({
    action: 'schedule.backfill-cancelled',
    objectKind: 'schedule',
    objectId: input.id,
    details: { backfillId: output.id, notStarted: output.progress?.cancelled ?? null },
  }),
  async run({ actor, input: { id, backfillId }, tx }) {
    await lockScheduleFor(tx, actor, id)
    const which = and(eq(scheduleBackfills.id, backfillId), eq(scheduleBackfills.scheduleId, id))
    const [backfill] = await tx.select().from(scheduleBackfills).where(which).for('update')
    if (!backfill) throw ApiError.notFound('backfill', backfillId)
    if (backfill.status === 'completed')
      throw new ApiError('conflict', 'This backfill is completed; there is nothing left to stop.')
    if (backfill.status === 'running') {
      await tx
        .update(scheduleBackfills)
        .set({ status: 'cancelled', finishedAt: sql`now()` })
        .where(which)
      await tx
        .update(scheduleOccurrences)
        .set({ status: 'cancelled', reason: 'Its backfill was stopped.', settled: true })
        .where(
          and(
            eq(scheduleOccurrences.backfillId, backfillId),
            eq(scheduleOccurrences.status, 'planned'),
          ),
        )
    }
    const seesRuns = await seesRunsOfSchedule(tx, actor, id)
    const [view] = await backfillViews(tx, which, 1, { seesRuns })
    if (!view) throw ApiError.notFound('backfill', backfillId)
    return view
  },
})
