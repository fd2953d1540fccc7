import { setTimeout as delay } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import { log } from '#lib/log'
import { conflictStates, hasSqlState, retryOn } from '#lib/retry-on'
import { shortageOf } from '#lib/shortage'

/** Errors of the operating system for connections and files: ECONNRESET, EPIPE, EHOSTUNREACH … */
function isSystemError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, cause } = error as NodeJS.ErrnoException & { cause?: unknown }
  if (typeof code === 'string') return /^E[A-Z]+$/.test(code)
  // The query builder's own error has no code; the driver's is its cause.
  return error instanceof DrizzleQueryError && isSystemError(cause)
}

/**
 * Whether the same work may succeed a little later: what it needs is missing at the moment, or
 * another statement was in its way.
 */
export function isConnectionError(error: unknown): boolean {
  return (
    shortageOf(error) !== undefined || hasSqlState(error, conflictStates) || isSystemError(error)
  )
}

/**
 * Patroni takes half a minute at its defaults until another primary takes writes. A turn that gives
 * up before drops the answers of its calls: a person is asked about those that may not be repeated.
 */
const patienceMs = 120_000

/**
 * Repeats `work` while the database cannot be reached, for at most `maxMs`. Only for work that may
 * be repeated.
 */
export async function retryWhileDisconnected<T>(
  work: () => Promise<T>,
  maxMs = patienceMs,
): Promise<T> {
  const until = Date.now() + maxMs
  return await retryOn(isConnectionError, work, {
    async beforeRetry(failed, error) {
      const pauseMs = Math.min(50 * 2 ** (failed - 1), 1000)
      if (Date.now() + pauseMs > until) throw error
      log.debug({ error }, 'the database cannot be reached; trying again')
      await delay(pauseMs)
    },
  })
}
