import { createConnectionContract, listConnectionsContract } from '#lib/contracts/connections'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { createConnection } from '#lib/operations/connections/create-connection'
import { listConnections } from '#lib/operations/connections/list-connections'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listConnectionsContract, listConnections),
  POST: route(createConnectionContract, createConnection),
})
