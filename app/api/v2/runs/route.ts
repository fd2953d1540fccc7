import { listRunsContract } from '#lib/contracts/runs'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { listRuns } from '#lib/operations/runs/list-runs'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(listRunsContract, listRuns) })
