import { sharedBudget, type ProcessBudget, type Spender } from './budget.ts'
import type { Answer, Ask, ProcessKind } from './kind.ts'
import { isOver } from './deadline.ts'
import { WaitQueue } from './wait-queue.ts'
import { isLong, canContinue, type Limits, type Turn } from './places.ts'
import { WorkProcess, type Called } from './process.ts'

/** How often running requests are checked: whether they are long, and their memory. */
const lookMs = 25
/** The timer ends after this many checks without a request. */
const idleLooks = 40
const longAfterMs = 250
/** A late request ends when no thread of its process wants a processor at so many checks. */
const asleepLooks = 3
/** Max time that a process checks itself after its reply. */
const checkMs = 5_000
/** Max waiting requests of one organization. */
const maxWaiting = 1_000

type Job<Request, Reply> = Turn & {
  ask: Ask<Request>
  /** The end of its longest wait (performance.now()). */
  waitUntil: number
  settle(answer: Answer<Reply>): void
}
type UnderWay<Reply> = {
  process: WorkProcess<Reply>
  since: number
  timeoutMs: number
  replied: boolean
  /** The CPU of its process, in milliseconds, minus that of the request; from the first check. */
  cpuBefore?: number
  /** Consecutive checks at which it was late and did nothing. */
  asleep: number
}
type Idle<Reply> = {
  process: WorkProcess<Reply>
  /** The organization of its last request; undefined before the first. */
  owner: string | undefined
  since: number
  timer: NodeJS.Timeout
}

/** Processes that do one kind of work on untrusted input. README.md has the rules. */
export class ProcessPool<Request, Reply> implements Spender {
  readonly #kind: ProcessKind<Reply>
  readonly #budget: ProcessBudget
  readonly #limits: Limits
  readonly #waiting = new WaitQueue<Job<Request, Reply>>()
  /** The running requests. */
  readonly #jobs = new Set<Job<Request, Reply>>()
  readonly #underWay = new Map<Job<Request, Reply>, UnderWay<Reply>>()
  readonly #work = new Set<Promise<void>>()
  /** The longest idle first. */
  #idle: Idle<Reply>[] = []
  readonly #processes = new Set<WorkProcess<Reply>>()
  #starting = 0
  /** A process that is starting for the next request. */
  #coming: Promise<WorkProcess<Reply>> | undefined
  #stopping = 0
  #looks: NodeJS.Timeout | undefined
  #emptyLooks = 0

  constructor(kind: ProcessKind<Reply>, budget: ProcessBudget = sharedBudget()) {
    this.#kind = kind
    this.#budget = budget
    const perOrganization = kind.perOrganization?.running ?? Infinity
    const { places, quickPlaces: quick = places } = kind
    this.#limits = { places, perOrganization, quick }
  }

  /** Process ids of the processes alive now. */
  get pids(): number[] {
    return pidsOf([...this.#processes])
  }
  /** The number of idle ones. */
  get idlePids(): number[] {
    return pidsOf(this.#idle.map(({ process }) => process))
  }
  /** Processes that are alive or starting. */
  get size(): number {
    return this.pids.length + this.#starting
  }
  get idleSince(): number | undefined {
    return this.#idle[0]?.since
  }

  /** Asks a process when it is the request's turn. Never rejects. */
  async ask(ask: Ask<Request>): Promise<Answer<Reply>> {
    const { organizationId, group = '', signal, waitMs } = ask
    if (signal?.aborted) return { type: 'aborted' }
    const ahead = this.#waiting.sizeOf(organizationId)
    const { promise, resolve } = Promise.withResolvers<Answer<Reply>>()
    const waitUntil = performance.now() + (waitMs ?? Infinity)
    const job: Job<Request, Reply> = {
      organizationId,
      group,
      long: false,
      ask,
      waitUntil,
      settle: resolve,
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
    if (ahead >= (this.#kind.perOrganization?.waiting ?? maxWaiting)) leave('busy')
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }

  /**
   * Lets running requests finish, answers waiting ones with `aborted`, and ends all processes. The
   * pool may be used again.
   */
  async stop(): Promise<void> {
    this.#stopping += 1
    for (const job of this.#waiting.clear()) job.settle({ type: 'aborted' })
    await Promise.all(this.#work)
    await this.#coming?.catch(() => undefined)
    // A process that was starting is idle now.
    while (this.#idle.length > 0) this.endIdle()
    await Promise.all([...this.#processes].map(({ closed }) => closed))
    this.#stopping -= 1
    this.#budget.leave(this)
  }

  /** Starts all requests that may start now. */
  pump(): void {
    for (;;) {
      const job = this.#waiting.next(this.#jobs, this.#limits)
      if (!job) return
      const apart = this.#leavesLast(job)
      if (!apart && this.#waitsForReady(job)) return
      const idle = apart ? undefined : this.#takeIdle(job.organizationId)
      if (!apart && !idle && !this.#coming && !this.#makeRoom()) return
      this.#waiting.remove(job)
      this.#waiting.began(job)
      this.#jobs.add(job)
      const takesComing = !apart || this.#free.length > 0
      const process = idle ?? (takesComing ? this.#startOrTake() : this.#start())
      const work = this.#do(job, process).then((ended) => {
        this.#work.delete(work)
        this.#jobs.delete(job)
        // Only now, so that a request is never both running and waiting.
        if (ended === 'yielded') this.#waitAgain(job)
        this.pump()
        this.#prepareSpare()
        if (job.long) this.#prepareAhead()
        this.#budget.changed(this)
      })
      this.#work.add(work)
    }
  }

  /** Ends the process that has been idle for the longest time. */
  endIdle(): void {
    const idle = this.#idle.shift()
    clearTimeout(idle?.timer)
    void idle?.process.kill()
  }

  /** Answers the request, unless it gave up its place. Never rejects. */
  async #do(
    job: Job<Request, Reply>,
    given: WorkProcess<Reply> | Promise<WorkProcess<Reply>>,
  ): Promise<Called<Reply>['type'] | 'not_started'> {
    try {
      // An idle process gets its request in the same turn of the event loop.
      const process = given instanceof WorkProcess ? given : await given
      const first = await this.#ask(job, process)
      if (first !== 'killed') return first
      // Another program killed the process, perhaps before it got the request, so the request is
      // not the cause. It is asked once more, in a process that was alive a moment ago.
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
    const { request, bytes, content, timeoutMs, signal } = job.ask
    const since = performance.now()
    const timeLimit = timeoutMs + (this.#kind.graceMs ?? 0)
    const underWay: UnderWay<Reply> = {
      process,
      since,
      timeoutMs: timeLimit,
      replied: false,
      asleep: 0,
    }
    this.#underWay.set(job, underWay)
    this.#watch()
    if (job.long) process.stepBack(true)
    try {
      const receive = job.ask.receive?.()
      const work = { request, bytes, content, receive, timeoutMs }
      const called = await process.call(work, signal)
      underWay.replied = true
      if (called.type === 'reply') {
        job.settle({ type: 'reply', reply: called.reply })
        await this.#giveBack(process, job, called)
      } else if (called.type !== 'yielded' && called.type !== 'killed')
        job.settle({ type: called.type })
      return called.type
    } finally {
      job.ask.spent?.(performance.now() - since)
      this.#underWay.delete(job)
      if (this.#underWay.size === 0) this.#looks?.unref()
    }
  }

  /** One timer for all requests; it keeps the service alive while one runs. */
  #watch(): void {
    if (this.#looks) {
      if (this.#underWay.size === 1) this.#looks.ref()
      return
    }
    this.#emptyLooks = 0
    // Timers run before input in a turn of the event loop, so a reply that has arrived is read
    // first.
    this.#looks = setInterval(() => setImmediate(() => this.#look()), lookMs)
  }

  #waitAgain(job: Job<Request, Reply>): void {
    const { signal } = job.ask
    if (signal?.aborted || this.#stopping > 0) job.settle({ type: 'aborted' })
    else if (performance.now() > job.waitUntil) job.settle({ type: 'busy' })
    else this.#waiting.add(job)
  }

  /**
   * Every 25 ms: ends requests with too much time or memory, and moves long requests to their
   * places. A request that ends between two checks costs nothing here.
   */
  #look(): void {
    this.#emptyLooks = this.#underWay.size === 0 ? this.#emptyLooks + 1 : 0
    if (this.#emptyLooks >= idleLooks) {
      clearInterval(this.#looks)
      this.#looks = undefined
    }
    const now = performance.now()
    let changed = false
    for (const [job, underWay] of this.#underWay) {
      const { process, since, replied } = underWay
      const ageMs = now - since
      if (!replied && this.#isLate(underWay, ageMs)) process.end('deadline')
      if (ageMs < lookMs || !process.alive) continue
      process.checkMemory()
      if (job.long || replied || !this.#isLong(underWay, ageMs)) continue
      job.long = true
      changed = true
      if (canContinue(job, this.#jobs, this.#limits)) process.stepBack(true)
      else process.end('yielded')
    }
    if (!changed) return
    // When all are long now, one that is not long may start, and should find a process.
    this.pump()
    this.#prepareAhead()
  }

  #isLong(underWay: UnderWay<Reply>, ageMs: number): boolean {
    const after = this.#kind.longAfterMs ?? longAfterMs
    if (ageMs < after && underWay.cpuBefore !== undefined) return false
    const cpuMs = this.#usedCpuMs(underWay, ageMs)
    return isLong({ ageMs, cpuMs, isRunnable: () => underWay.process.isRunnable }, after)
  }

  /** Whether a request must end: it has used its time, or is late without computing. */
  #isLate(underWay: UnderWay<Reply>, ageMs: number): boolean {
    const { process, timeoutMs } = underWay
    if (ageMs < timeoutMs) return false
    if (isOver({ ageMs, cpuMs: this.#usedCpuMs(underWay, ageMs) }, timeoutMs)) return true
    underWay.asleep = process.isRunnable ? 0 : underWay.asleep + 1
    return underWay.asleep >= asleepLooks
  }

  #usedCpuMs(underWay: UnderWay<Reply>, ageMs: number): number | undefined {
    const { process } = underWay
    const before = process.lastCpuMs
    const now = process.readCpuMs()
    if (now === undefined) return undefined
    // The first check may be late. Until then, the request has used at most the time since its
    // start, and at most the CPU of its process since the last check.
    underWay.cpuBefore ??= Math.max(now - ageMs, before)
    return now - underWay.cpuBefore
  }

  async #giveBack(
    process: WorkProcess<Reply>,
    { organizationId: owner, long }: Turn,
    called: Extract<Called<Reply>, { type: 'reply' }>,
  ): Promise<void> {
    const { reuse, callsPerProcess, restingBytes } = this.#kind
    const usable = called.usable === true || (await this.#checked(process, called.usable))
    const overused = process.calls >= callsPerProcess || called.residentBytes > restingBytes
    // A process that cannot get its priority back would stay slow.
    const worn = overused || (long && !process.stepBack(false))
    if (usable && !called.spent && !worn && reuse !== 'none') return this.#rest(process, owner)
    await process.kill()
    // A process that only reached its max requests must not cost the next request a start.
    if (usable && !called.spent && worn) this.#prepare()
  }

  /** The check after the reply does not occupy the request's place for ever. */
  async #checked(process: WorkProcess<Reply>, usable: boolean | Promise<boolean>) {
    const timer = setTimeout(() => process.end('stopped'), checkMs).unref()
    try {
      return await usable
    } finally {
      clearTimeout(timer)
    }
  }

  /** Idle processes that any organization may use. */
  get #free(): Idle<Reply>[] {
    const { reuse } = this.#kind
    const isFree = (idle: Idle<Reply>) => idle.owner === undefined || reuse === 'all'
    return this.#idle.filter((idle) => idle.process.alive && isFree(idle))
  }

  /**
   * Whether a request starts its own process, and leaves the last ready one to an organization that
   * has none at work: it is long, or not the first of its organization.
   */
  #leavesLast(job: Job<Request, Reply>): boolean {
    const { reuse, spare = false } = this.#kind
    const { organizationId } = job
    const isOwn = ({ owner, process }: Idle<Reply>) => owner === organizationId && process.alive
    if (reuse === 'organization' && this.#idle.some(isOwn)) return false
    const running = [...this.#jobs]
    const first = !running.some((other) => other.organizationId === organizationId)
    if (first && !job.long) return false
    if (!spare && !job.long && !running.some(({ long }) => long)) return false
    const free = this.#free.length
    // A starting process may be used in place of the ready one.
    if (free === 1 && this.#coming) return true
    return free + (this.#coming ? 1 : 0) === 1 && this.#hasRoom
  }

  /**
   * Beyond the places, beside requests that are not long, a request starts when a process is ready.
   * Until then it waits in the queue, because a place may be free before a process has started.
   */
  #waitsForReady({ organizationId }: Turn): boolean {
    const jobs = [...this.#jobs]
    if (jobs.length < this.#kind.places || jobs.every(({ long }) => long)) return false
    const isOwn = ({ owner, process }: Idle<Reply>) => owner === organizationId && process.alive
    if (this.#free.length > 0 || this.#idle.some(isOwn)) return false
    if (this.#hasRoom) this.#prepare(true)
    return true
  }

  get #most(): number {
    return this.#kind.places + 1 + (this.#kind.spare ? 1 : 0)
  }
  /** Whether one more process may start without ending another. */
  get #hasRoom(): boolean {
    return this.size < this.#most && this.#budget.hasRoom
  }

  #takeIdle(organizationId: string): WorkProcess<Reply> | undefined {
    const own = (idle: Idle<Reply>) => idle.owner === organizationId && idle.process.alive
    const found = this.#idle.findLast(own) ?? this.#free.at(-1)
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

  /** True when one more process may start, if necessary after another was ended. */
  #makeRoom(): boolean {
    if (this.size >= this.#most && this.#idle.length > 0) this.endIdle()
    return this.#budget.makeRoom(this)
  }

  async #startOrTake(): Promise<WorkProcess<Reply>> {
    const coming = this.#coming
    // It counts as a process from here on, before the first await.
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
    const { spare, reuse } = this.#kind
    // When any process is suitable, the next request takes one, and another is ready beside it.
    const wanted = reuse === 'all' ? 2 : 1
    if (spare && this.#free.length < wanted && this.#hasRoom) this.#prepare()
  }

  /** While one request is long, a short request of another organization finds a process. */
  #prepareAhead(): void {
    const isTrouble = this.#jobs.size > 0 && this.#free.length === 0
    if (isTrouble && this.#hasRoom) this.#prepare(true)
  }

  /** Starts a process for the next request, while none waits for it. */
  #prepare(ahead = false): void {
    const wanted = ahead || this.#waiting.size === 0
    if (!wanted || this.#stopping > 0 || this.#coming || !this.#budget.hasRoom) return
    const coming = this.#start()
    this.#coming = coming
    const arrive = (process?: WorkProcess<Reply>) => {
      // Another request has taken it.
      if (this.#coming !== coming) return
      this.#coming = undefined
      if (!process) return
      this.#rest(process, undefined)
      this.pump()
    }
    // The next request will find out why it did not start.
    coming.then(arrive, () => arrive())
  }
}

type Pid = { alive: boolean; pid: number | undefined }

function pidsOf(processes: Iterable<Pid>): number[] {
  const alive = [...processes].filter((process) => process.alive)
  return alive.flatMap(({ pid }) => (pid === undefined ? [] : [pid]))
}
