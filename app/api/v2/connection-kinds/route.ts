import { listConnectionKindsContract } from '#lib/contracts/connections'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { listConnectionKinds } from '#lib/operations/connections/list-connection-kinds'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(listConnectionKindsContract, listConnectionKinds) })
