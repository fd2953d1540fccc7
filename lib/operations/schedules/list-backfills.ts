import { and, eq, lt } from 'drizzle-orm'
import { scheduleBackfills } from '#db/schema/schedules'
import type { BackfillView } from '#lib/contracts/workflows/schedules'
import type { Page, PageQuery } from '#lib/domain/page'
import { defineOperation } from '../define-operation.ts'
import { cursorValue, keysetPage } from '../keyset.ts'
import { backfillViews } from './backfill-view.ts'
import { seesRunsOfSchedule } from './schedule-view.ts'

/** The backfills of a schedule, newest first. */
export const listBackfills = defineOperation<PageQuery & { id: string }, Page<BackfillView>>({
  name: 'listBackfills',
  permission: 'schedules:read',
  async run({ actor, input, tx }) {
    const seesRuns = await seesRunsOfSchedule(tx, actor, input.id)
    return await keysetPage(input, {
      shape: [cursorValue.uuid],
      rows(after, count) {
        const older = after && lt(scheduleBackfills.id, after[0])
        const ofSchedule = and(eq(scheduleBackfills.scheduleId, input.id), older)
        return backfillViews(tx, ofSchedule, count, { seesRuns })
      },
      keyOf: ({ id }) => [id],
      view: (row) => row,
    })
  },
})
