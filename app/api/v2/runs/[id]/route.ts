import { getRunContract } from '#lib/contracts/runs'
import { route } from '#lib/http/route'
import { getRun } from '#lib/operations/runs/get-run'

export const GET = route(getRunContract, getRun)
