import { shapesA, type Method } from '#lib/contracts/contract'
import { ApiError } from '#lib/domain/api-error'
import { errorResponse } from './errors.ts'
import { requestIdOf } from './request-id.ts'
import type { RouteHandler } from './route.ts'

const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly Method[]

/**
 * All verbs of one address, so that one that it does not have is answered 405 in the error body of those it has, with `Allow`. A route file is
 * `export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(contract, operation) })`.
 */
export function methods(handlers: Partial<Record<Method, RouteHandler>>): Record<Method | 'OPTIONS', RouteHandler> {
  const allowed = verbs.filter((verb) => handlers[verb])
  const allow = [...allowed.flatMap((verb) => (verb === 'GET' ? ['GET', 'HEAD'] : [verb])), 'OPTIONS'].join(', ')
  const shapes = allowed.map((verb) => handlers[verb]?.contract?.errors).find((each) => each !== undefined) ?? shapesA
  const refuse: RouteHandler = async (request) =>
    errorResponse(
      new ApiError('method_not_allowed', `This address has no ${request.method}. It has: ${allowed.join(', ')}.`, { allowed }, { headers: { allow } }),
      shapes,
      requestIdOf(request),
    )
  const options: RouteHandler = async (request) => new Response(null, { status: 204, headers: { allow, 'x-request-id': requestIdOf(request) } })
  return { GET: refuse, POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse, ...handlers, OPTIONS: options }
}
