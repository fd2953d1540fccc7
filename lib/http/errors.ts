import type { ErrorShapes } from '#lib/contracts/contract'
import { ApiError } from '#lib/domain/api-error'
import { log } from '#lib/log'
import { textResponse } from './text-response.ts'

/** Turns whatever was thrown into an ApiError; what is not ours becomes a 500 that tells nothing but the request id. */
export function toApiError(thrown: unknown, requestId: string): ApiError {
  if (thrown instanceof ApiError) return thrown
  log.error({ requestId, error: thrown }, 'a request failed unexpectedly')
  return new ApiError('internal_error', 'Something went wrong on our side. Try again; if it stays, report the request id.', { requestId }, { cause: thrown })
}

/** The error as the endpoint's row of the specification wants it. */
export function errorResponse(error: ApiError, shapes: ErrorShapes, requestId: string): Response {
  const shape = shapes[error.statusCode] ?? shapes.other
  const bodies = {
    A: () => ({ error: error.code, message: error.message, statusCode: error.statusCode, details: error.details }),
    B: () => ({ error: error.message }),
    C: () => ({ message: error.message }),
  }
  return textResponse(JSON.stringify(bodies[shape]()), error.statusCode, { ...error.headers, 'x-request-id': requestId, 'cache-control': 'no-store' })
}
