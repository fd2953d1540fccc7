import type { Actor } from '#lib/auth/actor'
import { inCallerScope } from '#lib/caller-scope'
import { ApiError } from '#lib/domain/api-error'
import { hasSqlState } from '#lib/retry-on'

/** A policy of row-level security refuses what a statement writes. */
const refusedByPolicy = ['42501']

/**
 * Does the work with what the caller may touch (caller-scope.ts). What the database refuses to
 * write for a narrowed key is 403.
 */
export async function runAs<T>(actor: Actor | null, work: () => Promise<T>): Promise<T> {
  try {
    return await inCallerScope(actor, work)
  } catch (error) {
    const isNarrowed = actor !== null && (actor.sandbox === true || Array.isArray(actor.workflows))
    if (!isNarrowed || !hasSqlState(error, refusedByPolicy)) throw error
    const message =
      'This API key may touch some workflows or sandbox runs only, and this is none of them.'
    throw new ApiError('forbidden', message, {}, { cause: error })
  }
}
