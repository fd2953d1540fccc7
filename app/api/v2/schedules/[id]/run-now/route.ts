import { runScheduleNowContract } from '#lib/contracts/schedules'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { runScheduleNow } from '#lib/operations/schedules/run-schedule-now'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(runScheduleNowContract, runScheduleNow),
})
