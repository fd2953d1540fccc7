import type { ScheduleView } from '#lib/contracts/workflows/schedules'
import { defineOperation } from '../define-operation.ts'
import { scheduleViewFor } from './schedule-view.ts'

/** Reads a schedule of a workflow that the caller sees. Throws 404. */
export const getSchedule = defineOperation<{ id: string }, ScheduleView>({
  name: 'getSchedule',
  permission: 'schedules:read',
  async run({ actor, input, tx }) {
    return await scheduleViewFor(tx, actor, input.id)
  },
})
