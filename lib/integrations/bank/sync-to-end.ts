import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '#lib/domain/api-error'
import type { BankPage } from '#lib/domain/provider/bank-page'
import type { BankPort } from './port.ts'

type Read = BankPage & {
  pages: number
  /** How often reading started again because the data changed meanwhile. */
  restarts: number
  /**
   * The feed refused the cursor, so everything was read again: a transaction that is not included
   * no longer exists.
   */
  fromBeginning: boolean
}

const maxRestarts = 5

/**
 * The cursor from which to start again when the data changed, or undefined for any other failure.
 */
function restartCursor(error: unknown): string | undefined {
  const cursor =
    error instanceof ApiError && error.code === 'conflict'
      ? error.details['restartCursor']
      : undefined
  return typeof cursor === 'string' ? cursor : undefined
}

const nothing = () => ({ transactions: [], modified: [], removed: [], hasMore: true, pages: 0 })

/**
 * Reads page after page until there are no more, or `mostPages` are read (`hasMore` then stays
 * true). When the data changes meanwhile, the pages are discarded and the update starts again where
 * the feed says, as Plaid prescribes, up to five times. A feed that for this reason refuses even
 * its start cursor (seen in the field; Plaid's support advises it) is read from its beginning.
 * Throws the port's errors.
 */
export async function syncToEnd(
  port: Pick<BankPort, 'syncPage'>,
  cursor: string,
  maxPages: number,
  signal: AbortSignal,
): Promise<Read> {
  let read: Omit<Read, 'restarts' | 'fromBeginning' | 'nextCursor'> & { nextCursor: string } = {
    ...nothing(),
    nextCursor: cursor,
  }
  let restarts = 0
  let fromBeginning = false
  while (read.hasMore && read.pages < maxPages) {
    try {
      const page = await port.syncPage(read.nextCursor, signal)
      const { transactions, modified, removed, hasMore, nextCursor, history } = page
      // Pushed, not spread into new lists, because a first sync has tens of thousands.
      read.transactions.push(...transactions)
      read.modified.push(...modified)
      read.removed.push(...removed)
      read = { ...read, hasMore, nextCursor, history, pages: read.pages + 1 }
    } catch (error) {
      const restart = restartCursor(error)
      if (restart === undefined || restarts === maxRestarts) throw error
      restarts += 1
      // The refused cursor is the one to start from. One more try may succeed; a third will not.
      const stuck = read.pages === 0 && restart !== '' && restarts > 1
      if (stuck) fromBeginning = true
      read = { ...nothing(), nextCursor: stuck ? '' : restart }
      await delay(100 * restarts, undefined, { signal })
    }
  }
  return { ...read, restarts, fromBeginning }
}
