import { shapesA } from '#lib/contracts/contract'
import { ApiError } from '#lib/domain/api-error'
import { errorResponse } from './errors.ts'
import { requestIdOf } from './request-id.ts'
import type { RouteHandler } from './route.ts'

/** Every address under /api that is none of ours. */
export const noSuchEndpoint: RouteHandler = async (request) => {
  const path = new URL(request.url).pathname.slice(0, 200)
  return errorResponse(new ApiError('not_found', `There is no endpoint ${request.method} ${path}. All of them are described at /docs.`, { path }), shapesA, requestIdOf(request))
}
