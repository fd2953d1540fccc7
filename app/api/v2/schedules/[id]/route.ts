import { deleteScheduleContract, getScheduleContract, updateScheduleContract } from '#lib/contracts/schedules'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { deleteSchedule } from '#lib/operations/schedules/delete-schedule'
import { getSchedule } from '#lib/operations/schedules/get-schedule'
import { updateSchedule } from '#lib/operations/schedules/update-schedule'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: route(deleteScheduleContract, deleteSchedule),
  GET: route(getScheduleContract, getSchedule),
  PATCH: route(updateScheduleContract, updateSchedule),
})
