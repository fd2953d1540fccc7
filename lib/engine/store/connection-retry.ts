import { setTimeout as delay } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import { log } from '#lib/log'
import { shortageOf } from '#lib/shortage'

/** SQLSTATEs of statements that stood in each other's way: the same one works the next time. */
const passing = /^(40001|40P01)/

/**
 * Whether the same work may succeed a little later: what it needs is missing at the moment, or
 * another statement was in its way.
 */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (shortageOf(error)) return true
  // The query builder's own error has the driver's as its cause.
  if (error instanceof DrizzleQueryError) return isConnectionError(error.cause)
  const code = (error as { code?: unknown }).code
  if (typeof code !== 'string') return /connection|timeout|client/i.test(error.message)
  return passing.test(code) || /^E[A-Z]+$/.test(code)
}

/**
 * Repeats `work` while the database cannot be reached, for at most `maxMs`. Only for work that may
 * be repeated.
 */
export async function retryWhileDisconnected<T>(
  work: () => Promise<T>,
  maxMs = 30_000,
): Promise<T> {
  const until = Date.now() + maxMs
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, 1000)) {
    try {
      return await work()
    } catch (error) {
      if (!isConnectionError(error) || Date.now() + pauseMs > until) throw error
      log.debug({ error }, 'the database cannot be reached; trying again')
      await delay(pauseMs)
    }
  }
}
