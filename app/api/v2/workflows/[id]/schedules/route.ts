import { createScheduleContract, listWorkflowSchedulesContract } from '#lib/contracts/schedules'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { createSchedule } from '#lib/operations/schedules/create-schedule'
import { listSchedules } from '#lib/operations/schedules/list-schedules'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(createScheduleContract, createSchedule),
  GET: route(listWorkflowSchedulesContract, listSchedules),
})
