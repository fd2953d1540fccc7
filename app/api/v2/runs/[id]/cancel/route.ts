import { cancelRunContract } from '#lib/contracts/runs'
import { route } from '#lib/http/route'
import { cancelRun } from '#lib/operations/runs/cancel-run'

export const POST = route(cancelRunContract, cancelRun)
