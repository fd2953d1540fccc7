import type { ScheduleView } from '#lib/contracts/workflows/schedules'
import { defineOperation } from '../define-operation.ts'
import { scheduleView } from './schedule-view.ts'

export const getSchedule = defineOperation<{ id: string }, ScheduleView>({
  name: 'getSchedule',
  permission: 'schedules:read',
  run: async ({ input, tx }) => await scheduleView(tx, input.id),
})
