/**
 * Resolves when its caller may do one piece of work, some milliseconds long, without a wait in it.
 */
export type NextPiece = () => Promise<void>

/**
 * Long work in the thread that serves everybody is done in pieces. One piece is done in each turn
 * of the event loop, however many want to, so everything else waits for one piece at most. Owners
 * (organizations, mostly) take turns.
 */
export class Pieces {
  /** Whose turn it is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #turning = false

  /** How an owner asks for its next piece. */
  of(owner: string): NextPiece {
    return async () => await this.#next(owner)
  }

  async #next(owner: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const own = this.#waiting.get(owner)
    if (own) own.push(resolve)
    else this.#waiting.set(owner, [resolve])
    if (!this.#turning) {
      this.#turning = true
      setImmediate(() => this.#turn())
    }
    await promise
  }

  #turn(): void {
    const [first] = this.#waiting
    if (!first) {
      this.#turning = false
      return
    }
    const [owner, own] = first
    const begin = own.shift()
    this.#waiting.delete(owner)
    if (own.length > 0) this.#waiting.set(owner, own)
    // What is due is done before the next piece: input and output come before `setImmediate`.
    setImmediate(() => this.#turn())
    begin?.()
  }
}

/** Those of this process. */
export const pieces = new Pieces()
