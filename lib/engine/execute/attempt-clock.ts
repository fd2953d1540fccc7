/**
 * The time limit of an attempt. It stands still while the attempt waits for room at its connection,
 * since the step does not cause that.
 */
export class AttemptClock {
  #leftMs = 0
  #runningSince = 0
  #holds = 0
  #timer: NodeJS.Timeout | undefined
  #expired: (() => void) | undefined

  /** Calls `expired` when the time is over, unless `end` comes first. */
  start(leftMs: number, expired: () => void): void {
    this.#leftMs = leftMs
    this.#expired = expired
    this.#run()
  }

  /** Waits with the clock stopped; several such waits at once are one. */
  readonly hold = async (waiting: Promise<unknown>): Promise<void> => {
    if (this.#holds++ === 0) this.#stop()
    try {
      await waiting
    } finally {
      if (--this.#holds === 0) this.#run()
    }
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#expired = undefined
  }

  #run(): void {
    if (!this.#expired) return
    this.#runningSince = Date.now()
    this.#timer = setTimeout(this.#expired, this.#leftMs)
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#leftMs -= Date.now() - this.#runningSince
  }
}
