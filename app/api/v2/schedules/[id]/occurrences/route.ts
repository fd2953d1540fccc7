import { listOccurrencesContract } from '#lib/contracts/schedules'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { listOccurrences } from '#lib/operations/schedules/list-occurrences'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listOccurrencesContract, listOccurrences),
})
