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
import {
  InFlight,
  isStillValid,
  type StepListener,
  type UncommittedAttempt,
  type InFlightWork,
  type WorkResult,
} from './in-flight.ts'
import { Inputs } from './inputs.ts'
import { storeLateAnswer } from './late-answer.ts'
import { logCommit } from './log-commit.ts'
import type { Notifier } from '../watch/notifier.ts'
import { outcomeOfError } from '../model/outcome.ts'
import { isConnectionError, retryWhileDisconnected } from '../store/connection-retry.ts'
import { stepOf, type Plan } from '../model/plan.ts'
import { refusedOutcome, RefusedWrites } from './refused-writes.ts'
import { runEnd, resultTaskKeys, timeoutEnd, unstorableEnd, type RunEnd } from '../model/run-end.ts'
import { isEffect, RunState } from '../model/run-state.ts'
import { commitTurn } from '../store/commit-turn.ts'
import { endedResults } from '../store/ended-results.ts'
import { loadRunStatuses } from '../store/run-statuses.ts'
import { loadTasks } from '../store/load-tasks.ts'
import { takeLease } from '../store/lease.ts'
import type { Ending, LeasedRun, TaskRow } from '../model/run.ts'
import {
  maxParallel,
  shortWaitMs,
  resultCommitMs,
  progressCommitMs,
  turnMs,
  longTimerMs,
} from '../model/turn-times.ts'

export type TurnServices = AttemptServices & {
  pool: pg.Pool
  workerId: string
  notifier: Notifier
  /** Hears of the steps of a run as their work begins and ends. */
  onStep?: (runId: string, ...news: Parameters<StepListener>) => void
}
type Prepare = { definition: Definition; plan: Plan; fatal?: ReadonlySet<string> }

/**
 * One worker's turn with one run, until nothing is ready. Of a run that was only looked at, the
 * first commit takes the lease (run-snapshot.ts).
 *
 * It goes round: read what landed → decide → start what is ready → wait for something to land. Pure
 * and read steps run in memory and are written together, at the latest 150 ms after they began. A
 * call that changes the world starts only after a commit that says so (its *intent*, with what it
 * is given), and its result is committed before anything follows from it. So whatever Postgres
 * holds is enough for any other worker to go on.
 *
 * Every commit is guarded by the lease's epoch and by the run's revision, which everyone who
 * changes the run from outside raises under the row's lock. When the guard fails, nothing was
 * written: a lost lease ends the turn, a changed run is read anew. Then what rests on uncommitted
 * results is thrown away and worked out again; what rests only on committed ones, and every call in
 * flight, is kept unless its task was cancelled.
 */
export class Turn {
  readonly #services: TurnServices
  readonly #run: LeasedRun
  readonly #definition: Definition
  readonly #plan: Plan
  readonly #inFlight: InFlight
  readonly #inputs: Inputs
  readonly #startedAt = Date.now()
  readonly #deadline = this.#startedAt + turnMs
  #runState: RunState
  #uncommitted: UncommittedAttempt[] = []
  /** Calls whose config is worked out; their intent is not written yet. */
  #prepared: Prepared[] = []
  #dirtySince: number | undefined
  /** How long the turn waited for a near time, with nothing in its hands. */
  #idleMs = 0
  #mustReload = false
  #stopping = false
  #abandoned = false
  #committing = false
  readonly #refusedWrites: RefusedWrites

  private constructor(
    services: TurnServices,
    run: LeasedRun,
    { definition, plan, fatal = new Set() }: Prepare,
    rows: TaskRow[],
  ) {
    this.#services = services
    this.#run = run
    this.#definition = definition
    this.#plan = plan
    this.#inFlight = new InFlight((...news) => services.onStep?.(run.id, ...news))
    this.#inputs = new Inputs(services, run, { definition, plan, fatal })
    this.#refusedWrites = new RefusedWrites(services.pool, services.workerId, plan)
    this.#runState = new RunState(plan, run.id, rows)
    this.#recover()
  }

  /**
   * An async result may have ended just when its task began to wait: then `commitTurn` queued this
   * turn.
   */
  async #loadEndedResults(): Promise<void> {
    const awaited = this.#runState.awaitedResults()
    if (awaited.length > 0)
      this.#runState.resumeEnded(
        await retryWhileDisconnected(() => endedResults(this.#services.pool, awaited)),
      )
  }

  /**
   * The turn of a run whose lease was just taken, or that was looked at; the tasks are those that
   * were read with it.
   */
  static async begin(
    services: TurnServices,
    run: LeasedRun,
    prepared: Prepare,
    tasks: TaskRow[],
  ): Promise<Turn> {
    const turn = new Turn(services, run, prepared, tasks)
    await turn.#loadEndedResults()
    return turn
  }

  /**
   * Resolves when the lease is given back or lost. Throws when the database fails for long; then
   * the lease may still be held.
   */
  async run(): Promise<void> {
    try {
      while (await this.#advance());
    } finally {
      for (const work of this.#inFlight.all()) this.#abandonWork(work)
      this.#inFlight.end()
    }
  }

  /** Ends the run so, without beginning any of its steps. */
  async fail(end: RunEnd): Promise<void> {
    while (await this.#failRun(new Date(), end));
    this.#inFlight.end()
  }

  /** The run may have been changed from outside: look at it now. */
  recheck(): void {
    this.#mustReload = true
    this.#inFlight.wake()
  }

  /** Whether the run's row, seen with this revision, is not as this turn left it. */
  differsFrom(revision: number): boolean {
    return !this.#committing && revision !== this.#run.revision
  }

  /** Starts nothing more, and hands the run back when what is in flight has landed. */
  stop(): void {
    this.#stopping = true
    this.#inFlight.wake()
  }

  /**
   * Hands the run back now: aborts what is in flight. The outcome of a call that must not be
   * repeated is then for a person to tell.
   */
  abandon(): void {
    this.#abandoned = true
    this.stop()
  }

  /** One round; false when the turn is over. */
  async #advance(): Promise<boolean> {
    if (this.#mustReload && !(await this.#reload())) return false
    for (const { work, result } of this.#inFlight.takeFinished()) this.#handleResult(work, result)
    if (this.#abandoned) this.#returnInFlight()

    const now = new Date()
    if (this.#runState.hasOverdueWait(now)) await this.#loadEndedResults()
    this.#runState.resumeDue(now)
    const finish = this.#runState.applyDecisions(now)
    this.#dropCancelled()
    const { unstorable } = this.#refusedWrites
    if (unstorable !== undefined)
      return await this.#failRun(now, unstorableEnd(this.#run, this.#definition, unstorable))
    if (!finish && this.#remainingMs() <= 0)
      return await this.#failRun(now, timeoutEnd(this.#run, this.#definition))
    const ready = this.#runState
      .ready(now)
      .filter(
        ({ key }) =>
          !this.#inFlight.has(key) && !this.#prepared.some(({ task }) => task.key === key),
      )
    const yielding = this.#stopping || now.getTime() > this.#deadline
    if (this.#inFlight.size === 0 && this.#prepared.length === 0) {
      if (finish) return !(await this.#commit(await this.#ending(finish))) && (await this.#reload())
      const due = this.#runState.nextDueAt()
      const isShortWait = due !== undefined && due.getTime() - now.getTime() < shortWaitMs
      if (yielding || (ready.length === 0 && !isShortWait)) {
        // What is due later than that is queued when its time is near (long-timers.ts).
        const soon =
          due !== undefined && due.getTime() - now.getTime() < longTimerMs ? due : undefined
        const wakeAt = ready.length > 0 || this.#abandoned ? now : soon
        return (
          !(await this.#commit(
            this.#end({
              run: { status: wakeAt ? this.#runState.idleStatus() : 'suspended', wakeAt },
            }),
          )) && (await this.#reload())
        )
      }
    }

    const room = Math.max(maxParallel - this.#inFlight.size - this.#prepared.length, 0)
    const starting = yielding ? [] : ready.slice(0, room)
    for (const task of starting) if (isEffect(this.#effectOfType(task.key))) this.#prepare(task)
    const pure = starting
      .filter(({ key }) => !isEffect(this.#effectOfType(key)))
      .map(({ key }) => ({ ...this.#runState.start(key, this.#effectOfType(key), now) }))
    if (this.#mustCommit(pure.length > 0)) {
      const calls = this.#prepared.map((prepared) => ({
        ...prepared,
        task: { ...this.#runState.start(prepared.task.key, prepared.effect, now, prepared.input) },
      }))
      this.#prepared = []
      if (!(await this.#commit({}))) {
        // Postgres may have the intents all the same.
        for (const { task, ...call } of calls)
          this.#uncommitted.push({
            ...call,
            ...task,
            called: true,
            outcome: { kind: 'not-called', logs: [] },
            startedAt: now,
            clean: true,
          })
        return await this.#reload()
      }
      for (const call of calls) this.#call(call, true)
    }
    for (const task of pure) this.#execute(task)
    const idle = this.#inFlight.size === 0 && this.#prepared.length === 0 ? Date.now() : undefined
    await this.#inFlight.next(this.#waitMs())
    if (idle !== undefined) this.#idleMs += Date.now() - idle
    return true
  }

  #recover(): void {
    this.#runState.recover(
      (key) => this.#inFlight.has(key),
      (key) => this.#inputs.isFatal(key),
    )
  }

  /** A call that was only prepared when another item of its loop failed is not made. */
  #dropCancelled(): void {
    const stands = (key: string): boolean => !isTerminalTask(this.#runState.task(key).status)
    for (const work of this.#inFlight.all())
      if (work.stage === 'prepare' && !stands(work.key)) this.#abandonWork(work)
    if (this.#prepared.length > 0)
      this.#prepared = this.#prepared.filter(({ task }) => stands(task.key))
  }

  /**
   * How long the run worked in this turn; what it waits for is mostly outside of turns, and does
   * not count.
   */
  #workedMs(): number {
    return Date.now() - this.#startedAt - this.#idleMs
  }

  /** Milliseconds that the run may still work. */
  #remainingMs(): number {
    const { timeoutSeconds } = this.#definition.settings
    return timeoutSeconds === undefined
      ? Infinity
      : timeoutSeconds * 1000 - this.#run.activeMs - this.#workedMs()
  }

  /**
   * The run cannot go on: what is in flight is aborted, everything that has not ended is cancelled,
   * and the run fails.
   */
  async #failRun(now: Date, end: RunEnd): Promise<boolean> {
    for (const work of this.#inFlight.all()) this.#abandonWork(work)
    this.#prepared = []
    this.#runState.cancelAll(now)
    return !(await this.#commit(this.#end(end))) && (await this.#reload())
  }

  /** How the run is left at the end of the turn. */
  #end({ run, mail }: RunEnd): Ending {
    return { run: { ...run, activeMs: this.#workedMs() }, mail }
  }

  #effectOfType(key: string): Effect {
    return (
      this.#services.stepTypes.get(stepOf(this.#plan, this.#runState.task(key).stepId).type)?.info
        .effect ?? 'pure'
    )
  }

  #mustCommit(pureStarts: boolean): boolean {
    if (!this.#runState.isDirty) this.#dirtySince = undefined
    else this.#dirtySince ??= Date.now()
    if (this.#prepared.length > 0) return true
    const dirtyMs = this.#dirtySince === undefined ? 0 : Date.now() - this.#dirtySince
    if (!this.#runState.hasResult) return dirtyMs >= progressCommitMs
    // A call that is being prepared will bring an intent in a moment.
    return (
      pureStarts ||
      dirtyMs >= resultCommitMs ||
      !this.#inFlight.some(({ stage }) => stage === 'prepare')
    )
  }

  /** Milliseconds until something is to be done although nothing lands. */
  #waitMs(): number {
    const now = Date.now()
    if (this.#runState.isDirty) this.#dirtySince ??= now
    const write =
      this.#dirtySince === undefined
        ? Infinity
        : this.#dirtySince + (this.#runState.hasResult ? resultCommitMs : progressCommitMs)
    const due = this.#runState.nextDueAt()?.getTime() ?? Infinity
    // What came due and is not started yet waits for room, which a landing makes.
    const wait = due > now || this.#inFlight.size === 0 ? due - now : Infinity
    return Math.min(write - now, wait, this.#remainingMs(), 60_000)
  }

  /** Works out the config of a call, which changes nothing outside. */
  #prepare({ key, id, attempt }: TaskRow): void {
    const task = {
      ...this.#runState.task(key),
      attempt: attempt + 1,
      effect: this.#effectOfType(key),
    }
    const work = {
      key,
      taskId: id,
      attempt: task.attempt,
      effect: task.effect,
      stage: 'prepare' as const,
      clean: this.#uncommitted.length === 0,
    }
    this.#inFlight.start(work, () =>
      this.#catchFailure(task, async () => ({
        prepared: await this.#inputs.prepare(this.#runState, task),
      })),
    )
  }

  /** Makes a prepared call. */
  #call(prepared: Prepared, clean: boolean): void {
    const { key, id, attempt } = prepared.task
    this.#inFlight.start(
      { key, taskId: id, attempt, effect: prepared.effect, stage: 'call', clean },
      (controller) => this.#perform(prepared, controller),
    )
  }

  /** Runs a pure or read step from its config to its end. */
  #execute(task: TaskRow): void {
    const { key, id, attempt, effect } = task
    const work = {
      key,
      taskId: id,
      attempt,
      effect,
      stage: 'call' as const,
      clean: this.#uncommitted.length === 0,
    }
    this.#inFlight.start(work, (controller) =>
      this.#catchFailure(
        task,
        async () =>
          await this.#perform(await this.#inputs.prepare(this.#runState, task), controller),
      ),
    )
  }

  async #perform(prepared: Prepared, controller: AbortController): Promise<WorkResult> {
    return {
      outcome: await performAttempt(this.#services, prepared, controller),
      input: prepared.input,
    }
  }

  /** What fails before the call has called nothing. */
  async #catchFailure(
    { id, stepId, attempt, effect }: TaskRow,
    work: () => Promise<WorkResult>,
  ): Promise<WorkResult> {
    try {
      return await work()
    } catch (error) {
      return {
        outcome: outcomeOfError(error, {
          runId: this.#run.id,
          taskId: id,
          stepId,
          attempt,
          effect,
          repeatable: true,
          called: false,
          logs: [],
        }),
      }
    }
  }

  #handleResult(work: InFlightWork, result: WorkResult): void {
    const now = new Date()
    if ('outcome' in result) {
      const called = work.stage === 'call'
      if (!called) this.#runState.start(work.key, work.effect, now)
      this.#apply({ ...work, called, outcome: result.outcome, input: result.input }, now)
    } else if (this.#refusedWrites.of(work.key)) {
      this.#runState.start(work.key, work.effect, now)
      this.#apply(
        { ...work, called: false, outcome: { kind: 'not-called', logs: [] }, input: null },
        now,
      )
    } else if (isEffect(result.prepared.effect)) this.#prepared.push(result.prepared)
    // By its config it turned out to only read, so it needs no intent.
    else
      this.#call(
        {
          ...result.prepared,
          task: {
            ...this.#runState.start(work.key, result.prepared.effect, now, result.prepared.input),
          },
        },
        work.clean,
      )
  }

  #apply(uncommitted: UncommittedAttempt, now: Date): void {
    const { key, attempt } = uncommitted
    const step = stepOf(this.#plan, this.#runState.task(key).stepId)
    const policy = retryPolicyOf(step, this.#services.stepTypes.get(step.type))
    const refused = this.#refusedWrites.of(key)
    if (refused)
      this.#runState.apply(key, refusedOutcome(refused, step.id, attempt), null, policy, now)
    else this.#runState.apply(key, uncommitted.outcome, uncommitted.input, policy, now)
    this.#uncommitted.push(uncommitted)
  }

  /** What the last commit of the run says. */
  async #ending(finish: Finish): Promise<Ending> {
    const { tasks } = this.#runState
    const keys = resultTaskKeys(this.#run, this.#plan, tasks)
    await this.#inputs.load(this.#runState, keys)
    const outputs = new Map(
      keys
        .filter((key) => this.#runState.hasOutput(key))
        .map((key) => [key, this.#runState.outputs.get(key)]),
    )
    return this.#end(
      runEnd(this.#run, { definition: this.#definition, plan: this.#plan }, tasks, outputs, finish),
    )
  }

  /**
   * False when nothing was written, or nobody knows because the connection broke: the run must be
   * read anew.
   */
  async #commit(ending: Ending): Promise<boolean> {
    this.#committing = true
    const writes = this.#runState.takeWrites(this.#run.unwritten)
    try {
      const children = childRows(
        this.#run,
        writes.children,
        (key) => this.#runState.task(key).stepId,
      )
      const commit = {
        ...ending,
        awaited: this.#runState.awaitedResults(),
        changed: writes.changed,
        added: writes.added,
        children,
      }
      await stopChildRuns(this.#services.pool, this.#run.id, writes.stopping)
      const written = await commitTurn(
        this.#services.pool,
        this.#services.workerId,
        this.#run,
        commit,
      )
      metrics.turnCommits.inc({ result: written ? 'written' : 'refused' })
      if (!written) return false
      Object.assign(this.#run, written, { leased: true, unwritten: false })
    } catch (error) {
      if (
        !isConnectionError(error) &&
        !(await this.#refusedWrites.explain(error, this.#run, writes))
      )
        throw error
      return false
    } finally {
      this.#committing = false
    }
    this.#uncommitted = []
    this.#dirtySince = undefined
    this.#inFlight.markCommitted()
    const ended = ending.run && isTerminalRun(ending.run.status) ? ending.run.status : undefined
    if (ended) countRunEnd(this.#run, ended)
    logCommit(this.#run, [...writes.changed, ...writes.added], ending.run)
    this.#services.notifier.changed(this.#run.id, ended !== undefined)
    return true
  }

  /**
   * Takes the run as Postgres has it and puts back onto it what is still true of what was done
   * since. False when it is no longer ours.
   */
  async #reload(): Promise<boolean> {
    this.#mustReload = false
    const { pool, workerId } = this.#services
    const [current] = await retryWhileDisconnected(() => loadRunStatuses(pool, [this.#run.id]))
    if (!current || isTerminalRun(current.status)) return false
    // The first commit may be written, though its answer was lost: nobody else takes a lease in
    // this worker's name.
    if (!this.#run.leased && (current.worker !== workerId || current.epoch !== this.#run.epoch + 1))
      return await this.#restart()
    if (!this.#run.leased) Object.assign(this.#run, { epoch: current.epoch, leased: true })
    if (current.worker !== workerId || current.epoch !== this.#run.epoch) return false
    // Of a paused workflow what is in flight lands; then the run is handed back, and the lease is
    // not taken again.
    if (current.paused) this.stop()
    const rows = await retryWhileDisconnected(() => loadTasks(pool, this.#run.id))
    this.#run.revision = current.revision
    if (rows.length > 0) this.#run.unwritten = false
    this.#runState = new RunState(this.#plan, this.#run.id, rows, this.#runState.outputs)
    await this.#loadEndedResults()
    this.#prepared = []
    this.#dirtySince = undefined

    for (const one of this.#uncommitted.splice(0)) {
      const task = this.#runState.tasks.get(one.key)
      if (isStillValid(one, one.called, task)) {
        this.#runState.restore(one.key, one.attempt, one.effect, one.startedAt)
        this.#apply(one, new Date())
      } else if (task && one.called)
        storeLateAnswer(
          this.#services.pool,
          this.#run.id,
          { taskId: task.id, attempt: one.attempt },
          one.outcome,
        )
    }
    for (const work of this.#inFlight.all()) {
      const called = work.stage === 'call'
      if (!isStillValid(work, called, this.#runState.tasks.get(work.key))) this.#abandonWork(work)
      else if (called) this.#runState.restore(work.key, work.attempt, work.effect, work.startedAt)
    }
    // Begun by a commit whose answer was lost, or by a worker that died before this turn.
    this.#recover()
    return true
  }

  /**
   * Nothing of this turn is written yet and somebody changed the run: takes the lease as usual,
   * forgets what was worked out, and begins with what is there.
   */
  async #restart(): Promise<boolean> {
    for (const work of this.#inFlight.all()) this.#abandonWork(work)
    ;[this.#uncommitted, this.#prepared, this.#dirtySince] = [[], [], undefined]
    const taken = await retryWhileDisconnected(() =>
      takeLease(this.#services.pool, this.#run.id, this.#services.workerId),
    )
    if (!taken) return false
    Object.assign(this.#run, taken)
    this.#runState = new RunState(
      this.#plan,
      taken.id,
      await retryWhileDisconnected(() => loadTasks(this.#services.pool, taken.id)),
    )
    this.#recover()
    await this.#loadEndedResults()
    return true
  }

  /** Aborts a flight and waits for it no longer. */
  #abandonWork(work: InFlightWork): void {
    this.#inFlight.abort(work)
    if (work.stage === 'call')
      void work.done.then(
        (result) =>
          'outcome' in result &&
          storeLateAnswer(this.#services.pool, this.#run.id, work, result.outcome),
      )
  }

  /**
   * What may be repeated goes back to pending; a call that must not be is left `running`, which the
   * next worker understands.
   */
  #returnInFlight(): void {
    this.#prepared = []
    for (const work of this.#inFlight.all()) {
      this.#abandonWork(work)
      if (work.stage === 'call' && work.effect !== 'unsafe')
        this.#runState.returnToPending(work.key)
    }
  }
}
