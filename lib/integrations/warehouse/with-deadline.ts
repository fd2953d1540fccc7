import { ApiError } from '#lib/domain/api-error'
import { countOf } from '#lib/domain/count-of'

/**
 * Runs work with many calls within one time limit. The signal it receives aborts with the caller's,
 * or with a 504 `provider_timeout` when the time is over; calls that honour it throw that error.
 */
export async function withDeadline<T>(
  provider: string,
  seconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController()
  const timer = setTimeout(
    () =>
      deadline.abort(
        new ApiError(
          'provider_timeout',
          `The query did not end within ${countOf(seconds, 'second')} and was stopped. ` +
            'Make it smaller, or raise the connection’s time limit.',
          { provider },
        ),
      ),
    seconds * 1000,
  )
  try {
    const both = AbortSignal.any([signal, deadline.signal])
    both.throwIfAborted()
    return await work(both)
  } finally {
    clearTimeout(timer)
  }
}
