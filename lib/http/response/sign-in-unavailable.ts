import { shapesA } from '#lib/contracts/contract'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import type { SignInShortage } from '#lib/auth/next-auth'
import { errorResponse } from '../errors.ts'

const sentences: Record<SignInShortage, string> = {
  database: 'the database cannot be used. Try again in a few seconds.',
  passwords: 'many passwords are being checked. Try again in a few seconds.',
  storage: 'there is no room to write. Try again later; if it stays, tell an operator.',
}

/** Answers 503: signing in or out does not work now, with any password. */
export function signInUnavailable(reason: SignInShortage = 'database'): Response {
  const message = `You cannot sign in or out right now: ${sentences[reason]}`
  return errorResponse(new ApiError('unavailable', message, { reason }), shapesA, newId())
}

/** Answers 429: too many sign-in requests already wait. */
export function tooManySignIns(): Response {
  const message = 'Too many requests to sign in come from this address. Try again in a few seconds.'
  const headers = { 'retry-after': '2' }
  const error = new ApiError('rate_limited', message, {}, { headers })
  return errorResponse(error, shapesA, newId())
}
