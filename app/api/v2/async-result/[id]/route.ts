import { getAsyncResultContract } from '#lib/contracts/async-results'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { getAsyncResult } from '#lib/operations/async-results/get-async-result'
import { retryAfter } from '#lib/operations/async-results/retry-after'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(getAsyncResultContract, getAsyncResult, { respond: (body) => ({ status: 200, headers: retryAfter(body), body }) }),
})
