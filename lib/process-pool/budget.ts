/** The budget's view of a pool. */
export type Spender = {
  /** Processes that are alive or starting. */
  readonly size: number
  /**
   * The time since which its longest idle process is idle (performance.now()); undefined without
   * one.
   */
  readonly idleSince: number | undefined
  /** Ends the process that has been idle for the longest time. */
  endIdle(): void
  /** Checks again whether a waiting request can start. */
  pump(): void
}

/**
 * Every pool may always have this many: one for a request, and one for a short request beside it.
 */
const guaranteed = 2

/**
 * Limits the number of processes of all pools of this service process. A pool that needs one more
 * ends the longest idle process of another pool, or waits. It may always have two.
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

  /** Makes room for one more process of a pool where possible; then returns true. */
  makeRoom(spender: Spender): boolean {
    if (this.hasRoom) return true
    const idle = [...this.#spenders].filter(({ idleSince }) => idleSince !== undefined)
    const since = (each: Spender) => each.idleSince ?? Infinity
    const oldest = idle.toSorted((one, other) => since(one) - since(other))[0]
    oldest?.endIdle()
    return oldest !== undefined || spender.size < guaranteed
  }

  /** Whether one more process may start without ending another. */
  get hasRoom(): boolean {
    return this.#size < this.#most
  }

  /** Tells other pools that a process ended or became idle, because they may wait for it. */
  changed(spender: Spender): void {
    if (this.#size < this.#most - 1) return
    for (const other of this.#spenders) if (other !== spender) other.pump()
  }

  get #size(): number {
    return [...this.#spenders].reduce((sum, { size }) => sum + size, 0)
  }
}

/** For one service process: 12 processes, each up to about 100 MB at rest. */
const maxProcesses = 12

const place = Symbol.for('rounds.process-pool.budget')
const shared = globalThis as { [place]?: ProcessBudget }

/** The budget of this service process, also when a bundler loads this module more than once. */
export function sharedBudget(): ProcessBudget {
  shared[place] ??= new ProcessBudget(maxProcesses)
  return shared[place]
}
