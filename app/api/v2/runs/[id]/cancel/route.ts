import { cancelRunContract } from '#lib/contracts/runs'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { cancelRun } from '#lib/operations/runs/cancel-run'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: route(cancelRunContract, cancelRun) })
