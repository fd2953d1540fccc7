import { limits } from './limits.ts'
import type { RunnerRequest } from './runner-messages.ts'
import { RunnerProcess } from './runner-process.ts'
import type { RunnerAnswer } from './runner-process.ts'

type Wanted<T> = T extends unknown ? Omit<T, 'id'> : never

/** A request without the number that the pool gives it. */
export type PoolRequest = Wanted<RunnerRequest>

/** As a runner's answer, or why no runner could be started. */
export type PoolAnswer = RunnerAnswer | { type: 'not_started'; reason: string }

export type PoolOptions = {
  /** Folder that holds `lib/sandbox` and `node_modules`. */
  rootDir: string
  maxRunners: number
  callsPerRunner?: number
  /** An idle runner ends after this long; milliseconds. */
  idleMs?: number
}

type Job = {
  organizationId: string
  request: PoolRequest
  signal: AbortSignal | undefined
  resolve: (answer: PoolAnswer) => void
}
type Idle = { runner: RunnerProcess; lastOrganization: string; timer: NodeJS.Timeout }

/**
 * A few runners, started when they are needed. A call takes an idle runner (rather one that last worked for the same organization),
 * else starts one, else waits. Who waits goes by organization: first the one with the fewest calls under way, then the longest wait.
 */
export class RunnerPool {
  readonly #options: Required<PoolOptions>
  readonly #queue: Job[] = []
  readonly #idle: Idle[] = []
  readonly #active = new Map<string, number>()
  readonly #processes = new Set<RunnerProcess>()
  readonly #busy = new Set<Promise<void>>()
  #lastId = 0

  constructor(options: PoolOptions) {
    this.#options = { callsPerRunner: limits.callsPerRunner, idleMs: limits.idleMs, ...options }
  }

  /** Process ids of the runners alive now. */
  get pids(): number[] {
    return [...this.#processes].flatMap((runner) => (runner.alive && runner.pid !== undefined ? [runner.pid] : []))
  }

  /** Runs one request on some runner. Never rejects. */
  async submit(request: PoolRequest, organizationId: string, signal?: AbortSignal): Promise<PoolAnswer> {
    if (signal?.aborted) return { type: 'aborted' }
    const { promise, resolve } = Promise.withResolvers<PoolAnswer>()
    const job: Job = { organizationId, request, signal, resolve }
    const leave = () => {
      const place = this.#queue.indexOf(job)
      if (place >= 0) this.#queue.splice(place, 1)
      if (place >= 0) resolve({ type: 'aborted' })
    }
    signal?.addEventListener('abort', leave, { once: true })
    this.#queue.push(job)
    this.#pump()
    const answer = await promise
    signal?.removeEventListener('abort', leave)
    return answer
  }

  /** Lets calls under way finish, answers those that wait with `aborted`, ends all runners. The pool may be used again. */
  async stop(): Promise<void> {
    for (const job of this.#queue.splice(0)) job.resolve({ type: 'aborted' })
    await Promise.all(this.#busy)
    await Promise.all(this.#idle.splice(0).map(({ runner, timer }) => this.#end(runner, timer)))
  }

  #pump(): void {
    while (this.#queue.length > 0 && this.#busy.size < this.#options.maxRunners) {
      const job = this.#takeJob()
      const work = this.#work(job).finally(() => {
        this.#busy.delete(work)
        this.#pump()
      })
      this.#busy.add(work)
    }
  }

  #takeJob(): Job {
    const load = (job: Job) => this.#active.get(job.organizationId) ?? 0
    const job = this.#queue.reduce((best, other) => (load(other) < load(best) ? other : best))
    this.#queue.splice(this.#queue.indexOf(job), 1)
    return job
  }

  async #work(job: Job): Promise<void> {
    const { organizationId, request, signal, resolve } = job
    this.#active.set(organizationId, (this.#active.get(organizationId) ?? 0) + 1)
    try {
      const runner = this.#takeIdle(organizationId) ?? (await this.#start())
      this.#lastId += 1
      const answer = await runner.call({ ...request, id: this.#lastId }, signal)
      resolve(answer)
      await this.#giveBack(runner, organizationId, answer)
    } catch (error) {
      resolve({ type: 'not_started', reason: error instanceof Error ? error.message : String(error) })
    } finally {
      const left = (this.#active.get(organizationId) ?? 1) - 1
      if (left > 0) this.#active.set(organizationId, left)
      else this.#active.delete(organizationId)
    }
  }

  async #start(): Promise<RunnerProcess> {
    const runner = await RunnerProcess.start(this.#options.rootDir)
    this.#processes.add(runner)
    return runner
  }

  #takeIdle(organizationId: string): RunnerProcess | undefined {
    for (let place = this.#idle.length - 1; place >= 0; place -= 1) {
      if (this.#idle[place]?.runner.alive === false) this.#forget(place)
    }
    const same = this.#idle.findIndex(({ lastOrganization }) => lastOrganization === organizationId)
    return this.#forget(same >= 0 ? same : this.#idle.length - 1)
  }

  #forget(place: number): RunnerProcess | undefined {
    const [entry] = place >= 0 ? this.#idle.splice(place, 1) : []
    if (!entry) return undefined
    clearTimeout(entry.timer)
    if (!entry.runner.alive) this.#processes.delete(entry.runner)
    return entry.runner
  }

  async #giveBack(runner: RunnerProcess, organizationId: string, answer: RunnerAnswer): Promise<void> {
    const spent =
      answer.type !== 'reply' ||
      answer.reply.poisoned ||
      answer.reply.residentBytes > limits.runnerBytes ||
      runner.calls >= this.#options.callsPerRunner
    if (!spent) return this.#rest(runner, organizationId)
    await runner.kill()
    this.#processes.delete(runner)
    // Its successor starts while nobody waits for it; a runner that only served its time must not cost the next call a start.
    if (answer.type === 'reply' && !answer.reply.poisoned && this.#queue.length === 0) this.#rest(await this.#start(), organizationId)
  }

  #rest(runner: RunnerProcess, lastOrganization: string): void {
    const timer = setTimeout(() => {
      const place = this.#idle.findIndex((entry) => entry.runner === runner)
      if (place >= 0) this.#idle.splice(place, 1)
      void this.#end(runner, timer)
    }, this.#options.idleMs)
    timer.unref()
    this.#idle.push({ runner, lastOrganization, timer })
  }

  async #end(runner: RunnerProcess, timer: NodeJS.Timeout): Promise<void> {
    clearTimeout(timer)
    await runner.stop()
    this.#processes.delete(runner)
  }
}
