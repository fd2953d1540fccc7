import { and, eq, lt } from 'drizzle-orm'
import { scheduleBackfills } from '#db/schema/schedules'
import type { BackfillView } from '#lib/contracts/schedules'
import type { Page, PageQuery } from '#lib/domain/page'
import { defineOperation } from '../define-operation.ts'
import { decodeCursor, pageOfRows } from '../keyset.ts'
import { backfillViews } from './backfill-view.ts'
import { scheduleView } from './schedule-view.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The backfills of a schedule, newest first. */
export const listBackfills = defineOperation<PageQuery & { id: string }, Page<BackfillView>>({
  name: 'listBackfills',
  permission: 'schedules:read',
  async run({ input, tx }) {
    await scheduleView(tx, input.id)
    const [after] = decodeCursor(input.cursor, [uuid]) ?? []
    const where = and(
      eq(scheduleBackfills.scheduleId, input.id),
      after ? lt(scheduleBackfills.id, after) : undefined,
    )
    return pageOfRows(
      await backfillViews(tx, where, input.limit + 1),
      input.limit,
      ({ id }) => [id],
      (row) => row,
    )
  },
})
