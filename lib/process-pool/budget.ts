/** What the budget knows of a pool. */
export type Spender = {
  /** Processes alive or being started. */
  readonly size: number
  /** When its longest idle process began to idle (performance.now()); undefined without one. */
  readonly idleSince: number | undefined
  /** Ends the process that has been idle for longest. */
  endIdle(): void
  /** Looks again whether a waiting request can begin. */
  pump(): void
}

/** A pool may always have so many: a request, and one that is not long beside it. */
const guaranteed = 2

/**
 * How many processes all pools of this service process have together. A pool that needs one more
 * than that ends the longest idle process of another, or waits. Two it may always have.
 */
export class ProcessBudget {
  readonly #most: number
  readonly #spenders = new Set<Spender>()

  constructor(most: number) {
    this.#most = most
  }

  join(spender: Spender): void {
    this.#spenders.add(spender)
  }

  leave(spender: Spender): void {
    this.#spenders.delete(spender)
  }

  /** Makes room for one more process of a pool, where that is possible: then true. */
  makeRoom(spender: Spender): boolean {
    if (this.hasRoom) return true
    const idle = [...this.#spenders].filter(({ idleSince }) => idleSince !== undefined)
    const since = (each: Spender) => each.idleSince ?? Infinity
    const oldest = idle.toSorted((one, other) => since(one) - since(other))[0]
    oldest?.endIdle()
    return oldest !== undefined || spender.size < guaranteed
  }

  /** There may be one more process without the end of another. */
  get hasRoom(): boolean {
    return this.#size < this.#most
  }

  /** A process of a pool ended or idles: others may have waited for that. */
  changed(spender: Spender): void {
    if (this.#size < this.#most - 1) return
    for (const other of this.#spenders) if (other !== spender) other.pump()
  }

  get #size(): number {
    return [...this.#spenders].reduce((sum, { size }) => sum + size, 0)
  }
}

/** Of one service process: 12 of up to some 100 MB at rest. */
const maxProcesses = 12

const place = Symbol.for('rounds.process-pool.budget')
const shared = globalThis as { [place]?: ProcessBudget }

/** The budget of this service process, also when a bundler loads this module more than once. */
export function sharedBudget(): ProcessBudget {
  shared[place] ??= new ProcessBudget(maxProcesses)
  return shared[place]
}
