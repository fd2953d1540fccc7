import { ApiFailure } from '#lib/http/client'
import { retryDelay } from '#lib/domain/form/retry-delay'

const later = new Set([0, 408, 425, 429, 502, 503, 504])

/**
 * The server was not reached, could not serve, or is still at an earlier try of the same: nothing
 * was refused, and the same may work later.
 */
export const isConnectionFailure = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure &&
  (later.has(error.status) || error.code === 'idempotency_in_progress')

/**
 * Waits until another try is worth it: a while that grows with each failure, or until the browser
 * says that the connection is back. Rejects when it is aborted.
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
