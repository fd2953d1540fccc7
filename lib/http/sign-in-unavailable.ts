import { shapesA } from '#lib/contracts/contract'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import type { Shortage } from '#lib/shortage'
import { errorResponse } from './errors.ts'

const sentences: Record<Shortage, string> = {
  database: 'the database cannot be used. Try again in a few seconds.',
  storage: 'there is no room to write. Try again later; if it stays, tell an operator.',
}

/** 503: nobody can sign in or out at the moment, whatever the password. */
export function signInUnavailable(reason: Shortage = 'database'): Response {
  const message = `You cannot sign in or out right now: ${sentences[reason]}`
  return errorResponse(new ApiError('unavailable', message, { reason }), shapesA, newId())
}
