import { performance } from 'node:perf_hooks'
import { setTimeout as after } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { beforeClosing } from '#db/client'
import { keyOf, reportUses, stepOf, type Limit, type Spent } from './rate-limit.ts'

/** A limit with the name that the headers give it. */
export type NamedLimit = Limit & { name: string }

/** What is left of a limit: how many uses, and in how many seconds all of it is there again. */
export type Left = { name: string; most: number; seconds: number; left: number; restored: number }

type Counted = { refusedBy: Left; wait: number } | { refusedBy: null; left: Left[] }

/** Uses are reported to the store at least so often. */
const reportEveryMs = 100
/** This part of a limit may be let through before the store knows it; at least one use. */
const unreportedPart = 0.01
const maxCounts = 50_000
/**
 * A request waits at most so long for the store. Then each process counts by itself until the store
 * has answered.
 */
const usualWaitMs = 250
/** The share by which sums of binary fractions may miss a whole number. */
const inexact = 1 + 1e-9

type Count = {
  key: string
  /** When everything that was taken is given back, in seconds of this process's clock. */
  usedUntil: number
  /** The time that the uses occupy which are not reported yet, and which are being reported. */
  unreported: number
  reporting: number
}

/**
 * Counts requests across processes without waiting for the store at each of them. Each process
 * lets requests through by what it knows, and reports them together: every 100 ms, and at once when
 * half of what may be unreported is. The report's answer is the count of all processes. A request
 * waits for it only when a hundredth of the limit is unreported. So `p` processes together let
 * through at most `p` hundredths of the limit (and at least one use each) more than one process
 * would, and what was too much is paid back, because it is counted too.
 */
export class RequestCounts {
  readonly #counts = new LRUCache<string, Count>({ max: maxCounts })
  readonly #unreported = new Set<Count>()
  readonly #report: typeof reportUses
  readonly #now: () => number
  readonly #maxWaitMs: number
  #timer: NodeJS.Timeout | undefined
  #reporting: Promise<void> | undefined
  /** The wait that all requests share which wait for the report under way. */
  #waiting: Promise<void> | undefined
  #isStoreLate = false

  constructor({
    report = reportUses,
    now = (): number => performance.now() / 1000,
    maxWaitMs = usualWaitMs,
  } = {}) {
    this.#report = report
    this.#now = now
    this.#maxWaitMs = maxWaitMs
  }

  /**
   * Counts one use of each limit, or of none when one of them is used up: that one is answered,
   * with the seconds until the next use.
   */
  async take(limits: readonly NamedLimit[]): Promise<Counted> {
    const taken = limits.map((limit) => ({ limit, count: this.#countOf(limit) }))
    for (;;) {
      const now = this.#now()
      for (const { limit, count } of taken) {
        const ahead = Math.max(0, count.usedUntil - now) + stepOf(limit)
        if (ahead > limit.seconds * inexact)
          return {
            refusedBy: leftOf(limit, count, now),
            wait: Math.max(1, Math.ceil(ahead - limit.seconds)),
          }
      }
      if (this.#isStoreLate || taken.every(({ limit, count }) => hasRoom(limit, count))) break
      await this.#waitForStore()
    }
    const now = this.#now()
    for (const { limit, count } of taken) this.#add(limit, count, now)
    return { refusedBy: null, left: taken.map(({ limit, count }) => leftOf(limit, count, now)) }
  }

  /** Counts uses that are not refused, also over the limit. */
  charge(limit: NamedLimit): void {
    this.#add(limit, this.#countOf(limit), this.#now())
  }

  /** Reports all uses; resolves when the store has answered. */
  async flush(): Promise<void> {
    // A report that is under way may lack uses that were counted since.
    await this.#reporting
    if (this.#unreported.size === 0) return
    this.#reporting ??= this.#send().finally(() => {
      this.#reporting = undefined
    })
    await this.#reporting
  }

  async #waitForStore(): Promise<void> {
    this.#waiting ??= Promise.race([
      this.flush().then(() => true),
      after(this.#maxWaitMs, false, { ref: false }),
    ]).then((isAnswered) => {
      this.#waiting = undefined
      if (!isAnswered) this.#isStoreLate = true
    })
    await this.#waiting
  }

  #countOf(limit: Limit): Count {
    const name = limit.of.join('\n')
    const known = this.#counts.get(name)
    if (known) return known
    const count = { key: keyOf(limit.of), usedUntil: 0, unreported: 0, reporting: 0 }
    this.#counts.set(name, count)
    return count
  }

  #add(limit: Limit, count: Count, now: number): void {
    const step = stepOf(limit)
    count.usedUntil = Math.max(count.usedUntil, now) + step
    count.unreported += step
    this.#unreported.add(count)
    if (count.unreported >= roomOf(limit) / 2) {
      void this.flush()
      return
    }
    // The end of the process does not wait for this: closing the database reports the rest.
    this.#timer ??= setTimeout(() => void this.flush(), reportEveryMs).unref()
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const counts = [...this.#unreported]
    this.#unreported.clear()
    const uses: Spent[] = counts.map((count) => {
      count.reporting = count.unreported
      count.unreported = 0
      return { key: count.key, spent: count.reporting }
    })
    const known = await this.#report(uses)
    this.#isStoreLate = false
    const now = this.#now()
    for (const count of counts) {
      count.reporting = 0
      const ahead = known?.get(count.key)
      // While the store is away, each process counts by itself.
      if (ahead !== undefined) count.usedUntil = now + Math.max(0, ahead) + count.unreported
    }
  }
}

/** The time of uses that may be unreported, in seconds. */
const roomOf = (limit: Limit): number => Math.max(stepOf(limit), limit.seconds * unreportedPart)

function hasRoom(limit: Limit, { unreported, reporting }: Count): boolean {
  const open = unreported + reporting
  return open === 0 || open + stepOf(limit) <= roomOf(limit) * inexact
}

function leftOf({ name, most, seconds }: NamedLimit, { usedUntil }: Count, now: number): Left {
  const ahead = Math.max(0, usedUntil - now)
  // A little more, because a whole number of uses may be a hair less in binary fractions.
  const left = Math.max(0, Math.floor(((seconds - ahead) * most) / seconds + 1e-6))
  return { name, most, seconds, left, restored: Math.ceil(ahead) }
}

// One per process, also when a bundler loads this file twice.
const key = Symbol.for('rounds.request-counts')
const holder = globalThis as unknown as Record<symbol, RequestCounts | undefined>

/** The counts of this process. */
export function requestCounts(): RequestCounts {
  const known = holder[key]
  if (known) return known
  const counts = new RequestCounts()
  holder[key] = counts
  beforeClosing('request-counts', async () => await counts.flush())
  return counts
}
