import { readReadinessContract } from '#lib/contracts/service'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { readReadiness } from '#lib/operations/service/read-readiness'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(readReadinessContract, readReadiness) })
