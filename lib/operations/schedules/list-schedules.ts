import { and, eq, lt } from 'drizzle-orm'
import { schedules } from '#db/schema/schedules'
import type { ScheduleView } from '#lib/contracts/workflows/schedules'
import type { Page, PageQuery } from '#lib/domain/page'
import { visibleWorkflows, whereTable } from '../access/access-sql.ts'
import { defineOperation } from '../define-operation.ts'
import { cursorValue, keysetPage } from '../keyset.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { scheduleViews } from './schedule-view.ts'

/** The schedules of the organization, or with `id` of one workflow, newest first. */
export const listSchedules = defineOperation<PageQuery & { id?: string }, Page<ScheduleView>>({
  name: 'listSchedules',
  permission: 'schedules:read',
  async run({ actor, input, tx }) {
    const workflow = input.id === undefined ? undefined : await getWorkflowFor(tx, actor, input.id)
    const ofWorkflow = workflow && eq(schedules.workflowId, workflow.id)
    return await keysetPage(input, {
      shape: [cursorValue.uuid],
      rows(after, count) {
        const older = after && lt(schedules.id, after[0])
        return scheduleViews(
          tx,
          actor,
          and(ofWorkflow, whereTable(visibleWorkflows(actor)), older),
          count,
        )
      },
      keyOf: ({ id }) => [id],
      view: (row) => row,
    })
  },
})
