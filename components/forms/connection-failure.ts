import { ApiFailure } from '#lib/http/client'
import { retryDelay } from '#lib/domain/form/retry-delay'

const later = new Set([0, 408, 425, 429, 502, 503, 504])

/**
 * The server was not reached, was unavailable, or still executes an earlier try of the same
 * request: nothing was refused, and the same may succeed later.
 */
export const isConnectionFailure = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure &&
  (later.has(error.status) || error.code === 'idempotency_in_progress')

/**
 * Waits until another try may succeed: a pause that grows with each failure, or until the browser
 * reports that the connection is back. Rejects when it is aborted.
 */
export async function untilNextTry(failures: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const end = (settle: () => void) => () => {
      clearTimeout(timer)
      window.removeEventListener('online', back)
      signal.removeEventListener('abort', stop)
      settle()
    }
    const back = end(resolve)
    const stop = end(() => reject(signal.reason as Error))
    const timer = setTimeout(back, retryDelay(failures))
    window.addEventListener('online', back)
    signal.addEventListener('abort', stop)
  })
}
