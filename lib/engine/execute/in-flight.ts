import { isTerminalTask, type Effect } from '#lib/domain/statuses'
import type { Prepared } from './attempt.ts'
import type { Outcome } from '../model/outcome.ts'
import { isEffect } from '../model/run-state.ts'
import type { TaskRow } from '../model/run.ts'

export type InFlightWork = {
  key: string
  taskId: string
  attempt: number
  effect: Effect
  /** `prepare` computes a config and changes nothing outside. */
  stage: 'prepare' | 'call'
  /** All results that it depends on are committed. */
  clean: boolean
  startedAt: Date
  controller: AbortController
  done: Promise<WorkResult>
}

/** Either a call that is ready, or how the attempt ended and its input. */
export type WorkResult = { prepared: Prepared } | { outcome: Outcome; input?: unknown }
/**
 * An attempt that ended and is not written yet. `called` is false when it failed before anything
 * was called.
 */
export type UncommittedAttempt = {
  key: string
  attempt: number
  effect: Effect
  called: boolean
  outcome: Outcome
  input: unknown
  startedAt: Date
  clean: boolean
}

export type FinishedWork = { work: InFlightWork; result: WorkResult }

/** Called before the work of a step starts, and when it ends. */
export type StepListener = (
  step: Pick<InFlightWork, 'key' | 'effect' | 'stage'>,
  starts: boolean,
) => void

/**
 * Whether work is still valid after its run was loaded again. A call with a committed intent is,
 * unless its task was cancelled; other work only when all that it depends on was committed.
 */
export function isStillValid(
  work: { attempt: number; effect: Effect; clean: boolean },
  called: boolean,
  task: TaskRow | undefined,
): boolean {
  if (!task || isTerminalTask(task.status) || task.status === 'suspended') return false
  return called && isEffect(work.effect)
    ? task.status === 'running' && task.attempt === work.attempt
    : work.clean
}

/** The attempts of one turn that are in flight, and those that finished and were not read yet. */
export class InFlight {
  readonly #inFlight = new Map<string, InFlightWork>()
  readonly #notify: StepListener
  #finished: FinishedWork[] = []
  #wake: () => void = () => undefined
  #woken = false
  #timer: NodeJS.Timeout | undefined
  #timerAt = Infinity

  constructor(notify: StepListener = () => undefined) {
    this.#notify = notify
  }

  get size(): number {
    return this.#inFlight.size
  }

  has(key: string): boolean {
    return this.#inFlight.has(key)
  }

  all(): InFlightWork[] {
    return [...this.#inFlight.values()]
  }

  some(test: (work: InFlightWork) => boolean): boolean {
    return this.all().some(test)
  }

  /** `work` must not throw. */
  start(
    start: Omit<InFlightWork, 'controller' | 'done' | 'startedAt'>,
    perform: (controller: AbortController) => Promise<WorkResult>,
  ): void {
    const controller = new AbortController()
    this.#notify(start, true)
    const work: InFlightWork = {
      ...start,
      controller,
      startedAt: new Date(),
      done: perform(controller),
    }
    this.#inFlight.set(work.key, work)
    void work.done.then((result) => {
      if (this.#inFlight.get(work.key) !== work) return
      this.#finished.push({ work, result })
      this.wake()
    })
  }

  /** Takes what finished since the last call. */
  takeFinished(): FinishedWork[] {
    const finished = this.#finished.filter(({ work }) => this.#inFlight.get(work.key) === work)
    this.#finished = []
    for (const { work } of finished) this.#end(work)
    return finished
  }

  /** Aborts the work and waits for it no longer; its answer is ignored. */
  abort(work: InFlightWork): void {
    if (this.#inFlight.get(work.key) === work) this.#end(work)
    work.controller.abort()
  }

  #end(work: InFlightWork): void {
    this.#inFlight.delete(work.key)
    this.#notify(work, false)
  }

  /** Says that all results before the work in flight are committed now. */
  markCommitted(): void {
    for (const work of this.#inFlight.values()) work.clean = true
  }

  wake(): void {
    this.#woken = true
    this.#wake()
  }

  /**
   * Waits until something finishes, `wake` is called, or the time is over. May return earlier, so
   * that one timer serves the many short waits of a turn.
   */
  async next(maxMs: number): Promise<void> {
    if (!this.#woken) {
      const at = Date.now() + Math.max(maxMs, 0)
      if (at < this.#timerAt) {
        clearTimeout(this.#timer)
        this.#timerAt = at
        this.#timer = setTimeout(
          () => {
            this.#timerAt = Infinity
            this.wake()
          },
          Math.max(maxMs, 0),
        )
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    this.#woken = false
  }

  /** Clears the timer. */
  end(): void {
    clearTimeout(this.#timer)
  }
}
