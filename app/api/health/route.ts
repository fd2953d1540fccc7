import { readHealthContract } from '#lib/contracts/service'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { readHealth } from '#lib/operations/service/read-health'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(readHealthContract, readHealth) })
