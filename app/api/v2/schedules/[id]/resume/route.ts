import { resumeScheduleContract } from '#lib/contracts/schedules'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { resumeSchedule } from '#lib/operations/schedules/pause-schedule'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(resumeScheduleContract, resumeSchedule),
})
