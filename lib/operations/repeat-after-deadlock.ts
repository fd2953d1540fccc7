import { log } from '#lib/log'

/**
 * SQLSTATE: two transactions waited for each other and Postgres ended this one; or it could not be
 * put in order with another. Nothing of it was written.
 */
const undone = new Set(['40P01', '40001'])
const attempts = 4

/**
 * Repeats a whole transaction that Postgres ended for another's sake. Only for work that does
 * nothing outside its transaction.
 */
export async function repeatAfterDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt === attempts || !undone.has(sqlStateOf(error))) throw error
      log.debug({ attempt }, 'a transaction was ended for the sake of another; it is repeated')
    }
  }
}

function sqlStateOf(error: unknown): string {
  // The query builder wraps what the driver throws.
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  if (typeof code === 'string' && undone.has(code)) return code
  return cause === undefined ? '' : sqlStateOf(cause)
}
