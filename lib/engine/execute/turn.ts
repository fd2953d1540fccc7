import type pg from 'pg'
import type { Definition } from '#lib/domain/workflow/definition'
import { isTerminalRun, isTerminalTask, type Effect } from '#lib/domain/statuses'
import { metrics } from '#lib/metrics'
import { performAttempt, type AttemptServices, type Prepared } from './attempt.ts'
import { retryPolicyOf } from '../model/retry-policy.ts'
import { stopChildRuns } from '../store/child-runs.ts'
import { childRows } from '../model/child-rows.ts'
import { countRunEnd } from './count-run-end.ts'
import type { Finish } from '../model/decide.ts'
import { Flights, stillTrue, type StepNews, type Finished, type Flight, type Landed } from './flights.ts'
import { Inputs } from './inputs.ts'
import { keepLateAnswer } from './late-answer.ts'
import { logCommit } from './log-commit.ts'
import type { Notifier } from '../watch/notifier.ts'
import { outcomeOfError } from '../model/outcome.ts'
import { isConnectionError, withPatience } from '../store/patience.ts'
import { stepOf, type Plan } from '../model/plan.ts'
import { refusedOutcome, Refusals } from './refusals.ts'
import { runEnd, tellingKeys, timeoutEnd, unstorableEnd, type RunEnd } from '../model/run-end.ts'
import { isEffect, RunPicture } from '../model/run-picture.ts'
import { commitTurn } from '../store/commit-turn.ts'
import { endedResults } from '../store/ended-results.ts'
import { glance } from '../store/glance.ts'
import { loadTasks } from '../store/load-tasks.ts'
import { takeLease } from '../store/lease.ts'
import type { Ending, LeasedRun, TaskRow } from '../model/run.ts'
import { maxParallel, nearMs, shareMs, showAfterMs, turnMs, farMs } from '../model/turn-times.ts'

export type TurnServices = AttemptServices & {
  pool: pg.Pool
  workerId: string
  notifier: Notifier
  /** Hears of the steps of a run as their work begins and ends. */
  onStep?: (runId: string, ...news: Parameters<StepNews>) => void
}
type Prepare = { definition: Definition; plan: Plan; fatal?: ReadonlySet<string> }

/**
 * One worker's turn with one run, until nothing is ready. Of a run that was only looked at, the first commit takes the lease (look-at-run.ts).
 *
 * It goes round: read what landed → decide → start what is ready → wait for something to land. Pure and read steps run in memory and are written
 * together, at the latest 150 ms after they began. A call that changes the world starts only after a commit that says so (its *intent*, with what it
 * is given), and its result is committed before anything follows from it. So whatever Postgres holds is enough for any other worker to go on.
 *
 * Every commit is guarded by the lease's epoch and by the run's revision, which everyone who changes the run from outside raises under the row's lock.
 * When the guard fails, nothing was written: a lost lease ends the turn, a changed run is read anew. Then what rests on uncommitted results is thrown
 * away and worked out again; what rests only on committed ones, and every call in flight, is kept unless its task was cancelled.
 */
export class Turn {
  readonly #services: TurnServices
  readonly #run: LeasedRun
  readonly #definition: Definition
  readonly #plan: Plan
  readonly #flights: Flights
  readonly #inputs: Inputs
  readonly #begunAt = Date.now()
  readonly #deadline = this.#begunAt + turnMs
  #picture: RunPicture
  #finished: Finished[] = []
  /** Calls whose config is worked out; their intent is not written yet. */
  #prepared: Prepared[] = []
  #dirtySince: number | undefined
  /** How long the turn waited for a near time, with nothing in its hands. */
  #idleMs = 0
  #poked = false
  #stopping = false
  #abandoned = false
  #committing = false
  readonly #refusals: Refusals

  private constructor(services: TurnServices, run: LeasedRun, { definition, plan, fatal = new Set() }: Prepare, rows: TaskRow[]) {
    this.#services = services
    this.#run = run
    this.#definition = definition
    this.#plan = plan
    this.#flights = new Flights((...news) => services.onStep?.(run.id, ...news))
    this.#inputs = new Inputs(services, run, { definition, plan, fatal })
    this.#refusals = new Refusals(services.pool, services.workerId, plan)
    this.#picture = new RunPicture(plan, run.id, rows)
    this.#takeOver()
  }

  /** An async result may have ended just when its task began to wait: then `commitTurn` queued this turn. */
  async #takeArrived(): Promise<void> {
    const awaited = this.#picture.awaited()
    if (awaited.length > 0) this.#picture.arrived(await withPatience(() => endedResults(this.#services.pool, awaited)))
  }

  /** The turn of a run whose lease was just taken, or that was looked at; the tasks are those that were read with it. */
  static async begin(services: TurnServices, run: LeasedRun, prepared: Prepare, tasks: TaskRow[]): Promise<Turn> {
    const turn = new Turn(services, run, prepared, tasks)
    await turn.#takeArrived()
    return turn
  }

  /** Resolves when the lease is given back or lost. Throws when the database fails for long; then the lease may still be held. */
  async play(): Promise<void> {
    try {
      while (await this.#advance());
    } finally {
      for (const flight of this.#flights.all()) this.#leaveBehind(flight)
      this.#flights.end()
    }
  }

  /** Ends the run so, without beginning any of its steps. */
  async fail(end: RunEnd): Promise<void> {
    while (await this.#giveUp(new Date(), end));
    this.#flights.end()
  }

  /** The run may have been changed from outside: look at it now. */
  poke(): void {
    this.#poked = true
    this.#flights.wake()
  }

  /** Whether the run's row, seen with this revision, is not as this turn left it. */
  differsFrom(revision: number): boolean {
    return !this.#committing && revision !== this.#run.revision
  }

  /** Starts nothing more, and hands the run back when what is in flight has landed. */
  stop(): void {
    this.#stopping = true
    this.#flights.wake()
  }

  /** Hands the run back now: aborts what is in flight. The outcome of a call that must not be repeated is then for a person to tell. */
  abandon(): void {
    this.#abandoned = true
    this.stop()
  }

  /** One round; false when the turn is over. */
  async #advance(): Promise<boolean> {
    if (this.#poked && !(await this.#readAnew())) return false
    for (const { flight, landed } of this.#flights.takeLanded()) this.#land(flight, landed)
    if (this.#abandoned) this.#putBack()

    const now = new Date()
    if (this.#picture.awaitsInVain(now)) await this.#takeArrived()
    this.#picture.wakeDue(now)
    const finish = this.#picture.settle(now)
    this.#dropCancelled()
    const { unstorable } = this.#refusals
    if (unstorable !== undefined) return await this.#giveUp(now, unstorableEnd(this.#run, this.#definition, unstorable))
    if (!finish && this.#leftMs() <= 0) return await this.#giveUp(now, timeoutEnd(this.#run, this.#definition))
    const ready = this.#picture.ready(now).filter(({ key }) => !this.#flights.has(key) && !this.#prepared.some(({ task }) => task.key === key))
    const yielding = this.#stopping || now.getTime() > this.#deadline
    if (this.#flights.size === 0 && this.#prepared.length === 0) {
      if (finish) return !(await this.#commit(await this.#ending(finish))) && (await this.#readAnew())
      const due = this.#picture.nextDue()
      const near = due !== undefined && due.getTime() - now.getTime() < nearMs
      if (yielding || (ready.length === 0 && !near)) {
        // What is due later than that is queued when its time is near (far-timers.ts).
        const soon = due !== undefined && due.getTime() - now.getTime() < farMs ? due : undefined
        const wakeAt = ready.length > 0 || this.#abandoned ? now : soon
        return !(await this.#commit(this.#end({ run: { status: wakeAt ? this.#picture.restingStatus() : 'suspended', wakeAt } }))) && (await this.#readAnew())
      }
    }

    const room = Math.max(maxParallel - this.#flights.size - this.#prepared.length, 0)
    const starting = yielding ? [] : ready.slice(0, room)
    for (const task of starting) if (isEffect(this.#effectOfType(task.key))) this.#prepare(task)
    const pure = starting.filter(({ key }) => !isEffect(this.#effectOfType(key))).map(({ key }) => ({ ...this.#picture.begin(key, this.#effectOfType(key), now) }))
    if (this.#mustCommit(pure.length > 0)) {
      const calls = this.#prepared.map((prepared) => ({ ...prepared, task: { ...this.#picture.begin(prepared.task.key, prepared.effect, now, prepared.input) } }))
      this.#prepared = []
      if (!(await this.#commit({}))) {
        // Postgres may have the intents all the same.
        for (const { task, ...call } of calls) this.#finished.push({ ...call, ...task, called: true, outcome: { kind: 'not-called', logs: [] }, startedAt: now, clean: true })
        return await this.#readAnew()
      }
      for (const call of calls) this.#call(call, true)
    }
    for (const task of pure) this.#work(task)
    const idle = this.#flights.size === 0 && this.#prepared.length === 0 ? Date.now() : undefined
    await this.#flights.next(this.#patienceMs())
    if (idle !== undefined) this.#idleMs += Date.now() - idle
    return true
  }

  #takeOver(): void {
    this.#picture.takeOver((key) => this.#flights.has(key), (key) => this.#inputs.isFatal(key))
  }

  /** A call that was only prepared when another item of its loop failed is not made. */
  #dropCancelled(): void {
    const stands = (key: string): boolean => !isTerminalTask(this.#picture.task(key).status)
    for (const flight of this.#flights.all()) if (flight.stage === 'prepare' && !stands(flight.key)) this.#leaveBehind(flight)
    if (this.#prepared.length > 0) this.#prepared = this.#prepared.filter(({ task }) => stands(task.key))
  }

  /** How long the run worked in this turn; what it waits for is mostly outside of turns, and does not count. */
  #workedMs(): number {
    return Date.now() - this.#begunAt - this.#idleMs
  }

  /** Milliseconds that the run may still work. */
  #leftMs(): number {
    const { timeoutSeconds } = this.#definition.settings
    return timeoutSeconds === undefined ? Infinity : timeoutSeconds * 1000 - this.#run.activeMs - this.#workedMs()
  }

  /** The run cannot go on: what is in flight is aborted, everything that has not ended is cancelled, and the run fails. */
  async #giveUp(now: Date, end: RunEnd): Promise<boolean> {
    for (const flight of this.#flights.all()) this.#leaveBehind(flight)
    this.#prepared = []
    this.#picture.cancelAll(now)
    return !(await this.#commit(this.#end(end))) && (await this.#readAnew())
  }

  /** How the run is left at the end of the turn. */
  #end({ run, mail }: RunEnd): Ending {
    return { run: { ...run, activeMs: this.#workedMs() }, mail }
  }

  #effectOfType(key: string): Effect {
    return this.#services.stepTypes.get(stepOf(this.#plan, this.#picture.task(key).stepId).type)?.info.effect ?? 'pure'
  }

  #mustCommit(pureStarts: boolean): boolean {
    if (!this.#picture.isDirty) this.#dirtySince = undefined
    else this.#dirtySince ??= Date.now()
    if (this.#prepared.length > 0) return true
    const dirtyMs = this.#dirtySince === undefined ? 0 : Date.now() - this.#dirtySince
    if (!this.#picture.hasResult) return dirtyMs >= showAfterMs
    // A call that is being prepared will bring an intent in a moment.
    return pureStarts || dirtyMs >= shareMs || !this.#flights.some(({ stage }) => stage === 'prepare')
  }

  /** Milliseconds until something is to be done although nothing lands. */
  #patienceMs(): number {
    const now = Date.now()
    if (this.#picture.isDirty) this.#dirtySince ??= now
    const write = this.#dirtySince === undefined ? Infinity : this.#dirtySince + (this.#picture.hasResult ? shareMs : showAfterMs)
    const due = this.#picture.nextDue()?.getTime() ?? Infinity
    // What came due and is not started yet waits for room, which a landing makes.
    const wait = due > now || this.#flights.size === 0 ? due - now : Infinity
    return Math.min(write - now, wait, this.#leftMs(), 60_000)
  }

  /** Works out the config of a call, which changes nothing outside. */
  #prepare({ key, id, attempt }: TaskRow): void {
    const task = { ...this.#picture.task(key), attempt: attempt + 1, effect: this.#effectOfType(key) }
    const flight = { key, taskId: id, attempt: task.attempt, effect: task.effect, stage: 'prepare' as const, clean: this.#finished.length === 0 }
    this.#flights.start(flight, () => this.#landing(task, async () => ({ prepared: await this.#inputs.prepare(this.#picture, task) })))
  }

  /** Makes a prepared call. */
  #call(prepared: Prepared, clean: boolean): void {
    const { key, id, attempt } = prepared.task
    this.#flights.start({ key, taskId: id, attempt, effect: prepared.effect, stage: 'call', clean }, (controller) => this.#perform(prepared, controller))
  }

  /** Runs a pure or read step from its config to its end. */
  #work(task: TaskRow): void {
    const { key, id, attempt, effect } = task
    const flight = { key, taskId: id, attempt, effect, stage: 'call' as const, clean: this.#finished.length === 0 }
    this.#flights.start(flight, (controller) => this.#landing(task, async () => await this.#perform(await this.#inputs.prepare(this.#picture, task), controller)))
  }

  async #perform(prepared: Prepared, controller: AbortController): Promise<Landed> {
    return { outcome: await performAttempt(this.#services, prepared, controller), input: prepared.input }
  }

  /** What fails before the call has called nothing. */
  async #landing({ id, stepId, attempt, effect }: TaskRow, work: () => Promise<Landed>): Promise<Landed> {
    try {
      return await work()
    } catch (error) {
      return { outcome: outcomeOfError(error, { runId: this.#run.id, taskId: id, stepId, attempt, effect, repeatable: true, called: false, logs: [] }) }
    }
  }

  #land(flight: Flight, landed: Landed): void {
    const now = new Date()
    if ('outcome' in landed) {
      const called = flight.stage === 'call'
      if (!called) this.#picture.begin(flight.key, flight.effect, now)
      this.#apply({ ...flight, called, outcome: landed.outcome, input: landed.input }, now)
    } else if (this.#refusals.of(flight.key)) {
      this.#picture.begin(flight.key, flight.effect, now)
      this.#apply({ ...flight, called: false, outcome: { kind: 'not-called', logs: [] }, input: null }, now)
    } else if (isEffect(landed.prepared.effect)) this.#prepared.push(landed.prepared)
    // By its config it turned out to only read, so it needs no intent.
    else this.#call({ ...landed.prepared, task: { ...this.#picture.begin(flight.key, landed.prepared.effect, now, landed.prepared.input) } }, flight.clean)
  }

  #apply(finished: Finished, now: Date): void {
    const { key, attempt } = finished
    const step = stepOf(this.#plan, this.#picture.task(key).stepId)
    const policy = retryPolicyOf(step, this.#services.stepTypes.get(step.type))
    const refused = this.#refusals.of(key)
    if (refused) this.#picture.apply(key, refusedOutcome(refused, step.id, attempt), null, policy, now)
    else this.#picture.apply(key, finished.outcome, finished.input, policy, now)
    this.#finished.push(finished)
  }

  /** What the last commit of the run says. */
  async #ending(finish: Finish): Promise<Ending> {
    const { tasks } = this.#picture
    const keys = tellingKeys(this.#run, this.#plan, tasks)
    await this.#inputs.load(this.#picture, keys)
    const outputs = new Map(keys.filter((key) => this.#picture.hasOutput(key)).map((key) => [key, this.#picture.outputs.get(key)]))
    return this.#end(runEnd(this.#run, { definition: this.#definition, plan: this.#plan }, tasks, outputs, finish))
  }

  /** False when nothing was written, or nobody knows because the connection broke: the run must be read anew. */
  async #commit(what: Ending): Promise<boolean> {
    this.#committing = true
    const writes = this.#picture.takeWrites(this.#run.unwritten)
    try {
      const children = childRows(this.#run, writes.children, (key) => this.#picture.task(key).stepId)
      const commit = { ...what, awaited: this.#picture.awaited(), changed: writes.changed, added: writes.added, children }
      await stopChildRuns(this.#services.pool, this.#run.id, writes.stopping)
      const written = await commitTurn(this.#services.pool, this.#services.workerId, this.#run, commit)
      metrics.turnCommits.inc({ result: written ? 'written' : 'refused' })
      if (!written) return false
      Object.assign(this.#run, written, { leased: true, unwritten: false })
    } catch (error) {
      if (!isConnectionError(error) && !(await this.#refusals.explain(error, this.#run, writes))) throw error
      return false
    } finally {
      this.#committing = false
    }
    this.#finished = []
    this.#dirtySince = undefined
    this.#flights.ground()
    const ended = what.run && isTerminalRun(what.run.status) ? what.run.status : undefined
    if (ended) countRunEnd(this.#run, ended)
    logCommit(this.#run, [...writes.changed, ...writes.added], what.run)
    this.#services.notifier.changed(this.#run.id, ended !== undefined)
    return true
  }

  /** Takes the run as Postgres has it and puts back onto it what is still true of what was done since. False when it is no longer ours. */
  async #readAnew(): Promise<boolean> {
    this.#poked = false
    const { pool, workerId } = this.#services
    const [seen] = await withPatience(() => glance(pool, [this.#run.id]))
    if (!seen || isTerminalRun(seen.status)) return false
    // The first commit may be written, though its answer was lost: nobody else takes a lease in this worker's name.
    if (!this.#run.leased && (seen.worker !== workerId || seen.epoch !== this.#run.epoch + 1)) return await this.#beginAgain()
    if (!this.#run.leased) Object.assign(this.#run, { epoch: seen.epoch, leased: true })
    if (seen.worker !== workerId || seen.epoch !== this.#run.epoch) return false
    // Of a paused workflow what is in flight lands; then the run is handed back, and the lease is not taken again.
    if (seen.paused) this.stop()
    const rows = await withPatience(() => loadTasks(pool, this.#run.id))
    this.#run.revision = seen.revision
    if (rows.length > 0) this.#run.unwritten = false
    this.#picture = new RunPicture(this.#plan, this.#run.id, rows, this.#picture.outputs)
    await this.#takeArrived()
    this.#prepared = []
    this.#dirtySince = undefined

    for (const one of this.#finished.splice(0)) {
      const task = this.#picture.tasks.get(one.key)
      if (stillTrue(one, one.called, task)) {
        this.#picture.restore(one.key, one.attempt, one.effect, one.startedAt)
        this.#apply(one, new Date())
      } else if (task && one.called) keepLateAnswer(this.#services.pool, this.#run.id, { taskId: task.id, attempt: one.attempt }, one.outcome)
    }
    for (const flight of this.#flights.all()) {
      const called = flight.stage === 'call'
      if (!stillTrue(flight, called, this.#picture.tasks.get(flight.key))) this.#leaveBehind(flight)
      else if (called) this.#picture.restore(flight.key, flight.attempt, flight.effect, flight.startedAt)
    }
    // Begun by a commit whose answer was lost, or by a worker that died before this turn.
    this.#takeOver()
    return true
  }

  /** Nothing of this turn is written yet and somebody changed the run: takes the lease as usual, forgets what was worked out, and begins with what is there. */
  async #beginAgain(): Promise<boolean> {
    for (const flight of this.#flights.all()) this.#leaveBehind(flight)
    ;[this.#finished, this.#prepared, this.#dirtySince] = [[], [], undefined]
    const taken = await withPatience(() => takeLease(this.#services.pool, this.#run.id, this.#services.workerId))
    if (!taken) return false
    Object.assign(this.#run, taken)
    this.#picture = new RunPicture(this.#plan, taken.id, await withPatience(() => loadTasks(this.#services.pool, taken.id)))
    this.#takeOver()
    await this.#takeArrived()
    return true
  }

  /** Aborts a flight and waits for it no longer. */
  #leaveBehind(flight: Flight): void {
    this.#flights.leave(flight)
    if (flight.stage === 'call') void flight.done.then((landed) => 'outcome' in landed && keepLateAnswer(this.#services.pool, this.#run.id, flight, landed.outcome))
  }

  /** What may be repeated goes back to pending; a call that must not be is left `running`, which the next worker understands. */
  #putBack(): void {
    this.#prepared = []
    for (const flight of this.#flights.all()) {
      this.#leaveBehind(flight)
      if (flight.stage === 'call' && flight.effect !== 'unsafe') this.#picture.putBack(flight.key)
    }
  }
}
