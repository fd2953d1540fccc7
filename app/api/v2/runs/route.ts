import { listRunsContract } from '#lib/contracts/runs'
import { route } from '#lib/http/route'
import { listRuns } from '#lib/operations/runs/list-runs'

export const GET = route(listRunsContract, listRuns)
