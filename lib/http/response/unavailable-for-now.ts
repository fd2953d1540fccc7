import { shapesA } from '#lib/contracts/contract'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { errorResponse } from '../errors.ts'

/** Answers 503: something is away for so many seconds. `reason` is the beginning of a sentence. */
export function unavailableForNow(reason: string, seconds: number): Response {
  const message = `${reason}. Repeat this in a few seconds; nothing was changed.`
  const headers = { 'retry-after': String(seconds) }
  return errorResponse(new ApiError('unavailable', message, {}, { headers }), shapesA, newId())
}
