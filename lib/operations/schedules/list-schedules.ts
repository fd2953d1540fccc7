import { and, eq, lt } from 'drizzle-orm'
import { schedules } from '#db/schema/schedules'
import type { ScheduleView } from '#lib/contracts/schedules'
import type { Page, PageQuery } from '#lib/domain/page'
import { defineOperation } from '../define-operation.ts'
import { decodeCursor, pageOfRows } from '../keyset.ts'
import { getWorkflowOrThrow } from '../workflows/find-workflow.ts'
import { scheduleViews } from './schedule-view.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The schedules of the organization, or with `id` of one workflow, newest first. */
export const listSchedules = defineOperation<PageQuery & { id?: string }, Page<ScheduleView>>({
  name: 'listSchedules',
  permission: 'schedules:read',
  async run({ input, tx }) {
    const workflow = input.id === undefined ? undefined : await getWorkflowOrThrow(tx, input.id)
    const [after] = decodeCursor(input.cursor, [uuid]) ?? []
    const where = and(
      workflow ? eq(schedules.workflowId, workflow.id) : undefined,
      after ? lt(schedules.id, after) : undefined,
    )
    return pageOfRows(
      await scheduleViews(tx, where, input.limit + 1),
      input.limit,
      ({ id }) => [id],
      (row) => row,
    )
  },
})
