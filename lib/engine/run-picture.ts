import type { RetryPolicy } from '#lib/domain/definition'
import type { Failure, LogLine } from '#lib/domain/run'
import type { Effect } from '#lib/domain/statuses'
import { newId } from '#lib/ids'
import { decide, type Decision, type Finish } from './decide.ts'
import type { Outcome } from './outcome.ts'
import type { Plan } from './plan.ts'
import { retryDelayMs } from './retry-delay.ts'
import type { NewTask, TaskRow, TaskWrite } from './run-store.ts'

/** A task whose worker died this often while it ran is given up: it may be what kills them. */
const maxLostWorkers = 5

export const isEffect = (effect: Effect): boolean => effect === 'idempotent' || effect === 'unsafe'

/**
 * A leased run in memory: its tasks as they stand, and what of that is not written yet. Knows the rules of a task's life and does no I/O; the turn
 * around it executes and commits.
 */
export class RunPicture {
  readonly tasks: Map<string, TaskRow>
  /** Outputs known so far by task key; those of completed tasks never change. */
  readonly outputs: Map<string, unknown>
  readonly #plan: Plan
  readonly #changed = new Set<string>()
  readonly #added = new Map<string, Pick<NewTask, 'stepType' | 'title' | 'priority'>>()
  readonly #newOutputs = new Map<string, unknown>()
  readonly #newLogs = new Map<string, LogLine[]>()
  /** The result of a call that must not be lost is not written yet. */
  hasResult = false

  constructor(plan: Plan, rows: TaskRow[], outputs: Map<string, unknown> = new Map()) {
    this.#plan = plan
    this.tasks = new Map(rows.map((row) => [row.key, row]))
    this.outputs = new Map([...outputs].filter(([key]) => this.tasks.get(key)?.status === 'completed'))
  }

  get isDirty(): boolean {
    return this.#changed.size > 0
  }

  /** Throws for a key that is no task of the run. */
  task(key: string): TaskRow {
    const task = this.tasks.get(key)
    if (!task) throw new Error(`the run has no task ${key}`)
    return task
  }

  #change(key: string, change: Partial<TaskRow>): TaskRow {
    const task = Object.assign(this.task(key), change)
    this.#changed.add(key)
    return task
  }

  /** After a worker died: what it was doing runs again, except a call that must not be repeated, whose outcome a person has to tell. */
  takeOver(): void {
    for (const { key, effect, stepId, attempt, state } of this.tasks.values()) {
      if (this.task(key).status !== 'running') continue
      const failure: Failure = { code: 'worker_lost', message: 'The worker that ran this step stopped in the middle of it.', stepId, attempt }
      const lost = Number(state?.['lostWorkers'] ?? 0) + 1
      if (effect === 'unsafe') this.#unknown(key, failure)
      else if (lost >= maxLostWorkers) this.#change(key, { status: 'failed', error: failure, finishedAt: new Date() })
      else this.#change(key, { status: 'pending', attempt: attempt - 1, state: { ...state, lostWorkers: lost } })
    }
  }

  /** Tasks whose time has come go on. */
  wakeDue(now: Date): void {
    for (const { key, status, state, dueAt } of this.tasks.values())
      if (status === 'suspended' && state?.['reason'] === 'until' && dueAt && dueAt <= now) this.#change(key, { status: 'pending', resuming: true, dueAt: null })
  }

  /** Applies what follows from the tasks as they stand; answers how the run ends, when it does. */
  settle(now: Date): Finish | undefined {
    let finish: Finish | undefined
    for (const decision of decide(this.#plan, this.tasks.values())) {
      if (decision.kind === 'ready') this.#change(decision.key, { status: 'pending' })
      else if (decision.kind === 'skip') this.#change(decision.key, { status: 'skipped', finishedAt: now })
      else if (decision.kind === 'cancel') this.#change(decision.key, { status: 'cancelled', finishedAt: now })
      else if (decision.kind === 'handle') this.#addHandler(decision)
      else finish = decision
    }
    return finish
  }

  #addHandler({ key, stepId, failed }: Extract<Decision, { kind: 'handle' }>): void {
    const step = this.#plan.steps.get(stepId)
    if (!step) throw new Error(`the definition has no step ${stepId}`)
    const fresh = { via: null, error: null, state: null, dueAt: null, resuming: false, startedAt: null, finishedAt: null, input: null }
    const handlesStepId = this.task(failed).stepId
    this.tasks.set(key, { ...fresh, id: newId(), key, stepId, handlesStepId, status: 'pending', attempt: 0, effect: 'unsafe' })
    this.#added.set(key, { stepType: step.type, title: step.title, priority: step.priority ?? 0 })
    this.#changed.add(key)
  }

  /** Tasks that can start now. */
  ready(now: Date): TaskRow[] {
    return [...this.tasks.values()].filter(({ status, dueAt }) => status === 'pending' && (dueAt === null || dueAt <= now))
  }

  begin(key: string, effect: Effect, now: Date, input?: unknown): TaskRow {
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

  /** What the attempt made of the task, and what it had been given. `policy` tells whether a failure is retried. */
  apply(key: string, outcome: Outcome, input: unknown, policy: RetryPolicy, now: Date): void {
    const task = this.task(key)
    task.input ??= input ?? null
    if (isEffect(task.effect)) this.hasResult = true
    this.#newLogs.set(key, [...(this.#newLogs.get(key) ?? []), ...outcome.logs])
    if (outcome.kind === 'done') this.#complete(key, outcome.output, outcome.via, now)
    else if (outcome.kind === 'unknown') this.#unknown(key, outcome.failure)
    else if (outcome.kind === 'suspended') {
      const { suspension } = outcome
      if (suspension.reason === 'screen') this.#change(key, { status: 'suspended', state: { reason: 'screen', ...suspension.screen } })
      else {
        const state = { ...suspension.state, reason: 'until', until: suspension.until.toISOString() }
        this.#change(key, { status: 'suspended', dueAt: suspension.until, state })
      }
    } else if (!outcome.permanent && task.attempt < policy.maxAttempts) {
      const delayMs = Math.max(retryDelayMs(policy, task.attempt), (outcome.retryAfterSeconds ?? 0) * 1000)
      this.#change(key, { status: 'pending', dueAt: new Date(now.getTime() + delayMs), error: outcome.failure })
    } else this.#change(key, { status: 'failed', error: outcome.failure, finishedAt: now })
  }

  #complete(key: string, output: unknown, via: string | null, now: Date): void {
    this.#change(key, { status: 'completed', via, error: null, dueAt: null, finishedAt: now })
    this.#setOutput(key, output)
    this.#standIn(key, output)
  }

  #setOutput(key: string, output: unknown): void {
    this.outputs.set(key, output)
    this.#newOutputs.set(key, output)
    this.#changed.add(key)
  }

  /** A handler's output goes in the place of the step that it handled, which stays `failed`, since a terminal status is written once. */
  #standIn(key: string, output: unknown): void {
    const failed = key.slice(0, Math.max(key.lastIndexOf('!'), 0))
    const task = this.tasks.get(failed)
    if (!task || this.#plan.steps.get(task.stepId)?.on_failure?.then !== 'continue') return
    this.#setOutput(failed, output)
    this.#standIn(failed, output)
  }

  #unknown(key: string, failure: Failure): void {
    this.#change(key, { status: 'suspended', error: failure, state: { ...this.task(key).state, reason: 'unknown-outcome' } })
  }

  /** Takes up again, after the run was read anew, an attempt that went on meanwhile. */
  restore(key: string, attempt: number, effect: Effect, startedAt: Date): void {
    this.#change(key, { status: 'running', attempt, effect, startedAt: this.task(key).startedAt ?? startedAt, dueAt: null })
  }

  /** Hands back what was started and did no harm, when its worker stops. */
  putBack(key: string): void {
    this.#change(key, { status: 'pending', attempt: this.task(key).attempt - 1 })
  }

  /** When the run has to be looked at again by itself. */
  nextDue(): Date | undefined {
    const due = [...this.tasks.values()].flatMap(({ status, dueAt }) => (dueAt && (status === 'pending' || status === 'suspended') ? [dueAt.getTime()] : []))
    return due.length > 0 ? new Date(Math.min(...due)) : undefined
  }

  /** `running` while a retry is due by itself, else `suspended`: the run waits for the outside or for a time. */
  restingStatus(): 'running' | 'suspended' {
    return [...this.tasks.values()].some(({ status }) => status === 'pending' || status === 'running') ? 'running' : 'suspended'
  }

  /** What is not written yet; it counts as written from now on. */
  takeWrites(): { changed: TaskWrite[]; added: NewTask[] } {
    const changed: TaskWrite[] = []
    const added: NewTask[] = []
    for (const key of this.#changed) {
      const output = this.#newOutputs.has(key) ? { output: { value: this.#newOutputs.get(key) } } : {}
      const write = { ...this.task(key), ...output, logs: this.#newLogs.get(key) ?? [] }
      const extra = this.#added.get(key)
      if (extra) added.push({ ...write, ...extra })
      else changed.push(write)
    }
    this.#changed.clear()
    this.#added.clear()
    this.#newOutputs.clear()
    this.#newLogs.clear()
    this.hasResult = false
    return { changed, added }
  }
}
