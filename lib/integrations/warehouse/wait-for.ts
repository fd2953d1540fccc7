import { setTimeout as delay } from 'node:timers/promises'

/**
 * Pauses between two checks of a running query: 0.1 s at first, 3 s at most; or `Retry-After`, in
 * seconds.
 */
export async function waitFor(
  look: number,
  retryAfter: string | null,
  signal: AbortSignal,
): Promise<void> {
  const asked = Number(retryAfter)
  const ms =
    retryAfter !== null && Number.isFinite(asked)
      ? Math.min(asked, 30) * 1000
      : Math.min(3000, 100 * 1.6 ** look)
  try {
    await delay(ms, undefined, { signal })
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}
