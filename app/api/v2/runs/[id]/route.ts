import { getRunContract } from '#lib/contracts/runs'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { getRun } from '#lib/operations/runs/get-run'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(getRunContract, getRun) })
