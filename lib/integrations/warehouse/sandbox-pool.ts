import { ApiError } from '#lib/domain/api-error'
import { SandboxChild } from './sandbox-child.ts'
import type { SandboxReply, SandboxRequest } from './sandbox-messages.ts'

/** `perOwner`, `running`: queries at a time, of one organization and in all; `waiting`: of one organization; `idleMs`: how long a process is kept for its organization's next query. */
type Limits = { perOwner: number; running: number; waiting: number; idleMs: number; questions: number }
const usual: Limits = { perOwner: 2, running: 4, waiting: 100, idleMs: 60_000, questions: 5000 }

type Kept = { child: SandboxChild; owner: string; timer: NodeJS.Timeout }
type Waiting = { owner: string; begin(): void }

/**
 * The processes of the sandbox warehouse on one file. A process belongs to one organization for all its life; it is kept for that organization's next
 * query, and one without an owner waits for whoever comes first. Whoever has fewest queries under way comes first.
 */
export class SandboxPool {
  readonly #folder: string
  readonly #file: string
  readonly #limits: Limits
  readonly #running = new Map<string, number>()
  #waiting: Waiting[] = []
  #kept: Kept[] = []
  #spare: { child: SandboxChild; timer: NodeJS.Timeout } | undefined

  constructor(folder: string, file: string, limits: Partial<Limits> = {}) {
    this.#folder = folder
    this.#file = file
    this.#limits = { ...usual, ...limits }
  }

  /** Of processes that nobody has asked anything at the moment. */
  get idlePids(): number[] {
    return [...this.#kept, ...(this.#spare ? [this.#spare] : [])].flatMap(({ child }) => (child.alive && child.pid !== undefined ? [child.pid] : []))
  }

  /**
   * Asks a process of that owner, and ends the process when the signal does.
   * @throws the signal's reason, ApiError `rate_limited` when too many of the owner's queries wait, Error when the process could not answer.
   */
  async ask(owner: string, request: SandboxRequest, signal: AbortSignal): Promise<SandboxReply> {
    await this.#turn(owner, signal)
    try {
      signal.throwIfAborted()
    } catch (error) {
      this.#leave(owner)
      throw error
    }
    for (;;) {
      const child = this.#take(owner)
      const { reply, ready } = child.ask(request, signal)
      try {
        const answer = await reply
        void ready.then((again) => this.#giveBack(child, owner, again))
        return answer
      } catch (error) {
        // One that was kept may have been ended since (by the system, for memory): that is not this query's doing, and reading can be repeated.
        if (child.questions > 1 && !signal.aborted) continue
        await child.end()
        this.#leave(owner)
        throw error
      }
    }
  }

  async #turn(owner: string, signal: AbortSignal): Promise<void> {
    if (this.#mayBegin(owner)) return this.#enter(owner)
    if (this.#waiting.filter((other) => other.owner === owner).length >= this.#limits.waiting)
      throw new ApiError('rate_limited', 'The sandbox warehouse has too many queries under way. Ask again in a moment.', { provider: 'sandbox' }, { headers: { 'retry-after': '2' } })
    const turn = Promise.withResolvers<void>()
    const own: Waiting = { owner, begin: turn.resolve }
    const stop = () => {
      // Not among them any more: the turn came in the same moment, and is given back by whoever has it.
      if (!this.#waiting.includes(own)) return
      this.#waiting = this.#waiting.filter((other) => other !== own)
      turn.reject(signal.reason as Error)
    }
    this.#waiting.push(own)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    await turn.promise
    signal.removeEventListener('abort', stop)
  }

  #mayBegin(owner: string): boolean {
    const all = [...this.#running.values()].reduce((sum, count) => sum + count, 0)
    return all < this.#limits.running && (this.#running.get(owner) ?? 0) < this.#limits.perOwner
  }

  #enter(owner: string): void {
    this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1)
  }

  #leave(owner: string): void {
    const left = (this.#running.get(owner) ?? 1) - 1
    if (left > 0) this.#running.set(owner, left)
    else this.#running.delete(owner)
    const load = (other: Waiting) => this.#running.get(other.owner) ?? 0
    const next = this.#waiting.filter((other) => this.#mayBegin(other.owner)).reduce<Waiting | undefined>((best, other) => (best && load(best) <= load(other) ? best : other), undefined)
    if (!next) return this.#prepareSpare()
    this.#waiting = this.#waiting.filter((other) => other !== next)
    this.#enter(next.owner)
    next.begin()
  }

  /** A process that has never served another owner. */
  #take(owner: string): SandboxChild {
    this.#kept = this.#kept.filter(({ child }) => child.alive)
    const own = this.#kept.findLast((kept) => kept.owner === owner)
    if (own) return this.#unkeep(own)
    const spare = this.#spare
    this.#spare = undefined
    clearTimeout(spare?.timer)
    return spare?.child.alive ? spare.child : new SandboxChild(this.#folder, this.#file)
  }

  #giveBack(child: SandboxChild, owner: string, again: boolean): void {
    if (!again || child.questions >= this.#limits.questions) void child.end()
    else {
      const timer = setTimeout(() => void this.#unkeep(kept).end(), this.#limits.idleMs)
      timer.unref()
      const kept: Kept = { child, owner, timer }
      this.#kept.push(kept)
      // No more rest than may work: that of the organization that was here longest ago ends.
      const [oldest] = this.#kept
      if (oldest && this.#kept.length > this.#limits.running) void this.#unkeep(oldest).end()
    }
    this.#leave(owner)
  }

  #unkeep(kept: Kept): SandboxChild {
    clearTimeout(kept.timer)
    this.#kept = this.#kept.filter((other) => other !== kept)
    return kept.child
  }

  /** Starts the process of the next organization while nobody waits for it: that is most of the time its first small query takes. It ends after a minute without a question. */
  #prepareSpare(): void {
    if (this.#spare?.child.alive) return
    const child = new SandboxChild(this.#folder, this.#file)
    const timer = setTimeout(() => void child.end(), this.#limits.idleMs)
    timer.unref()
    this.#spare = { child, timer }
  }
}
