import { setTimeout as delay } from 'node:timers/promises'
import { log } from '#lib/log'
import { conflictStates, retryOn } from '#lib/retry-on'

/**
 * Repeats a whole transaction that Postgres ended because another one was in its way. Only for work
 * that does nothing outside its transaction. The pause lets the other one finish: repeated at once,
 * both may take their first rows and wait for each other again.
 */
export async function repeatAfterDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  return await retryOn(conflictStates, transaction, {
    attempts: 4,
    async beforeRetry(attempt) {
      log.debug({ attempt }, 'another transaction was in the way of this one; it is repeated')
      await delay(20 * attempt * (1 + Math.random()))
    },
  })
}
