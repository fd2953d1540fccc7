import { createAsyncResultContract } from '#lib/contracts/async-results'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { createAsyncResult } from '#lib/operations/async-results/create-async-result'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(createAsyncResultContract, createAsyncResult, { respond: (body) => ({ status: 201, headers: { location: `/api/v2/async-result/${body.id}` }, body }) }),
})
