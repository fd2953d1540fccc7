import { and, eq, lt } from 'drizzle-orm'
import { schedules } from '#db/schema/schedules'
import type { ScheduleView } from '#lib/contracts/workflows/schedules'
import type { Page, PageQuery } from '#lib/domain/page'
import { defineOperation } from '../define-operation.ts'
import { cursorValue, keysetPage } from '../keyset.ts'
import { getWorkflowOrThrow } from '../workflows/find-workflow.ts'
import { scheduleViews } from './schedule-view.ts'

/** The schedules of the organization, or with `id` of one workflow, newest first. */
export const listSchedules = defineOperation<PageQuery & { id?: string }, Page<ScheduleView>>({
  name: 'listSchedules',
  permission: 'schedules:read',
  async run({ input, tx }) {
    const workflow = input.id === undefined ? undefined : await getWorkflowOrThrow(tx, input.id)
    const ofWorkflow = workflow && eq(schedules.workflowId, workflow.id)
    return await keysetPage(input, {
      shape: [cursorValue.uuid],
      rows(after, count) {
        const older = after && lt(schedules.id, after[0])
        return scheduleViews(tx, and(ofWorkflow, older), count)
      },
      keyOf: ({ id }) => [id],
      view: (row) => row,
    })
  },
})
