type Healing = {
  /** What stops all pages at the moment, as a sentence; undefined when nothing is known. */
  findShortage(signal: AbortSignal): Promise<string | undefined>
  /** Waits before the next check, after so many. Rejects when it is aborted. */
  wait(checks: number, signal: AbortSignal): Promise<void>
  show(shortage: string | undefined): void
  retry(): void
  signal: AbortSignal
}

/** A page that breaks for a reason of its own is not tried again and again. */
const againAfterMs = 30_000
let retriedAt = -Infinity

/**
 * Loads a broken page again when what stopped it is over. It may be over before the first check, so
 * a page is tried again once when the first check finds nothing, too.
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
