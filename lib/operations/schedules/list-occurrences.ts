import { and, desc, eq, lt, ne } from 'drizzle-orm'
import { runs } from '#db/schema/runs'
import { scheduleOccurrences } from '#db/schema/schedules'
import type { OccurrenceView } from '#lib/contracts/schedules'
import type { Page, PageQuery } from '#lib/domain/page'
import { defineOperation } from '../define-operation.ts'
import { decodeCursor, pageOfRows } from '../keyset.ts'
import { scheduleView } from './schedule-view.ts'

/**
 * What became of the occurrences of a schedule, latest first; those that wait in a backfill are not
 * shown.
 */
export const listOccurrences = defineOperation<PageQuery & { id: string }, Page<OccurrenceView>>({
  name: 'listOccurrences',
  permission: 'schedules:read',
  async run({ input, tx }) {
    await scheduleView(tx, input.id)
    const [before] = decodeCursor(input.cursor, [/^\d{1,15}$/]) ?? []
    const rows = await tx
      .select({ occurrence: scheduleOccurrences, runStatus: runs.status })
      .from(scheduleOccurrences)
      .leftJoin(runs, eq(runs.id, scheduleOccurrences.runId))
      .where(
        and(
          eq(scheduleOccurrences.scheduleId, input.id),
          ne(scheduleOccurrences.status, 'planned'),
          before ? lt(scheduleOccurrences.plannedAt, new Date(Number(before))) : undefined,
        ),
      )
      .orderBy(desc(scheduleOccurrences.plannedAt))
      .limit(input.limit + 1)
    return pageOfRows(
      rows,
      input.limit,
      ({ occurrence }) => [occurrence.plannedAt.getTime()],
      ({ occurrence: { id, kind, status, reason, runId, plannedAt, createdAt }, runStatus }) => ({
        ...{ id, kind, status, reason, runId, runStatus },
        plannedAt: plannedAt.toISOString(),
        createdAt: createdAt.toISOString(),
      }),
    )
  },
})
