import { deleteApiKeyContract } from '#lib/contracts/api-keys'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { deleteApiKey } from '#lib/operations/api-keys/delete-api-key'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ DELETE: route(deleteApiKeyContract, deleteApiKey) })
