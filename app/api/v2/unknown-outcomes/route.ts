import { listUnknownOutcomesContract } from '#lib/contracts/tasks'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { listUnknownOutcomes } from '#lib/operations/tasks/list-unknown-outcomes'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(listUnknownOutcomesContract, listUnknownOutcomes) })
