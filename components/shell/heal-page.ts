type Healing = {
  /** What keeps every page from being shown at the moment; undefined when nothing is known to. */
  findShortage(signal: AbortSignal): Promise<string | undefined>
  /** Waits before the next look; `looks` were made already. Rejects when it is aborted. */
  wait(looks: number, signal: AbortSignal): Promise<void>
  show(shortage: string | undefined): void
  retry(): void
  signal: AbortSignal
}

/** A page that breaks for a reason of its own is not tried again and again. */
const againAfterMs = 30_000
let retriedAt = -Infinity

/**
 * Loads a broken page again when what kept it from being shown is there again. What was missing may
 * be back before the first look, so a page is tried again once also when nothing is missing.
 */
export async function healPage({ findShortage, wait, show, retry, signal }: Healing) {
  for (let looks = 1; ; looks++) {
    const shortage = await findShortage(signal)
    if (signal.aborted) return
    show(shortage)
    if (!shortage) {
      const wasAway = looks > 1
      if (!wasAway && Date.now() - retriedAt < againAfterMs) return
      retriedAt = Date.now()
      retry()
      return
    }
    await wait(looks, signal).catch(() => undefined)
  }
}
