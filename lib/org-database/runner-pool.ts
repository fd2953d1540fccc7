import { ApiError } from '#lib/domain/api-error'
import { limits } from './limits.ts'
import type { Outcome, RunRequest } from './runner-messages.ts'
import { RunnerProcess } from './runner-process.ts'

type Request = Omit<RunRequest, 'type' | 'id'>
type OnSession = (pid: number, grows: boolean) => void
type Waiting = { organizationId: string; begin(): void }

/** A runner may die between two statements by chance; more than that has another cause. */
const attempts = 3

type Shares = { perOrganization: number; waiting: number; waitMs: number }

const busy = ({ perOrganization }: Shares) =>
  new ApiError(
    'rate_limited',
    `Only ${perOrganization} statements of an organization run at a time, and others have ` +
      'been waiting too long. Try again in a moment.',
    {},
    { headers: { 'retry-after': '5' } },
  )

/**
 * A few runner processes, started on demand. An organization runs at most two statements; its next
 * ones wait ten seconds at most. The organization with the fewest running statements is next, so
 * that one organization's slow statements do not delay another's.
 */
export class RunnerPool {
  readonly #rootDir: string
  readonly #shares: Shares
  readonly #runners: RunnerProcess[] = []
  readonly #waiting: Waiting[] = []
  readonly #active = new Map<string, number>()
  #starting: Promise<RunnerProcess> | undefined
  #idle: NodeJS.Timeout | undefined
  #lastId = 0

  /** @param shares an organization's max running and waiting statements; milliseconds */
  constructor(rootDir: string, shares: Shares = limits) {
    this.#rootDir = rootDir
    this.#shares = shares
  }

  get pids(): number[] {
    return this.#runners.flatMap(({ alive, pid }) => (alive && pid !== undefined ? [pid] : []))
  }

  /**
   * Throws ApiError `rate_limited` when too many statements of the organization run or wait,
   * `unavailable` when no runner can be started.
   */
  async run(
    request: Request,
    organizationId: string,
    onSession: OnSession,
    signal?: AbortSignal,
  ): Promise<Outcome> {
    await this.#turn(organizationId)
    try {
      // Before the first await, so that two statements cannot take the same place.
      const id = ++this.#lastId
      for (let attempt = 1; attempt <= attempts; attempt++) {
        const runner = await this.#runner(organizationId)
        const outcome = await runner.run(
          { ...request, type: 'run', id },
          organizationId,
          onSession,
          signal,
        )
        this.#renew()
        if (outcome) return outcome
      }
      return {
        unavailable:
          'The processes that run statements end unexpectedly. Try again; ' +
          'if it stays, tell an operator.',
        begun: false,
      }
    } finally {
      this.#leave(organizationId)
    }
  }

  /** Ends every runner and its running statements. The pool may be used again. */
  async stop(): Promise<void> {
    clearTimeout(this.#idle)
    await this.#starting?.catch(() => undefined)
    await Promise.all(this.#runners.splice(0).map((runner) => runner.kill()))
  }

  async #turn(organizationId: string): Promise<void> {
    if (this.#canStart(organizationId)) return this.#enter(organizationId)
    if (
      this.#waiting.filter((other) => other.organizationId === organizationId).length >=
      this.#shares.waiting
    )
      throw busy(this.#shares)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const own: Waiting = { organizationId, begin: resolve }
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(own), 1)
      reject(busy(this.#shares))
    }, this.#shares.waitMs)
    this.#waiting.push(own)
    await promise
    clearTimeout(timer)
  }

  #canStart(organizationId: string): boolean {
    const all = [...this.#active.values()].reduce((sum, count) => sum + count, 0)
    return (
      all < limits.runners * limits.concurrentPerRunner &&
      (this.#active.get(organizationId) ?? 0) < this.#shares.perOrganization
    )
  }

  #enter(organizationId: string): void {
    clearTimeout(this.#idle)
    this.#active.set(organizationId, (this.#active.get(organizationId) ?? 0) + 1)
  }

  #leave(organizationId: string): void {
    const left = (this.#active.get(organizationId) ?? 1) - 1
    if (left > 0) this.#active.set(organizationId, left)
    else this.#active.delete(organizationId)
    const ready = this.#waiting.filter((other) => this.#canStart(other.organizationId))
    const load = (other: Waiting) => this.#active.get(other.organizationId) ?? 0
    const next = ready.reduce<Waiting | undefined>(
      (best, other) => (best && load(best) <= load(other) ? best : other),
      undefined,
    )
    if (next) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1)
      this.#enter(next.organizationId)
      next.begin()
    } else if (this.#active.size === 0) {
      this.#idle = setTimeout(() => void this.stop(), limits.idleRunnerMs)
      this.#idle.unref()
    }
  }

  /**
   * Prefers a runner that serves the organization, because it already has a session; else the least
   * busy one, or a new one while more may start.
   */
  async #runner(organizationId: string): Promise<RunnerProcess> {
    this.#clear()
    const usable = this.#runners.filter(({ alive, retiring }) => alive && !retiring)
    const least = usable.toSorted((one, other) => one.load - other.load)[0]
    const same = usable.find(
      (runner) => runner.serves(organizationId) && runner.load < limits.concurrentPerRunner,
    )
    if (same) return same
    if (least && (least.load === 0 || usable.length >= limits.runners)) return least
    this.#starting ??= this.#start()
    return await this.#starting
  }

  async #start(): Promise<RunnerProcess> {
    try {
      const runner = await RunnerProcess.start(this.#rootDir)
      this.#runners.push(runner)
      return runner
    } catch (error) {
      throw new ApiError(
        'unavailable',
        'SQL cannot be run at the moment. Try again; if it stays, tell an operator.',
        {},
        { cause: error, headers: { 'retry-after': '10' } },
      )
    } finally {
      this.#starting = undefined
    }
  }

  /**
   * Starts the successor of a runner that has served long enough or broke while the others
   * continue, so that no statement waits for it.
   */
  #renew(): void {
    const worn = this.#runners.filter(({ alive, tired, retiring }) => alive && (tired || retiring))
    if (worn.length === 0 || this.#starting) return
    const retire = () => {
      for (const runner of worn) runner.retiring = true
    }
    if (this.#runners.some(({ alive, tired, retiring }) => alive && !tired && !retiring)) {
      retire()
      return
    }
    this.#starting = this.#start()
    this.#starting.then(retire, () => undefined)
  }

  /** Ends retired runners once they are idle. */
  #clear(): void {
    const spent = this.#runners.filter(
      (runner) => !runner.alive || (runner.retiring && runner.load === 0),
    )
    for (const runner of spent) {
      this.#runners.splice(this.#runners.indexOf(runner), 1)
      if (runner.alive) void runner.kill()
    }
  }
}
