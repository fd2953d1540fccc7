import type pg from 'pg'
import type { Definition } from '#lib/domain/workflow/definition'
import { isTerminalRun, isTerminalTask, type Effect, type RunStatus } from '#lib/domain/statuses'
import { metrics } from '#lib/metrics'
import { ownServing, serves } from '#lib/worker-labels'
import { performAttempt, type AttemptServices, type Prepared } from './attempt.ts'
import { boundTo } from '../model/bound-to.ts'
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
import { storeLateAnswer } from '../store/late-answer.ts'
import { logCommit } from './log-commit.ts'
import type { Notifier } from '../watch/notifier.ts'
import { outcomeOfError, restoredFailure, type Outcome } from '../model/outcome.ts'
import { isConnectionError, retryWhileDisconnected } from '../store/connection-retry.ts'
import { stepOf, type Plan } from '../model/plan.ts'
import { refusedOutcome, RefusedWrites } from './refused-writes.ts'
import { runEnd, resultTaskKeys, timeoutEnd, unstorableEnd, type RunEnd } from '../model/run-end.ts'
import { isEffect, RunState } from '../model/run-state.ts'
import { StartRefusedError, type CommitRefusal } from '../store/commits/commit-start.ts'
import { commitTurn } from '../store/commits/commit-turn.ts'
import { endedResults } from '../store/reads/ended-results.ts'
import { loadRunStatuses } from '../store/reads/run-statuses.ts'
import { loadTasks } from '../store/reads/load-tasks.ts'
import { takeLease } from '../store/lease.ts'
import type { StoredRun } from '../store/reads/stored-runs.ts'
import type { Ending, LeasedRun, RunReader, TaskRow } from '../model/run.ts'
import {
  maxParallel,
  shortWaitMs,
  resultCommitMs,
  progressCommitMs,
  startCommitMs,
  turnMs,
  longTimerMs,
} from '../model/turn-times.ts'

export type TurnServices = AttemptServices & {
  pool: pg.Pool
  workerId: string
  notifier: Notifier
  /** Called when the work of a step starts and when it ends. */
  onStep?: (runId: string, ...change: Parameters<StepListener>) => void
}

const isWithin = (ms: number, due: Date | undefined, now: Date): boolean =>
  due !== undefined && due.getTime() - now.getTime() < ms

type Prepare = { definition: Definition; plan: Plan; fatal?: ReadonlySet<string> }

/** Tasks that can start now, and the labels of the other workers that must start them. */
type Elsewhere = Map<string, string | null>

/** `unknown`: the connection broke, and the run is not there. */
export type NotStarted = CommitRefusal | 'unknown'

/** The process that handed a run over; it learns the run's status after each commit. */
export type Starter = {
  /** Whether no other watcher needs to be notified of the next commit. */
  isOnlyWatcher(): boolean
  /** The caller that waits now to read the ended run. */
  reader(): RunReader | undefined
  /** `read`: the run that has ended, read with its reader's audit entry. */
  committed(status: RunStatus, read?: StoredRun): void
}

/**
 * One worker's turn with one run: it executes what is ready until nothing is (README.md, "A turn").
 *
 * One round reads what finished, decides, starts what is ready, and waits until something finishes.
 * Pure and read steps run in memory and are written together, at most 150 ms after they started. A
 * call that changes the world starts only after a commit that says so (its *intent*, with its
 * input), and its result is committed before anything follows from it. So the rows in Postgres are
 * always enough for another worker to go on.
 *
 * Every commit is guarded by the lease's epoch and by the run's revision, which every change from
 * outside raises under the row's lock. When the guard fails, nothing was written. A lost lease ends
 * the turn. A changed run is loaded again: results that depend on uncommitted results are dropped
 * and computed again; results that depend only on committed ones, and calls in flight, stay unless
 * their task was cancelled.
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
  /** Calls whose config is computed and whose intent is not written yet. */
  #prepared: Prepared[] = []
  #dirtySince: number | undefined
  /** How long the turn waited for a near time with nothing in flight. */
  #idleMs = 0
  #mustReload = false
  #stopping = false
  #abandoned = false
  #committing = false
  readonly #refusedWrites: RefusedWrites
  readonly #starter: Starter | undefined
  #notStarted: NotStarted | undefined

  private constructor(
    services: TurnServices,
    run: LeasedRun,
    { definition, plan, fatal = new Set() }: Prepare,
    rows: TaskRow[],
    starter?: Starter,
  ) {
    this.#services = services
    this.#run = run
    this.#definition = definition
    this.#plan = plan
    this.#inFlight = new InFlight((...change) => services.onStep?.(run.id, ...change))
    this.#inputs = new Inputs(services, run, { definition, plan, fatal })
    this.#refusedWrites = new RefusedWrites(services.pool, services.workerId, plan)
    this.#runState = new RunState(plan, run.id, rows)
    this.#starter = starter
    this.#recover()
  }

  /**
   * Resumes tasks whose async result ended at the moment they started to wait; in that case
   * `commitTurn` queued this turn.
   */
  async #loadEndedResults(): Promise<void> {
    const awaited = this.#runState.awaitedResults()
    if (awaited.length === 0) return
    const { pool } = this.#services
    const ended = await retryWhileDisconnected(() => endedResults(pool, awaited))
    this.#runState.resumeEnded(ended)
  }

  /** Begins the turn of a leased run, or of a snapshot; `tasks` are those loaded with it. */
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
   * Begins the turn of a run that was handed over to this worker; its first commit writes the run.
   */
  static beginNew(
    services: TurnServices,
    run: LeasedRun,
    prepared: Prepare,
    starter: Starter,
  ): Turn {
    return new Turn(services, run, prepared, [], starter)
  }

  /** Why the run that was handed over was not written, once the turn is over. */
  get notStarted(): NotStarted | undefined {
    return this.#notStarted
  }

  /** Whether the run has a row. */
  get isWritten(): boolean {
    return this.#run.start === null
  }

  /**
   * Resolves when the lease is given back or lost. Throws when the database cannot be reached for
   * long; then this worker may still have the lease.
   */
  async run(): Promise<void> {
    try {
      while (await this.#advance());
    } finally {
      for (const work of this.#inFlight.all()) this.#abandonWork(work)
      this.#inFlight.end()
    }
  }

  /** Ends the run as `end` says, without starting any of its steps. */
  async fail(end: RunEnd): Promise<void> {
    while (await this.#failRun(new Date(), end));
    this.#inFlight.end()
  }

  /** Loads the run again at the next round, since it may have been changed from outside. */
  recheck(): void {
    this.#mustReload = true
    this.#inFlight.wake()
  }

  /** Whether a revision that was read from the run's row shows a change from outside. */
  differsFrom(revision: number): boolean {
    return !this.#committing && revision !== this.#run.revision
  }

  /** Starts nothing more, and gives the run back when nothing is in flight. */
  stop(): void {
    this.#stopping = true
    this.#inFlight.wake()
  }

  /**
   * Aborts what is in flight and gives the run back now. A call that must not be repeated then has
   * an unknown outcome.
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
    const failure = this.#failureOfRun(finish)
    if (failure) return await this.#failRun(now, failure)

    const { ready, elsewhere } = this.#startable(now)
    const yielding = this.#stopping || now.getTime() > this.#deadline
    if (this.#isIdle()) {
      if (finish) return await this.#endTurn(await this.#ending(finish))
      const due = this.#runState.nextDueAt()
      const rests = ready.length === 0 && (elsewhere.size > 0 || !isWithin(shortWaitMs, due, now))
      if (yielding || rests)
        return await this.#endTurn(this.#leaving(ready.length > 0, due, now, elsewhere))
    }

    const room = Math.max(maxParallel - this.#inFlight.size - this.#prepared.length, 0)
    const started = await this.#startTasks(yielding ? [] : ready.slice(0, room), now)
    if (!started) return await this.#reload()
    await this.#waitForWork()
    return true
  }

  /** Set when the run must fail now: Postgres refuses its values, or its time is over. */
  #failureOfRun(finish: Finish | undefined): RunEnd | undefined {
    const { unstorable } = this.#refusedWrites
    if (unstorable !== undefined) return unstorableEnd(this.#run, this.#definition, unstorable)
    if (!finish && this.#remainingMs() <= 0) return timeoutEnd(this.#run, this.#definition)
    return undefined
  }

  /**
   * Tasks that can start now and have not started in this turn, and the labels of the workers that
   * must start others.
   */
  #startable(now: Date): { ready: TaskRow[]; elsewhere: Elsewhere } {
    const isPrepared = (key: string): boolean => this.#prepared.some(({ task }) => task.key === key)
    const elsewhere: Elsewhere = new Map()
    const ready = this.#runState.ready(now).filter((task) => {
      if (this.#inFlight.has(task.key) || isPrepared(task.key)) return false
      const type = this.#services.stepTypes.get(stepOf(this.#plan, task.stepId).type)?.info
      const label = boundTo({ definition: this.#definition, type, state: task.state })
      if (label === undefined || serves(ownServing(), label)) return true
      elsewhere.set(task.key, label)
      return false
    })
    return { ready, elsewhere }
  }

  #isIdle(): boolean {
    return this.#inFlight.size === 0 && this.#prepared.length === 0
  }

  /** How the turn leaves a run that has not ended: the next turn is queued when one is near. */
  #leaving(hasReady: boolean, due: Date | undefined, now: Date, elsewhere: Elsewhere): Ending {
    // Those that serve what is not bound come first: they find again who must have the rest.
    const labels = new Set(elsewhere.values())
    if (!hasReady && labels.has(null)) return this.#end({ run: { status: 'running', wakeAt: now } })
    if (!hasReady && labels.size > 0) {
      for (const [key, label] of elsewhere) this.#runState.waitForWorkers(key, label ?? '', now)
      const waitsForLabels = [...labels].map((label) => label ?? '')
      return this.#end({ run: { status: 'suspended', waitsForLabels } })
    }
    // A time farther away is queued when it is near (long-timers.ts).
    const soon = isWithin(longTimerMs, due, now) ? due : undefined
    const wakeAt = hasReady || this.#abandoned ? now : soon
    const status = wakeAt ? this.#runState.idleStatus() : 'suspended'
    return this.#end({ run: { status, wakeAt } })
  }

  /** Commits the end of the turn; true when the commit was refused and the turn goes on. */
  async #endTurn(ending: Ending): Promise<boolean> {
    return !(await this.#commit(ending)) && (await this.#reload())
  }

  /**
   * Starts these tasks and commits the intents of prepared calls, which then start too. False when
   * that commit was refused: then no call was made.
   */
  async #startTasks(starting: TaskRow[], now: Date): Promise<boolean> {
    const pure: TaskRow[] = []
    for (const task of starting) {
      if (isEffect(this.#effectOfType(task.key))) this.#prepare(task)
      else pure.push(task)
    }
    const started = pure.map(({ key }) => ({
      ...this.#runState.start(key, this.#effectOfType(key), now),
    }))
    if (this.#mustCommit(started.length > 0) && !(await this.#commitIntents(now))) return false
    for (const task of started) this.#execute(task)
    return true
  }

  /** Writes what is new with the intents of all prepared calls, then makes the calls. */
  async #commitIntents(now: Date): Promise<boolean> {
    const calls = this.#prepared.map((prepared) => ({
      ...prepared,
      task: { ...this.#runState.start(prepared.task.key, prepared.effect, now, prepared.input) },
    }))
    this.#prepared = []
    if (await this.#commit({})) {
      for (const call of calls) this.#call(call, true)
      return true
    }
    // Postgres may have the intents although the commit was not answered.
    for (const { task, ...call } of calls)
      this.#uncommitted.push({
        ...call,
        ...task,
        called: true,
        outcome: { kind: 'not-called', logs: [] },
        startedAt: now,
        clean: true,
      })
    return false
  }

  /** Waits until something finishes or is due. */
  async #waitForWork(): Promise<void> {
    const idleSince = this.#isIdle() ? Date.now() : undefined
    await this.#inFlight.next(this.#waitMs())
    if (idleSince !== undefined) this.#idleMs += Date.now() - idleSince
  }

  #recover(): void {
    this.#runState.recover(
      (key) => this.#inFlight.has(key),
      (key) => this.#inputs.isFatal(key),
      (key) => this.#isHeld(key),
    )
  }

  /** Drops prepared calls of tasks that were cancelled, as when another item of a loop failed. */
  #dropCancelled(): void {
    const hasEnded = (key: string): boolean => isTerminalTask(this.#runState.task(key).status)
    for (const work of this.#inFlight.all())
      if (work.stage === 'prepare' && hasEnded(work.key)) this.#abandonWork(work)
    if (this.#prepared.length > 0)
      this.#prepared = this.#prepared.filter(({ task }) => !hasEnded(task.key))
  }

  /** How long the run worked in this turn, without waits with nothing in flight. */
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

  /** Aborts what is in flight, cancels everything that has not ended, and fails the run. */
  async #failRun(now: Date, end: RunEnd): Promise<boolean> {
    for (const work of this.#inFlight.all()) this.#abandonWork(work)
    this.#prepared = []
    this.#runState.cancelAll(now)
    return await this.#endTurn(this.#end(end))
  }

  /** Adds how long the run worked in this turn. */
  #end({ run, mail }: RunEnd): Ending {
    return { run: { ...run, activeMs: this.#workedMs() }, mail }
  }

  #effectOfType(key: string): Effect {
    const step = stepOf(this.#plan, this.#runState.task(key).stepId)
    return this.#services.stepTypes.get(step.type)?.info.effect ?? 'pure'
  }

  /**
   * Whether a call must wait for a person, since it may have been made after the backup from which
   * the installation was restored. What only this installation has was restored with it.
   */
  #isHeld(key: string, config?: unknown): boolean {
    if (!this.#run.held) return false
    const { stepId, state, input } = this.#runState.task(key)
    if (state?.released === true) return false
    const type = this.#services.stepTypes.get(stepOf(this.#plan, stepId).type)
    const known = config ?? input
    return known === null || type?.isInside?.(known) !== true
  }

  #mustCommit(pureStarts: boolean): boolean {
    if (!this.#runState.isDirty) this.#dirtySince = undefined
    else this.#dirtySince ??= Date.now()
    if (this.#prepared.length > 0 || this.#startCommitInMs() <= 0) return true
    const dirtyMs = this.#dirtySince === undefined ? 0 : Date.now() - this.#dirtySince
    if (!this.#runState.hasResult) return dirtyMs >= progressCommitMs
    // A call that is being prepared soon needs a commit for its intent; one commit serves both.
    return (
      pureStarts ||
      dirtyMs >= resultCommitMs ||
      !this.#inFlight.some(({ stage }) => stage === 'prepare')
    )
  }

  /** Milliseconds until a run that was handed over is written, whatever its steps do. */
  #startCommitInMs(): number {
    return this.isWritten ? Infinity : this.#startedAt + startCommitMs - Date.now()
  }

  /** Milliseconds until the turn must act although nothing finishes. */
  #waitMs(): number {
    const now = Date.now()
    if (this.#runState.isDirty) this.#dirtySince ??= now
    const write =
      this.#dirtySince === undefined
        ? Infinity
        : this.#dirtySince + (this.#runState.hasResult ? resultCommitMs : progressCommitMs)
    const due = this.#runState.nextDueAt()?.getTime() ?? Infinity
    const start = this.#startCommitInMs()
    // A task that is due and not started waits for room, which appears when other work finishes.
    const wait = due > now || this.#inFlight.size === 0 ? due - now : Infinity
    return Math.min(write - now, start, wait, this.#remainingMs(), 60_000)
  }

  /** Computes the config of a call; this changes nothing outside. */
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

  /** Makes a failure before the call an outcome; nothing was called. */
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
    } else if (isEffect(result.prepared.effect)) {
      const { effect, input, config } = result.prepared
      if (!this.#isHeld(work.key, config)) return void this.#prepared.push(result.prepared)
      const { stepId, attempt } = this.#runState.start(work.key, effect, now)
      const failure = restoredFailure(stepId, attempt)
      const outcome: Outcome = { kind: 'unknown', failure, logs: [] }
      this.#apply({ ...work, called: false, outcome, input }, now)
    } else {
      // Its config shows that the call only reads, so it needs no intent.
      const { effect, input } = result.prepared
      const task = { ...this.#runState.start(work.key, effect, now, input) }
      this.#call({ ...result.prepared, task }, work.clean)
    }
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

  /** The last commit of the run. */
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
   * Writes what is new. False when nothing was written, or when the connection broke and it is not
   * known whether it was: then the run must be loaded again.
   */
  async #commit(ending: Ending): Promise<boolean> {
    this.#committing = true
    const writes = this.#runState.takeWrites(this.#run.unwritten)
    const quiet = this.#starter?.isOnlyWatcher() ?? false
    const ended = ending.run && isTerminalRun(ending.run.status) ? ending.run.status : undefined
    let read: StoredRun | undefined
    try {
      const children = childRows(
        this.#run,
        writes.children,
        (key) => this.#runState.task(key).stepId,
      )
      const commit = {
        ...ending,
        quiet,
        reader: ended ? this.#starter?.reader() : undefined,
        awaited: this.#runState.awaitedResults(),
        changed: writes.changed,
        added: writes.added,
        named: writes.named,
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
      const { epoch, revision } = written
      Object.assign(this.#run, { epoch, revision, leased: true, unwritten: false, start: null })
      read = written.read
    } catch (error) {
      if (error instanceof StartRefusedError) this.#notStarted = error.refusal
      else if (
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
    if (ended) countRunEnd(this.#run, ended)
    logCommit(this.#run, [...writes.changed, ...writes.added], ending.run)
    this.#starter?.committed(ending.run?.status ?? 'running', read)
    if (!quiet) this.#services.notifier.changed(this.#run.id, ended !== undefined)
    return true
  }

  /**
   * Loads the run as Postgres has it and applies again what is still valid of the uncommitted work.
   * False when the run has ended or the lease is lost.
   */
  async #reload(): Promise<boolean> {
    this.#mustReload = false
    if (this.#notStarted !== undefined) return false
    const { pool, workerId } = this.#services
    const [current] = await retryWhileDisconnected(() => loadRunStatuses(pool, [this.#run.id]))
    const isOpen = current !== undefined && !isTerminalRun(current.status)
    // No other process knows the run as long as its first commit is not answered, unless another
    // process started it under this id.
    if (!this.isWritten && !(isOpen && current.worker === workerId)) {
      this.#notStarted = current ? 'exists' : 'unknown'
      return false
    }
    if (!isOpen) return false
    // The first commit may be written although its answer was lost: only this worker takes a lease
    // in its name.
    if (!this.#run.leased && (current.worker !== workerId || current.epoch !== this.#run.epoch + 1))
      return await this.#restart()
    if (!this.#run.leased)
      Object.assign(this.#run, { epoch: current.epoch, leased: true, start: null })
    if (current.worker !== workerId || current.epoch !== this.#run.epoch) return false
    // A paused workflow lets calls in flight finish; then the run is given back, and `takeLease`
    // does not take it again.
    if (current.paused) this.stop()
    const rows = await retryWhileDisconnected(() => loadTasks(pool, this.#run.id))
    this.#run.revision = current.revision
    if (rows.length > 0) this.#run.unwritten = false
    this.#runState = new RunState(this.#plan, this.#run.id, rows, this.#runState.outputs)
    await this.#loadEndedResults()
    this.#prepared = []
    this.#dirtySince = undefined
    this.#restoreFinished()
    this.#restoreInFlight()
    // Such a task was started by a commit whose answer was lost, or by a worker that died before
    // this turn.
    this.#recover()
    return true
  }

  /** Applies results again that a refused commit would have written and that are still valid. */
  #restoreFinished(): void {
    for (const attempt of this.#uncommitted.splice(0)) {
      const task = this.#runState.tasks.get(attempt.key)
      if (isStillValid(attempt, attempt.called, task)) {
        this.#runState.restore(attempt.key, attempt.attempt, attempt.effect, attempt.startedAt)
        this.#apply(attempt, new Date())
      } else if (task && attempt.called) {
        const { pool } = this.#services
        const late = { taskId: task.id, attempt: attempt.attempt }
        storeLateAnswer(pool, this.#run.id, late, attempt.outcome)
      }
    }
  }

  /** Marks what is in flight as running again, and abandons what is no longer valid. */
  #restoreInFlight(): void {
    for (const work of this.#inFlight.all()) {
      const called = work.stage === 'call'
      if (!isStillValid(work, called, this.#runState.tasks.get(work.key))) this.#abandonWork(work)
      else if (called) this.#runState.restore(work.key, work.attempt, work.effect, work.startedAt)
    }
  }

  /**
   * Begins again when the run was changed before this turn wrote anything: takes the lease first
   * and drops what was computed.
   */
  async #restart(): Promise<boolean> {
    for (const work of this.#inFlight.all()) this.#abandonWork(work)
    this.#uncommitted = []
    this.#prepared = []
    this.#dirtySince = undefined
    const { pool, workerId } = this.#services
    const taken = await retryWhileDisconnected(() => takeLease(pool, this.#run.id, workerId))
    if (!taken) return false
    Object.assign(this.#run, taken)
    const rows = await retryWhileDisconnected(() => loadTasks(pool, taken.id))
    this.#runState = new RunState(this.#plan, taken.id, rows)
    this.#recover()
    await this.#loadEndedResults()
    return true
  }

  /** Aborts work and waits for it no longer; a late answer of a call is stored for people. */
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
   * Aborts what is in flight. What may be repeated becomes pending; a call that must not be stays
   * `running`, which `recover` of the next worker turns into an unknown outcome.
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
