import { listConnectionCallsContract } from '#lib/contracts/connections'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { listConnectionCalls } from '#lib/operations/connections/list-connection-calls'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(listConnectionCallsContract, listConnectionCalls) })
