import type { CaseName } from '#lib/domain/run/case-name'
import type { RetryPolicy } from '#lib/domain/workflow/definition'
import type { Failure, LogLine } from '#lib/domain/run/run'
import { isTerminalTask, type Effect } from '#lib/domain/statuses'
import { newId } from '#lib/ids'
import type { Suspension } from '#lib/steps/define-step'
import type { ChildRun } from '#lib/steps/define-step'
import { isRepeatable } from './retry-policy.ts'
import { Decider, type Decision, type Finish } from './decide.ts'
import { FatalStepError, restoredFailure, type Outcome } from './outcome.ts'
import { stepOf, type PlannedTask, type Plan } from './plan.ts'
import { retryDelayMs } from './retry-delay.ts'
import type { NewTask, TaskRow, TaskWrite } from './run.ts'
import { deterministicTaskId } from './task-id.ts'

/**
 * The writes of a commit: changed tasks, tasks without a row, child runs to start, and tasks whose
 * child runs are to be cancelled.
 */
export type PendingWrites = {
  changed: TaskWrite[]
  added: NewTask[]
  children: ChildWrite[]
  stopping: string[]
  /** The name that a step gave to the run since the last commit. */
  named: CaseName | undefined
}
/** The `index`th child run that the task waits for since attempt number `attempt`. */
type ChildWrite = { child: ChildRun; index: number; taskId: string; key: string; attempt: number }

type KeyTest = (key: string) => boolean

export const awaitedBy = ({ status, state }: TaskRow): string | undefined =>
  status === 'suspended' && state?.reason === 'async-result'
    ? String(state.asyncResultId)
    : undefined

const waitForResult = ({
  asyncResultId,
  what,
  deadline,
  state,
}: Extract<Suspension, { reason: 'async-result' }>): Partial<TaskRow> => ({
  status: 'suspended',
  dueAt: deadline ?? null,
  state: {
    ...state,
    reason: 'async-result',
    asyncResultId,
    ...(what === undefined ? {} : { what }),
    ...(deadline ? { deadline: deadline.toISOString() } : {}),
  },
})

/** Set in a task's state when an attempt of an effect ended without an answer. */
const mayHaveHappened = { mayHaveHappened: true }

export const isEffect = (effect: Effect): boolean => effect === 'idempotent' || effect === 'unsafe'

/**
 * A leased run in memory: its tasks as they are, and which changes are not written yet. It has the
 * rules of a task's life and does no I/O; the turn around it executes and commits.
 */
export class RunState {
  readonly tasks: Map<string, TaskRow>
  /** Outputs known so far by task key; those of completed tasks never change. */
  readonly outputs: Map<string, unknown>
  readonly #plan: Plan
  readonly #decider: Decider
  /** Tasks that are pending, running or suspended: few, however long the run. */
  readonly #active = new Set<string>()
  /** Tasks that have no row yet. */
  readonly #tasksWithoutRow = new Set<string>()
  readonly #changed = new Set<string>()
  readonly #newChildren = new Map<string, ChildRun[]>()
  readonly #newOutputs = new Map<string, unknown>()
  readonly #newLogs = new Map<string, LogLine[]>()
  #named: CaseName | undefined
  /** The result of a call is not written yet, and must not be lost. */
  hasResult = false

  /**
   * Tasks of the plan without a row are made in memory, with deterministic ids. Those of a child
   * run get their row when they start, others all together.
   */
  constructor(
    plan: Plan,
    runId: string,
    rows: TaskRow[],
    outputs: Map<string, unknown> = new Map(),
  ) {
    this.#plan = plan
    this.tasks = new Map(rows.map((row) => [row.key, row]))
    plan.order.forEach((place, position) => {
      if (!this.tasks.has(place.key))
        this.#addTask(place, deterministicTaskId(runId, place.key, position))
    })
    for (const row of rows) this.#sort(row)
    this.#decider = new Decider(plan, this.tasks)
    this.outputs = new Map(
      [...outputs].filter(([key]) => this.tasks.get(key)?.status === 'completed'),
    )
  }

  get isDirty(): boolean {
    return this.#changed.size > 0
  }

  /** Throws when the run has no task with this key. */
  task(key: string): TaskRow {
    const task = this.tasks.get(key)
    if (!task) throw new Error(`the run has no task ${key}`)
    return task
  }

  /** Those of the keys whose tasks may have an output that is not loaded yet. */
  missingOutputs(keys: string[]): string[] {
    return keys.filter((key) => this.#mayHaveOutput(key) && !this.outputs.has(key))
  }

  /**
   * Whether a loaded output exists. A failed task has one only when its handler's output replaces
   * it.
   */
  hasOutput(key: string): boolean {
    return (
      this.#mayHaveOutput(key) &&
      (this.task(key).status === 'completed' || (this.outputs.get(key) ?? null) !== null)
    )
  }

  #mayHaveOutput(key: string): boolean {
    const status = this.tasks.get(key)?.status
    return status === 'completed' || status === 'failed'
  }

  #addTask({ key, step }: PlannedTask, id: string): TaskRow {
    const fresh = {
      via: null,
      error: null,
      state: null,
      dueAt: null,
      resuming: false,
      startedAt: null,
      finishedAt: null,
      input: null,
      handlesStepId: null,
    }
    // The effect is known when the task first runs; until then the careful one is assumed.
    const task: TaskRow = {
      ...fresh,
      id,
      key,
      stepId: step.id,
      status: 'waiting-dependencies',
      attempt: 0,
      effect: 'unsafe',
    }
    this.tasks.set(key, task)
    this.#tasksWithoutRow.add(key)
    return task
  }

  #change(key: string, change: Partial<TaskRow>): TaskRow {
    const task = Object.assign(this.task(key), change)
    this.#changed.add(key)
    if (change.status === undefined) return task
    this.#sort(task)
    this.#decider.touch(key)
    return task
  }

  #sort({ key, status }: TaskRow): void {
    if (status === 'pending' || status === 'running' || status === 'suspended')
      this.#active.add(key)
    else this.#active.delete(key)
  }

  /** A copy, because tasks may change their status during the walk. */
  #activeTasks(): TaskRow[] {
    return [...this.#active].map((key) => this.task(key))
  }

  /**
   * Recovers tasks that are `running` although no process works on them, because their worker died
   * or stopped. They run again with the same key. A call that must not be repeated gets an unknown
   * outcome, unless its author allows more attempts: then the lost attempt counts as one of them.
   * A held call always gets one: the provider may have forgotten its key since the backup.
   */
  recover(
    isInFlight: KeyTest = () => false,
    isFatal: KeyTest = () => false,
    isHeld: KeyTest = () => false,
  ): void {
    for (const { key, status, effect, stepId, attempt, state } of this.#activeTasks()) {
      if (status !== 'running' || isInFlight(key)) continue
      const failure: Failure = {
        code: 'worker_lost',
        message: 'The worker that ran this step stopped in the middle of it.',
        stepId,
        attempt,
      }
      const step = stepOf(this.#plan, stepId)
      if (isFatal(key))
        this.#change(key, {
          status: 'failed',
          error: { ...failure, message: new FatalStepError().message },
          finishedAt: new Date(),
        })
      else if (isEffect(effect) && isHeld(key)) this.#unknown(key, restoredFailure(stepId, attempt))
      else if (effect === 'unsafe' && !isRepeatable(step)) this.#unknown(key, failure)
      else if (effect === 'unsafe')
        this.#repeat(key, failure, attempt < (step.retry?.maxAttempts ?? 1))
      else {
        const happened = isEffect(effect) ? { state: { ...state, ...mayHaveHappened } } : {}
        this.#change(key, { ...happened, status: 'pending', attempt: attempt - 1 })
      }
    }
  }

  /** Repeats a call with an unknown outcome while attempts are left. */
  #repeat(key: string, error: Failure, isLeft: boolean): void {
    const state = { ...this.task(key).state, ...mayHaveHappened }
    if (isLeft) this.#change(key, { status: 'pending', error, state })
    else this.#change(key, { status: 'failed', error, finishedAt: new Date() })
  }

  /**
   * Resumes tasks that waited until a time that has come; fails those whose async result is
   * overdue.
   */
  resumeDue(now: Date): void {
    for (const task of this.#activeTasks()) {
      if (awaitedBy(task) === undefined || !task.dueAt || task.dueAt > now) continue
      const error: Failure = {
        code: 'timed_out',
        message: 'The result did not come in time.',
        stepId: task.stepId,
        attempt: task.attempt,
        details: { asyncResultId: awaitedBy(task) },
      }
      this.#change(task.key, { status: 'failed', error, dueAt: null, finishedAt: now })
    }
    for (const { key, status, state, dueAt } of this.#activeTasks())
      if (status === 'suspended' && state?.reason === 'until' && dueAt && dueAt <= now)
        this.#change(key, { status: 'pending', resuming: true, dueAt: null })
  }

  /** The async results that suspended tasks wait for. */
  awaitedResults(): string[] {
    return [...new Set(this.#activeTasks().flatMap((task) => awaitedBy(task) ?? []))]
  }

  /**
   * Whether the deadline of an async result has passed. The result may have ended in time, and then
   * counts.
   */
  hasOverdueWait(now: Date): boolean {
    return this.#activeTasks().some(
      (task) => awaitedBy(task) !== undefined && task.dueAt !== null && task.dueAt <= now,
    )
  }

  /** Resumes the tasks that wait for one of these async results. */
  resumeEnded(asyncResultIds: ReadonlySet<string>): void {
    for (const task of this.#activeTasks())
      if (asyncResultIds.has(awaitedBy(task) ?? ''))
        this.#change(task.key, { status: 'pending', resuming: true, dueAt: null })
  }

  /** Applies the decisions that follow from the tasks; answers how the run ends, when it does. */
  applyDecisions(now: Date): Finish | undefined {
    let finish: Finish | undefined
    for (const decision of this.#decider.decide()) {
      if (decision.kind === 'ready') this.#change(decision.key, { status: 'pending' })
      else if (decision.kind === 'skip')
        this.#change(decision.key, { status: 'skipped', finishedAt: now })
      else if (decision.kind === 'cancel')
        this.#change(decision.key, { status: 'cancelled', dueAt: null, finishedAt: now })
      else if (decision.kind === 'handle') this.#addHandler(decision)
      else finish = decision
    }
    return finish
  }

  #addHandler({ key, stepId, failed }: Extract<Decision, { kind: 'handle' }>): void {
    this.#addTask({ key, step: stepOf(this.#plan, stepId) }, newId())
    this.#change(key, { status: 'pending', handlesStepId: this.task(failed).stepId })
  }

  /** Tasks that can start now. */
  ready(now: Date): TaskRow[] {
    return this.#activeTasks().filter(
      ({ status, dueAt }) => status === 'pending' && (dueAt === null || dueAt <= now),
    )
  }

  start(key: string, effect: Effect, now: Date, input?: unknown): TaskRow {
    const task = this.task(key)
    return this.#change(key, {
      status: 'running',
      attempt: task.attempt + 1,
      effect,
      startedAt: task.startedAt ?? now,
      dueAt: null,
      ...(input === undefined ? {} : { input }),
    })
  }

  /**
   * Applies the outcome of an attempt and stores its input. `policy` says whether a failure is
   * retried.
   */
  apply(key: string, outcome: Outcome, input: unknown, policy: RetryPolicy, now: Date): void {
    const task = this.task(key)
    task.input ??= input ?? null
    if (isEffect(task.effect)) this.hasResult = true
    this.#newLogs.set(key, [...(this.#newLogs.get(key) ?? []), ...outcome.logs])
    if (outcome.kind === 'done') {
      this.#named = outcome.named ?? this.#named
      this.#complete(key, outcome.output, outcome.via, now)
    } else if (outcome.kind === 'unknown') this.#unknown(key, outcome.failure)
    else if (outcome.kind === 'not-called') this.returnToPending(key)
    else if (outcome.kind === 'deferred') this.#defer(key, outcome, now)
    else if (outcome.kind === 'suspended') {
      const { suspension } = outcome
      if (suspension.reason === 'screen')
        this.#change(key, {
          status: 'suspended',
          state: { ...suspension.state, reason: 'screen', ...suspension.screen },
        })
      else if (suspension.reason === 'child-run') {
        const { reason, children, stopAtFailure = false, state } = suspension
        this.#change(key, {
          status: 'suspended',
          state: { ...state, reason, attempt: task.attempt, stopAtFailure },
        })
        this.#newChildren.set(key, children)
        // The child runs should start soon, whatever else this run does.
        this.hasResult = true
      } else if (suspension.reason === 'async-result') this.#change(key, waitForResult(suspension))
      else {
        const state = {
          ...suspension.state,
          reason: 'until' as const,
          until: suspension.until.toISOString(),
        }
        this.#change(key, { status: 'suspended', dueAt: suspension.until, state })
      }
    } else if (!outcome.permanent && task.attempt < policy.maxAttempts) {
      const delayMs = Math.max(
        retryDelayMs(policy, task.attempt),
        (outcome.retryAfterSeconds ?? 0) * 1000,
      )
      // A task that waited for child runs starts again with new ones; a task that waited for a
      // person or a time goes on with its resume value.
      const resuming = task.resuming && task.state?.reason !== 'child-run'
      // Now it waits for the retry, no longer for room or for a worker.
      const waits = task.state && 'waitsFor' in task.state ? { waitsFor: null } : undefined
      const happened =
        outcome.mayHaveHappened && isEffect(task.effect) ? mayHaveHappened : undefined
      const state = waits || happened ? { state: { ...task.state, ...waits, ...happened } } : {}
      this.#change(key, {
        ...state,
        status: 'pending',
        resuming,
        dueAt: new Date(now.getTime() + delayMs),
        error: outcome.failure,
      })
    } else this.#change(key, { status: 'failed', error: outcome.failure, finishedAt: now })
  }

  /** Shows that a task which could start waits for workers with a label. */
  waitForWorkers(key: string, workerLabel: string, now: Date): void {
    const { state } = this.task(key)
    if (state?.waitsFor === 'worker' && state.workerLabel === workerLabel) return
    const waitsSince = now.toISOString()
    this.#change(key, { state: { ...state, waitsFor: 'worker', waitsSince, workerLabel } })
  }

  /**
   * Lets the task wait for room at its connection, a worker that knows its type, or a process. The
   * random part keeps waiting tasks from coming back all at once. One that waits for other workers
   * has no time: its run is handed to them.
   */
  #defer(key: string, deferred: Extract<Outcome, { kind: 'deferred' }>, now: Date): void {
    const { attempt, state } = this.task(key)
    const { waitsFor } = deferred
    const waitsSince = state?.waitsFor === waitsFor ? state.waitsSince : now.toISOString()
    const dueAt =
      deferred.waitsFor === 'worker'
        ? null
        : new Date(now.getTime() + (deferred.seconds + Math.random()) * 1000)
    const bound = deferred.waitsFor === 'worker' ? { workerLabel: deferred.label } : {}
    this.#change(key, {
      status: 'pending',
      attempt: attempt - 1,
      dueAt,
      state: { ...state, waitsFor, waitsSince, ...bound },
    })
  }

  #complete(key: string, output: unknown, via: string | null, now: Date): void {
    this.#change(key, { status: 'completed', via, error: null, dueAt: null, finishedAt: now })
    this.#setOutput(key, output)
    this.#setHandledOutput(key, output)
  }

  #setOutput(key: string, output: unknown): void {
    this.outputs.set(key, output)
    this.#newOutputs.set(key, output)
    this.#changed.add(key)
  }

  /**
   * A handler's output replaces that of the failed step, which stays `failed`, since a terminal
   * status is written once.
   */
  #setHandledOutput(key: string, output: unknown): void {
    const failed = key.slice(0, Math.max(key.lastIndexOf('!'), 0))
    const task = this.tasks.get(failed)
    if (!task || this.#plan.steps.get(task.stepId)?.on_failure?.then !== 'continue') return
    this.#setOutput(failed, output)
    this.#setHandledOutput(failed, output)
  }

  #unknown(key: string, failure: Failure): void {
    this.#change(key, {
      status: 'suspended',
      error: failure,
      state: { ...this.task(key).state, reason: 'unknown-outcome' },
    })
  }

  /** Marks an attempt as running that went on while the run was loaded again. */
  restore(key: string, attempt: number, effect: Effect, startedAt: Date): void {
    this.#change(key, {
      status: 'running',
      attempt,
      effect,
      startedAt: this.task(key).startedAt ?? startedAt,
      dueAt: null,
    })
  }

  /**
   * Returns a started task to `pending`, uncounted, when its worker stops or its call was not made.
   */
  returnToPending(key: string): void {
    this.#change(key, { status: 'pending', attempt: this.task(key).attempt - 1 })
  }

  /** Cancels every task that has not ended. */
  cancelAll(now: Date): void {
    for (const { key, status } of this.tasks.values())
      if (!isTerminalTask(status))
        this.#change(key, { status: 'cancelled', dueAt: null, finishedAt: now })
  }

  /** The earliest time at which a task of the run is due. */
  nextDueAt(): Date | undefined {
    const due = this.#activeTasks().flatMap(({ status, dueAt }) =>
      dueAt && (status === 'pending' || status === 'suspended') ? [dueAt.getTime()] : [],
    )
    return due.length > 0 ? new Date(Math.min(...due)) : undefined
  }

  /**
   * `running` while a retry is due, else `suspended`: the run waits for the outside or for a time.
   */
  idleStatus(): 'running' | 'suspended' {
    return this.#activeTasks().some(({ status }) => status === 'pending' || status === 'running')
      ? 'running'
      : 'suspended'
  }

  /**
   * Takes the changes that are not written yet; from now on they count as written. With `whole`,
   * also unchanged tasks without a row.
   */
  takeWrites(whole = false): PendingWrites {
    if (whole) for (const key of this.#tasksWithoutRow) this.#changed.add(key)
    const writes: PendingWrites = {
      changed: [],
      added: [],
      children: [],
      stopping: [],
      named: this.#named,
    }
    this.#named = undefined
    for (const key of this.#changed) {
      const task = this.task(key)
      const children = this.#newChildren.get(key)
      writes.children.push(
        ...(children ?? []).map((child, index) => ({
          child,
          index,
          taskId: task.id,
          key,
          attempt: task.attempt,
        })),
      )
      if (
        task.state?.reason === 'child-run' &&
        (task.status === 'cancelled' ||
          (task.status === 'failed' && task.state.stopAtFailure === true))
      )
        writes.stopping.push(task.id)
      const output = this.#newOutputs.has(key)
        ? { output: { value: this.#newOutputs.get(key) } }
        : {}
      const write = {
        ...task,
        ...output,
        ...(children ? { childrenLeft: children.length } : {}),
        logs: this.#newLogs.get(key) ?? [],
      }
      if (this.#tasksWithoutRow.delete(key))
        writes.added.push({ ...write, ...this.#describe(task) })
      else writes.changed.push(write)
    }
    this.#changed.clear()
    this.#newChildren.clear()
    this.#newOutputs.clear()
    this.#newLogs.clear()
    this.hasResult = false
    return writes
  }

  #describe({ stepId }: TaskRow): Pick<NewTask, 'stepType' | 'title' | 'priority'> {
    const step = stepOf(this.#plan, stepId)
    return { stepType: step.type, title: step.title, priority: step.priority ?? 0 }
  }
}
