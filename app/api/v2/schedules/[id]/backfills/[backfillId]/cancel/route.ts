import { cancelBackfillContract } from '#lib/contracts/schedules'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { cancelBackfill } from '#lib/operations/schedules/cancel-backfill'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(cancelBackfillContract, cancelBackfill),
})
