type Healing = {
  /** What stops all pages now, as a sentence; undefined when nothing is known. */
  findShortage(signal: AbortSignal): Promise<string | undefined>
  /** Waits before the next check, longer after more of them. Rejects when it is aborted. */
  wait(checks: number, signal: AbortSignal): Promise<void>
  show(shortage: string | undefined): void
  retry(): void
  signal: AbortSignal
}

/** A page with an error of its own is not reloaded again and again. */
const againAfterMs = 30_000
let retriedAt = -Infinity

/**
 * Reloads a broken page when the cause is over. It may be over before the first check, so the page
 * is also tried once when the first check finds nothing.
 */
export async function healPage({ findShortage, wait, show, retry, signal }: Healing) {
  for (let checks = 1; ; checks += 1) {
    const shortage = await findShortage(signal)
    if (signal.aborted) return
    show(shortage)
    if (!shortage) {
      const wasStopped = checks > 1
      if (!wasStopped && Date.now() - retriedAt < againAfterMs) return
      retriedAt = Date.now()
      retry()
      return
    }
    await wait(checks, signal).catch(() => undefined)
  }
}
