import { and, desc, eq, lt, ne } from 'drizzle-orm'
import { runs } from '#db/schema/runs'
import { scheduleOccurrences } from '#db/schema/schedules'
import type { OccurrenceView } from '#lib/contracts/workflows/schedules'
import type { Page, PageQuery } from '#lib/domain/page'
import type { RunStatus } from '#lib/domain/statuses'
import { defineOperation } from '../define-operation.ts'
import { cursorValue, keysetPage } from '../keyset.ts'
import { seesRunsOfSchedule } from './schedule-view.ts'

type Row = { occurrence: typeof scheduleOccurrences.$inferSelect; runStatus: RunStatus | null }

function occurrenceView({ occurrence, runStatus }: Row): OccurrenceView {
  const { id, kind, status, reason, runId, plannedAt, createdAt } = occurrence
  return {
    id,
    kind,
    status,
    reason,
    runId,
    runStatus,
    plannedAt: plannedAt.toISOString(),
    createdAt: createdAt.toISOString(),
  }
}

/**
 * The occurrences of a schedule, latest first, with their runs for who sees them. Those that still
 * wait in a backfill are left out.
 */
export const listOccurrences = defineOperation<PageQuery & { id: string }, Page<OccurrenceView>>({
  name: 'listOccurrences',
  permission: 'schedules:read',
  async run({ actor, input, tx }) {
    const seesRuns = await seesRunsOfSchedule(tx, actor, input.id)
    const { plannedAt } = scheduleOccurrences
    return await keysetPage(input, {
      shape: [cursorValue.millis],
      rows: (after, count) =>
        tx
          .select({ occurrence: scheduleOccurrences, runStatus: runs.status })
          .from(scheduleOccurrences)
          .leftJoin(runs, eq(runs.id, scheduleOccurrences.runId))
          .where(
            and(
              eq(scheduleOccurrences.scheduleId, input.id),
              ne(scheduleOccurrences.status, 'planned'),
              after && lt(plannedAt, new Date(Number(after[0]))),
            ),
          )
          .orderBy(desc(plannedAt))
          .limit(count),
      keyOf: ({ occurrence }) => [occurrence.plannedAt.getTime()],
      view(row) {
        const shown = occurrenceView(row)
        return seesRuns ? shown : { ...shown, runId: null, runStatus: null }
      },
    })
  },
})
