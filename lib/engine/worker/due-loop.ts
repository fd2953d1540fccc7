import { log } from '#lib/log'

/** What a look found: `more` is left to do at once; `nextAt` is when the next is due, if that is known. */
export type Look = { more: boolean; nextAt?: Date | undefined }

export type DueLoop = {
  /** Look now, whatever was planned. */
  poke(): void
  stop(): Promise<void>
}

const everyMs = 1000
const againMs = 5
/** What is due and could not be taken is in another's hands; it is looked at again no sooner. */
const nearestMs = 20
/** After an error; the database may be away. */
const restMs = 1000

/**
 * Calls `look` again and again: at once while there is more, in time for what it says is next, and at least every second, because other processes
 * make work too. `look` never runs twice at a time.
 */
export function startDueLoop(name: string, look: () => Promise<Look>): DueLoop {
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let stopped = false
  let poked = false

  function plan(inMs: number): void {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(begin, poked ? 0 : inMs)
  }

  function begin(): void {
    poked = false
    looking = once().then((inMs) => {
      looking = undefined
      plan(inMs)
    })
  }

  async function once(): Promise<number> {
    try {
      const { more, nextAt } = await look()
      if (more) return againMs
      return Math.min(everyMs, Math.max(nearestMs, (nextAt?.getTime() ?? Infinity) - Date.now()))
    } catch (error) {
      log.warn({ error, loop: name }, 'a look for what is due failed; the next one follows')
      return restMs
    }
  }

  begin()
  return {
    poke() {
      poked = true
      if (!looking) plan(0)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await looking
      clearTimeout(timer)
    },
  }
}
