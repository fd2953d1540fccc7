import { testConnectionContract } from '#lib/contracts/connections'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { testConnection } from '#lib/operations/connections/test-connection'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: route(testConnectionContract, testConnection) })
