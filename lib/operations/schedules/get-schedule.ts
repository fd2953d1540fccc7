import type { ScheduleView } from '#lib/contracts/workflows/schedules'
import { defineOperation } from '../define-operation.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { scheduleView } from './schedule-view.ts'

/** Reads a schedule of a workflow that the caller sees. Throws 404. */
export const getSchedule = defineOperation<{ id: string }, ScheduleView>({
  name: 'getSchedule',
  permission: 'schedules:read',
  async run({ actor, input, tx }) {
    const view = await scheduleView(tx, input.id)
    await getWorkflowFor(tx, actor, view.workflow.id)
    return view
  },
})
