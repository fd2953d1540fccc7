import { log } from '#lib/log'

/** `more`: some are left to do at once. `nextAt`: when the next is due, if that is known. */
export type DueCheck = { more: boolean; nextAt?: Date | undefined }

export type DueLoop = {
  /** Checks now, whatever was planned. */
  runNow(): void
  stop(): Promise<void>
}

const everyMs = 1000
const againMs = 5
/**
 * When something is due but could not be taken, another worker has it; the next check is no sooner
 * than this.
 */
const nearestMs = 20
/** The pause after an error; perhaps the database cannot be reached. */
const restMs = 1000

/**
 * Calls `check` again and again: at once while there is more, in time for the next due time that it
 * returns, and at least every second, because other processes add work too. Two checks never run at
 * the same time.
 */
export function startDueLoop(name: string, check: () => Promise<DueCheck>): DueLoop {
  let timer: NodeJS.Timeout | undefined
  let checking: Promise<void> | undefined
  let stopped = false
  let runsNow = false

  function plan(inMs: number): void {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(startNext, runsNow ? 0 : inMs)
  }

  function startNext(): void {
    runsNow = false
    checking = once().then((inMs) => {
      checking = undefined
      plan(inMs)
    })
  }

  async function once(): Promise<number> {
    try {
      const { more, nextAt } = await check()
      if (more) return againMs
      return Math.min(everyMs, Math.max(nearestMs, (nextAt?.getTime() ?? Infinity) - Date.now()))
    } catch (error) {
      log.warn({ error, loop: name }, 'a check for what is due failed; the next one follows')
      return restMs
    }
  }

  startNext()
  return {
    runNow() {
      runsNow = true
      if (!checking) plan(0)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await checking
      clearTimeout(timer)
    },
  }
}
