import { readOpenApiContract } from '#lib/contracts/open-api'
import { env } from '#lib/env'
import { methods } from '#lib/http/methods'
import { keptOpenApiDocument } from '#lib/http/openapi'
import { route } from '#lib/http/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(readOpenApiContract, async () => keptOpenApiDocument(env().BASE_URL), { constant: true }) })
