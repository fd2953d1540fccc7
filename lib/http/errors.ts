import type { ErrorShapes } from '#lib/contracts/contract'
import { ApiError } from '#lib/domain/api-error'
import { shortText } from '#lib/domain/text'
import { log } from '#lib/log'
import { shortageOf, type Shortage } from '#lib/shortage'
import { textResponse } from './response/text-response.ts'

const shortages = {
  database: {
    retryAfter: '5',
    message:
      'The database cannot be used right now. Try again in a few seconds; ' +
      'a request with an Idempotency-Key is never executed twice.',
  },
  storage: {
    retryAfter: '30',
    message:
      'There is no room to write, or the disk cannot be used. Try again later; ' +
      'if it stays, tell an operator.',
  },
}

/** `reason` is `database` or `storage`. */
function unavailable(reason: Shortage, cause: unknown): ApiError {
  const { retryAfter, message } = shortages[reason]
  const headers = { 'retry-after': retryAfter }
  return new ApiError('unavailable', message, { reason }, { headers, cause })
}

/**
 * Turns a thrown error into an ApiError. A temporary shortage becomes a 503 with Retry-After. Any
 * other unknown error becomes a 500 that reveals nothing but the request id. When the caller has
 * disconnected (`signal`), nobody reads the answer, and the resulting errors are not faults of
 * ours.
 */
export function toApiError(thrown: unknown, requestId: string, signal?: AbortSignal): ApiError {
  if (thrown instanceof ApiError) return thrown
  if (signal?.aborted) return ApiError.invalid([{ path: '', message: 'The request was cut off.' }])
  const shortage = shortageOf(thrown)
  if (shortage) {
    log.warn({ requestId, shortage, error: thrown }, 'a request could not be served now')
    return unavailable(shortage, thrown)
  }
  log.error({ requestId, error: thrown }, 'a request failed unexpectedly')
  return new ApiError(
    'internal_error',
    `Something went wrong on our side. Try again; if it stays, report the request id ${requestId}.`,
    { requestId },
    { cause: thrown },
  )
}

/**
 * With the longest sentence, each character of which may need six bytes when escaped, an error is
 * at most 64 KB. `details` are omitted before the sentence is shortened.
 */
const maxDetailsBytes = 40_000
const longestMessage = 4_000

/** The details of a customer's hook or of a provider may have any size. */
function boundedDetails(details: Record<string, unknown>): Record<string, unknown> {
  const json = JSON.stringify(details)
  return Buffer.byteLength(json) <= maxDetailsBytes
    ? details
    : { omitted: true, characters: json.length }
}

/** Writes the error in the form that the specification gives the endpoint. */
export function errorResponse(error: ApiError, shapes: ErrorShapes, requestId: string): Response {
  const headers: Record<string, string> = {
    // An answer that the service is unavailable also says when to try again.
    ...(error.statusCode === 503 ? { 'retry-after': shortages.database.retryAfter } : {}),
    ...error.headers,
  }
  const shape = shapes[error.statusCode] ?? shapes.other
  const message = shortText(error.message, longestMessage)
  const details = boundedDetails(error.details)
  const bodies = {
    A: () => ({ error: error.code, message, statusCode: error.statusCode, details }),
    B: () => ({ error: message }),
    C: () => ({ message }),
  }
  return textResponse(JSON.stringify(bodies[shape]()), error.statusCode, {
    ...headers,
    'x-request-id': requestId,
    'cache-control': 'no-store',
  })
}
