import { listSchedulesContract } from '#lib/contracts/schedules'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { listSchedules } from '#lib/operations/schedules/list-schedules'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listSchedulesContract, listSchedules),
})
