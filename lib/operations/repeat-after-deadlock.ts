import { setTimeout as delay } from 'node:timers/promises'
import { log } from '#lib/log'
import { conflictStates, retryOn } from '#lib/retry-on'

/**
 * Repeats a transaction that Postgres aborted because of a deadlock. Only for work that does
 * nothing outside its transaction. The pause lets the other transaction finish: repeated at once,
 * both may lock their first rows and wait for each other again.
 */
export async function repeatAfterDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  return await retryOn(conflictStates, transaction, {
    attempts: 4,
    async beforeRetry(attempt) {
      log.debug({ attempt }, 'a transaction is repeated after a deadlock')
      await delay(20 * attempt * (1 + Math.random()))
    },
  })
}
