import { sharedBudget, type ProcessBudget, type Spender } from './budget.ts'
import type { Answer, Ask, ProcessKind } from './kind.ts'
import { isOver } from './deadline.ts'
import { WaitQueue } from './wait-queue.ts'
import { isLong, canContinue, type Limits, type Turn } from './places.ts'
import { WorkProcess, type Called } from './process.ts'

/** How often running requests are looked at: whether they are long, and their memory. */
const lookMs = 25
/** So many looks find nothing before the timer ends. */
const idleLooks = 40
const longAfterMs = 250
/** At so many looks in a row, no thread of a late request's process wants a processor. */
const asleepLooks = 3
/** Longest check of a process after its reply. */
const checkMs = 5_000
/** Waiting requests of one organization. */
const maxWaiting = 1_000

type Job<Request, Reply> = Turn & {
  ask: Ask<Request>
  /** When its longest wait is over (performance.now()). */
  waitUntil: number
  settle(answer: Answer<Reply>): void
}
type UnderWay<Reply> = {
  process: WorkProcess<Reply>
  since: number
  timeoutMs: number
  replied: boolean
  /** Its process's CPU, in milliseconds, less what the request has used; from the first look. */
  cpuBefore?: number
  /** Looks in a row at which it was late and did nothing. */
  asleep: number
}
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
  readonly #limits: Limits
  readonly #waiting = new WaitQueue<Job<Request, Reply>>()
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
        // Only now: a request is never among those that run and those that wait.
        if (ended === 'yielded') this.#waitAgain(job)
        this.pump()
        this.#prepareSpare()
        if (job.long) this.#prepareAhead()
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
    given: WorkProcess<Reply> | Promise<WorkProcess<Reply>>,
  ): Promise<Called<Reply>['type'] | 'not_started'> {
    try {
      // One that is there gets its request in this very turn.
      const process = given instanceof WorkProcess ? given : await given
      const first = await this.#ask(job, process)
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
    const { request, bytes, timeoutMs, signal } = job.ask
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
      const called = await process.call({ request, bytes, timeoutMs }, signal)
      underWay.replied = true
      if (called.type === 'reply') {
        job.settle({ type: 'reply', reply: called.reply })
        await this.#giveBack(process, job, called)
      } else if (called.type !== 'yielded' && called.type !== 'killed')
        job.settle({ type: called.type })
      return called.type
    } finally {
      this.#underWay.delete(job)
      if (this.#underWay.size === 0) this.#looks?.unref()
    }
  }

  /** One timer for all requests; it keeps the service alive while one is under way. */
  #watch(): void {
    if (this.#looks) {
      if (this.#underWay.size === 1) this.#looks.ref()
      return
    }
    this.#emptyLooks = 0
    // Timers come before input in a turn of the event loop: a reply that is there is read first.
    this.#looks = setInterval(() => setImmediate(() => this.#look()), lookMs)
  }

  #waitAgain(job: Job<Request, Reply>): void {
    const { signal } = job.ask
    if (signal?.aborted || this.#stopping > 0) job.settle({ type: 'aborted' })
    else if (performance.now() > job.waitUntil) job.settle({ type: 'busy' })
    else this.#waiting.add(job)
  }

  /**
   * Every 25 ms: ends what takes too much time or memory, and moves long requests to their places.
   * A request that ends between two looks costs nothing here.
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
    // Where all are long now, one that is not may begin, and should find a process.
    this.pump()
    this.#prepareAhead()
  }

  #isLong(underWay: UnderWay<Reply>, ageMs: number): boolean {
    const after = this.#kind.longAfterMs ?? longAfterMs
    if (ageMs < after && underWay.cpuBefore !== undefined) return false
    const cpuMs = this.#usedCpuMs(underWay, ageMs)
    return isLong({ ageMs, cpuMs, isRunnable: () => underWay.process.isRunnable }, after)
  }

  /** Whether a request is to be ended: it had its time, or is late without computing. */
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
    // The first look may come late. Until then, the request had a processor all the time, or used
    // what its process has used since it was last looked at, whichever is less.
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
    // One that cannot get its priority back would stay slow.
    const worn = overused || (long && !process.stepBack(false))
    if (usable && !called.spent && !worn && reuse !== 'none') return this.#rest(process, owner)
    await process.kill()
    // One that only served its time must not cost the next request a start.
    if (usable && !called.spent && worn) this.#prepare()
  }

  /** Whatever it checks after its reply, its place is not held for ever. */
  async #checked(process: WorkProcess<Reply>, usable: boolean | Promise<boolean>) {
    const timer = setTimeout(() => process.end('stopped'), checkMs).unref()
    try {
      return await usable
    } finally {
      clearTimeout(timer)
    }
  }

  /** Processes at rest that any organization may have. */
  get #free(): Idle<Reply>[] {
    const { reuse } = this.#kind
    const isFree = (idle: Idle<Reply>) => idle.owner === undefined || reuse === 'all'
    return this.#idle.filter((idle) => idle.process.alive && isFree(idle))
  }

  /**
   * Whether a request starts a process of its own, and leaves the last one that is ready to an
   * organization that has none at work: it is long, or not the first of its organization.
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
    // One that is being started may be had in place of the one that is there.
    if (free === 1 && this.#coming) return true
    return free + (this.#coming ? 1 : 0) === 1 && this.#hasRoom
  }

  /**
   * Beyond the places, beside requests that are not long, one begins when a process is ready. Until
   * then it stays in the line: a place may be free before a process has started.
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
  /** There may be one more process without the end of another. */
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

  /** True when there may be one more process, if need be after another was ended. */
  #makeRoom(): boolean {
    if (this.size >= this.#most && this.#idle.length > 0) this.endIdle()
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
    const { spare, reuse } = this.#kind
    // Where any process will do, the next request takes one, and one is ready beside it.
    const wanted = reuse === 'all' ? 2 : 1
    if (spare && this.#free.length < wanted && this.#hasRoom) this.#prepare()
  }

  /** While one is long, a short request of another organization finds a process. */
  #prepareAhead(): void {
    const isTrouble = this.#jobs.size > 0 && this.#free.length === 0
    if (isTrouble && this.#hasRoom) this.#prepare(true)
  }

  /** Starts a process for whoever comes next, while nobody waits for it. */
  #prepare(ahead = false): void {
    const wanted = ahead || this.#waiting.size === 0
    if (!wanted || this.#stopping > 0 || this.#coming || !this.#budget.hasRoom) return
    const coming = this.#start()
    this.#coming = coming
    const arrive = (process?: WorkProcess<Reply>) => {
      // Somebody else has taken it.
      if (this.#coming !== coming) return
      this.#coming = undefined
      if (!process) return
      this.#rest(process, undefined)
      this.pump()
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
