import { createBackfillContract, listBackfillsContract } from '#lib/contracts/schedules'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { createBackfill } from '#lib/operations/schedules/create-backfill'
import { listBackfills } from '#lib/operations/schedules/list-backfills'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(createBackfillContract, createBackfill),
  GET: route(listBackfillsContract, listBackfills),
})
