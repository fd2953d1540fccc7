import { deleteConnectionContract, getConnectionContract, updateConnectionContract } from '#lib/contracts/connections'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { deleteConnection } from '#lib/operations/connections/delete-connection'
import { getConnection } from '#lib/operations/connections/get-connection'
import { updateConnection } from '#lib/operations/connections/update-connection'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(getConnectionContract, getConnection),
  PATCH: route(updateConnectionContract, updateConnection),
  DELETE: route(deleteConnectionContract, deleteConnection),
})
