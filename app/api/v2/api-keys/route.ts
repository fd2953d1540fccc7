import { createApiKeyContract, listApiKeysContract } from '#lib/contracts/api-keys'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { createApiKey } from '#lib/operations/api-keys/create-api-key'
import { listApiKeys } from '#lib/operations/api-keys/list-api-keys'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listApiKeysContract, listApiKeys),
  POST: route(createApiKeyContract, createApiKey),
})
