import { sharedBudget, type ProcessBudget, type Spender } from './budget.ts'
import type { Answer, Ask, ProcessKind } from './kind.ts'
import { Line } from './line.ts'
import { mayGoOn, type Turn } from './places.ts'
import { WorkProcess, type Called } from './process.ts'

/** How often running requests are looked at: whether they are long, and their memory. */
const lookMs = 25
const longAfterMs = 250
/** Longest check of a process after its reply. */
const checkMs = 5_000
/** Waiting requests of one organization. */
const mostWaiting = 1_000

type Job<Request, Reply> = Turn & {
  ask: Ask<Request>
  /** When its longest wait is over (performance.now()). */
  waitUntil: number
  settle(answer: Answer<Reply>): void
}
type UnderWay<Reply> = { process: WorkProcess<Reply>; since: number; replied: boolean }
type Idle<Reply> = {
  process: WorkProcess<Reply>
  /** Whose requests it has served last; undefined when it has served nobody. */
  owner: string | undefined
  since: number
  timer: NodeJS.Timeout
}

/** Processes that do one kind of work on strangers' input. README.md has the rules. */
export class ProcessPool<Request, Reply> implements Spender {
  readonly #kind: ProcessKind<Reply>
  readonly #budget: ProcessBudget
  readonly #limits: { places: number; perOrganization: number }
  readonly #waiting = new Line<Job<Request, Reply>>()
  /** Those that run. */
  readonly #jobs = new Set<Job<Request, Reply>>()
  readonly #underWay = new Map<Job<Request, Reply>, UnderWay<Reply>>()
  readonly #work = new Set<Promise<void>>()
  /** Longest idle first. */
  #idle: Idle<Reply>[] = []
  readonly #processes = new Set<WorkProcess<Reply>>()
  #starting = 0
  /** A process that is being started for whoever comes next. */
  #coming: Promise<WorkProcess<Reply>> | undefined
  #stopping = 0
  #looks: NodeJS.Timeout | undefined

  constructor(kind: ProcessKind<Reply>, budget: ProcessBudget = sharedBudget()) {
    this.#kind = kind
    this.#budget = budget
    const perOrganization = kind.perOrganization?.running ?? Infinity
    this.#limits = { places: kind.places, perOrganization }
  }

  /** Process ids of the processes alive now. */
  get pids(): number[] {
    return pidsOf([...this.#processes])
  }
  /** Of those that do nothing at the moment. */
  get idlePids(): number[] {
    return pidsOf(this.#idle.map(({ process }) => process))
  }
  /** Processes, alive or being started. */
  get size(): number {
    return this.pids.length + this.#starting
  }
  get idleSince(): number | undefined {
    return this.#idle[0]?.since
  }

  /** Asks a process, as soon as it is the request's turn. Never rejects. */
  async ask(ask: Ask<Request>): Promise<Answer<Reply>> {
    const { organizationId, group = '', signal, waitMs } = ask
    if (signal?.aborted) return { type: 'aborted' }
    const ahead = this.#waiting.sizeOf(organizationId)
    const { promise, resolve } = Promise.withResolvers<Answer<Reply>>()
    const waitUntil = performance.now() + (waitMs ?? Infinity)
    const job: Job<Request, Reply> = {
      ...{ organizationId, group, long: false },
      ...{ ask, waitUntil, settle: resolve },
    }
    const leave = (type: 'aborted' | 'busy') => {
      if (this.#waiting.remove(job)) resolve({ type })
    }
    const abort = () => leave('aborted')
    signal?.addEventListener('abort', abort, { once: true })
    const timer = waitMs === undefined ? undefined : setTimeout(() => leave('busy'), waitMs)
    this.#budget.join(this)
    this.#waiting.add(job)
    this.pump()
    if (ahead >= (this.#kind.perOrganization?.waiting ?? mostWaiting)) leave('busy')
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }

  /**
   * Lets requests under way finish, answers those that wait with `aborted`, ends all processes. The
   * pool may be used again.
   */
  async stop(): Promise<void> {
    this.#stopping += 1
    for (const job of this.#waiting.clear()) job.settle({ type: 'aborted' })
    await Promise.all(this.#work)
    await this.#coming?.catch(() => undefined)
    // What came is among the idle ones now.
    while (this.#idle.length > 0) this.endIdle()
    await Promise.all([...this.#processes].map(({ closed }) => closed))
    this.#stopping -= 1
    this.#budget.leave(this)
  }

  /** Begins whatever may begin now. */
  pump(): void {
    for (;;) {
      const job = this.#waiting.next(this.#jobs, this.#limits)
      if (!job) return
      const idle = this.#takeIdle(job.organizationId)
      if (!idle && !this.#coming && !this.#makeRoom()) return
      this.#waiting.remove(job)
      this.#waiting.began(job)
      this.#jobs.add(job)
      const work = this.#do(job, idle).then((ended) => {
        this.#work.delete(work)
        this.#jobs.delete(job)
        // Only now: a request is never among those that run and those that wait.
        if (ended === 'yielded') this.#waitAgain(job)
        this.pump()
        this.#prepareSpare()
        this.#budget.changed(this)
      })
      this.#work.add(work)
    }
  }

  /** Ends the process that has been idle for longest. */
  endIdle(): void {
    const idle = this.#idle.shift()
    clearTimeout(idle?.timer)
    void idle?.process.kill()
  }

  /** Answers the request, unless it gave up its place. Never rejects. */
  async #do(
    job: Job<Request, Reply>,
    idle: WorkProcess<Reply> | undefined,
  ): Promise<Called<Reply>['type'] | 'not_started'> {
    try {
      const first = await this.#ask(job, idle ?? (await this.#startOrTake()))
      if (first !== 'killed') return first
      // Ended by somebody else, perhaps before it got the request: that is not the request's doing.
      // It is asked once more, in a process that was alive a moment ago.
      const second = await this.#ask(job, await this.#start())
      if (second === 'killed') job.settle({ type: 'died' })
      return second
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      job.settle({ type: 'not_started', reason })
      return 'not_started'
    }
  }

  /** One attempt. Answers the request, unless it gave up its place or its process was killed. */
  async #ask(
    job: Job<Request, Reply>,
    process: WorkProcess<Reply>,
  ): Promise<Called<Reply>['type']> {
    const underWay: UnderWay<Reply> = { process, since: performance.now(), replied: false }
    this.#underWay.set(job, underWay)
    this.#looks ??= setInterval(() => this.#look(), lookMs).unref()
    const { request, bytes, timeoutMs, signal } = job.ask
    try {
      const called = await process.call({ request, bytes, timeoutMs }, signal)
      underWay.replied = true
      if (called.type === 'reply') {
        job.settle({ type: 'reply', reply: called.reply })
        await this.#giveBack(process, job.organizationId, called)
      } else if (called.type !== 'yielded' && called.type !== 'killed')
        job.settle({ type: called.type })
      return called.type
    } finally {
      this.#underWay.delete(job)
      if (this.#underWay.size === 0) {
        clearInterval(this.#looks)
        this.#looks = undefined
      }
    }
  }

  #waitAgain(job: Job<Request, Reply>): void {
    const { signal } = job.ask
    if (signal?.aborted || this.#stopping > 0) job.settle({ type: 'aborted' })
    else if (performance.now() > job.waitUntil) job.settle({ type: 'busy' })
    else this.#waiting.add(job)
  }

  /** Every 25 ms: ends what takes too much memory, and moves long requests to their places. */
  #look(): void {
    const now = performance.now()
    for (const [job, { process, since, replied }] of this.#underWay) {
      process.checkMemory()
      if (job.long || replied || now - since < (this.#kind.longAfterMs ?? longAfterMs)) continue
      job.long = true
      if (!mayGoOn(job, this.#jobs, this.#limits)) process.end('yielded')
    }
    // Where all are long now, one that is not may begin.
    this.pump()
  }

  async #giveBack(
    process: WorkProcess<Reply>,
    owner: string,
    called: Extract<Called<Reply>, { type: 'reply' }>,
  ): Promise<void> {
    const { reuse, callsPerProcess, restingBytes } = this.#kind
    // Whatever it checks after its reply, its place is not held for ever.
    const timer = setTimeout(() => process.end('stopped'), checkMs).unref()
    const usable = await called.usable
    clearTimeout(timer)
    const worn = process.calls >= callsPerProcess || called.residentBytes > restingBytes
    if (usable && !called.spent && !worn && reuse !== 'none') return this.#rest(process, owner)
    await process.kill()
    // One that only served its time must not cost the next request a start.
    if (usable && !called.spent && worn) this.#prepare()
  }

  #takeIdle(organizationId: string): WorkProcess<Reply> | undefined {
    const { reuse } = this.#kind
    const own = (idle: Idle<Reply>) => idle.owner === organizationId
    const free = (idle: Idle<Reply>) => idle.owner === undefined || reuse === 'all'
    const alive = this.#idle.filter(({ process }) => process.alive)
    const found = alive.findLast(own) ?? alive.findLast(free)
    if (!found) return undefined
    clearTimeout(found.timer)
    this.#idle = this.#idle.filter((other) => other !== found)
    return found.process
  }

  #rest(process: WorkProcess<Reply>, owner: string | undefined): void {
    if (!process.alive) return
    const timer = setTimeout(() => {
      this.#idle = this.#idle.filter((other) => other.process !== process)
      void process.kill()
    }, this.#kind.idleMs)
    timer.unref()
    this.#idle.push({ process, owner, since: performance.now(), timer })
  }

  /** True when there may be one more process, if need be after another was ended. */
  #makeRoom(): boolean {
    const most = this.#kind.places + 1 + (this.#kind.spare ? 1 : 0)
    if (this.size >= most && this.#idle.length > 0) this.endIdle()
    return this.#budget.makeRoom(this)
  }

  async #startOrTake(): Promise<WorkProcess<Reply>> {
    const coming = this.#coming
    // It counts as one more from here, before anything is awaited.
    if (!coming) return await this.#start()
    this.#coming = undefined
    const process = await coming.catch(() => undefined)
    return process?.alive ? process : await this.#start()
  }

  async #start(): Promise<WorkProcess<Reply>> {
    this.#starting += 1
    try {
      const process = await WorkProcess.start(this.#kind)
      this.#processes.add(process)
      void process.closed.then(() => this.#forget(process))
      return process
    } finally {
      this.#starting -= 1
    }
  }

  #forget(process: WorkProcess<Reply>): void {
    this.#processes.delete(process)
    for (const idle of this.#idle) if (idle.process === process) clearTimeout(idle.timer)
    this.#idle = this.#idle.filter((other) => other.process !== process)
    this.#budget.changed(this)
  }

  #prepareSpare(): void {
    const free = this.#idle.some(({ owner, process }) => owner === undefined && process.alive)
    if (this.#kind.spare && !free) this.#prepare()
  }

  /** Starts a process for whoever comes next, while nobody waits for it. */
  #prepare(): void {
    const wanted = this.#waiting.size === 0 && this.#stopping === 0 && !this.#coming
    if (!wanted || !this.#budget.hasRoom) return
    const coming = this.#start()
    this.#coming = coming
    const arrive = (process?: WorkProcess<Reply>) => {
      // Somebody else has taken it.
      if (this.#coming !== coming) return
      this.#coming = undefined
      if (process) this.#rest(process, undefined)
    }
    // Why it did not start, the next request will find out.
    coming.then(arrive, () => arrive())
  }
}

type Pid = { alive: boolean; pid: number | undefined }

function pidsOf(processes: Iterable<Pid>): number[] {
  const alive = [...processes].filter((process) => process.alive)
  return alive.flatMap(({ pid }) => (pid === undefined ? [] : [pid]))
}
