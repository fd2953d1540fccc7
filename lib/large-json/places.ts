/** Bytes of large documents, of all together and of one owner. */
export type Limits = { all: number; each: number }

/** Too much waits already; nothing more is kept in memory for it. */
export class NoRoom extends Error {}

type Waiting = { bytes: number; begin(): void }

/** Sums by owner, and of all. */
class Sums {
  readonly #each = new Map<string, number>()
  all = 0

  of(owner: string): number {
    return this.#each.get(owner) ?? 0
  }

  add(owner: string, bytes: number): void {
    const sum = this.of(owner) + bytes
    if (sum > 0) this.#each.set(owner, sum)
    else this.#each.delete(owner)
    this.all += bytes
  }
}

/**
 * How much may be worked on at once. A document takes about ten times its bytes of memory as a
 * value, so only so many bytes become values at the same time; the others wait as the bytes they
 * are, and there is a bound to those as well. Owners (organizations, mostly) take turns.
 */
export class Places {
  readonly #working: Limits
  readonly #waitingLimits: Limits
  readonly #inWork = new Sums()
  readonly #inLine = new Sums()
  /** Whose turn it is next comes first. */
  readonly #line = new Map<string, Waiting[]>()

  constructor(working: Limits, waiting: Limits) {
    this.#working = working
    this.#waitingLimits = waiting
  }

  /** Bytes that are worked on now. */
  get inWork(): number {
    return this.#inWork.all
  }

  /**
   * Waits until the document may become a value; resolves to what must be called when it is none
   * any more. Rejects with `NoRoom`, and with the signal's reason when nobody waits any more.
   */
  async enter(owner: string, bytes: number, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    const { all, each } = this.#waitingLimits
    if (this.#line.size > 0 || !this.#fits(owner, bytes)) {
      const line = this.#inLine
      if (line.of(owner) + bytes > each || line.all + bytes > all) throw new NoRoom()
      await this.#wait(owner, bytes, signal)
    } else this.#inWork.add(owner, bytes)
    let left = false
    return () => {
      if (left) return
      left = true
      this.#inWork.add(owner, -bytes)
      this.#fill()
    }
  }

  /** What is alone may be of any size. */
  #fits(owner: string, bytes: number): boolean {
    const { all, each } = this.#working
    return this.#fitsAmongAll(bytes, all) && this.#fitsAmongOwn(owner, bytes, each)
  }

  #fitsAmongAll(bytes: number, most: number): boolean {
    return this.#inWork.all === 0 || this.#inWork.all + bytes <= most
  }

  #fitsAmongOwn(owner: string, bytes: number, most: number): boolean {
    const own = this.#inWork.of(owner)
    return own === 0 || own + bytes <= most
  }

  async #wait(owner: string, bytes: number, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting: Waiting = { bytes, begin: resolve }
    const own = this.#line.get(owner)
    if (own) own.push(waiting)
    else this.#line.set(owner, [waiting])
    this.#inLine.add(owner, bytes)
    const abort = () => {
      if (this.#takeOut(owner, waiting)) reject(signal?.reason as Error)
      this.#fill()
    }
    signal?.addEventListener('abort', abort, { once: true })
    this.#fill()
    try {
      await promise
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  #takeOut(owner: string, waiting: Waiting): boolean {
    const own = this.#line.get(owner) ?? []
    const at = own.indexOf(waiting)
    if (at < 0) return false
    own.splice(at, 1)
    if (own.length === 0) this.#line.delete(owner)
    this.#inLine.add(owner, -waiting.bytes)
    return true
  }

  /** Lets begin whoever fits, in turns. */
  #fill(): void {
    for (const [owner, [first]] of this.#line) {
      if (!first) continue
      if (!this.#fitsAmongOwn(owner, first.bytes, this.#working.each)) continue
      // Nobody smaller goes before it for ever.
      if (!this.#fitsAmongAll(first.bytes, this.#working.all)) return
      this.#takeOut(owner, first)
      this.#inWork.add(owner, first.bytes)
      // Others of this owner come after those of the next one.
      const rest = this.#line.get(owner)
      if (rest) {
        this.#line.delete(owner)
        this.#line.set(owner, rest)
      }
      first.begin()
      this.#fill()
      return
    }
  }
}

const megabyte = 1024 * 1024

/** Those of this process. */
export const places = new Places(
  { all: 12 * megabyte, each: 6 * megabyte },
  { all: 96 * megabyte, each: 32 * megabyte },
)
