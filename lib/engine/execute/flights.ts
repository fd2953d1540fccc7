import { isTerminalTask, type Effect } from '#lib/domain/statuses'
import type { Prepared } from './attempt.ts'
import type { Outcome } from '../model/outcome.ts'
import { isEffect } from '../model/run-picture.ts'
import type { TaskRow } from '../model/run.ts'

export type Flight = {
  key: string
  taskId: string
  attempt: number
  effect: Effect
  /** `prepare` works out a config and touches nothing outside. */
  stage: 'prepare' | 'call'
  /** Everything that it rests on is committed. */
  clean: boolean
  startedAt: Date
  controller: AbortController
  done: Promise<Landed>
}

/** Either a call that is ready to be made, or how the attempt ended and what it had been given. */
export type Landed = { prepared: Prepared } | { outcome: Outcome; input?: unknown }
/** An attempt that ended and is not written yet. `called` is false when it failed before anything was called. */
export type Finished = { key: string; attempt: number; effect: Effect; called: boolean; outcome: Outcome; input: unknown; startedAt: Date; clean: boolean }

export type Landing = { flight: Flight; landed: Landed }

/** Hears which step's work begins, before it does, and ends. */
export type StepNews = (step: Pick<Flight, 'key' | 'effect' | 'stage'>, begins: boolean) => void

/** Of a run that was read anew: a call whose intent is committed stays true unless its task was cancelled; other work only when all that it rests on was committed. */
export function stillTrue(work: { attempt: number; effect: Effect; clean: boolean }, called: boolean, task: TaskRow | undefined): boolean {
  if (!task || isTerminalTask(task.status) || task.status === 'suspended') return false
  return called && isEffect(work.effect) ? task.status === 'running' && task.attempt === work.attempt : work.clean
}

/** The attempts of one turn that are in flight, and those that landed and were not read yet. */
export class Flights {
  readonly #inFlight = new Map<string, Flight>()
  readonly #tell: StepNews
  #landed: Landing[] = []
  #wake: () => void = () => undefined
  #woken = false
  #timer: NodeJS.Timeout | undefined
  #timerAt = Infinity

  constructor(tell: StepNews = () => undefined) {
    this.#tell = tell
  }

  get size(): number {
    return this.#inFlight.size
  }

  has(key: string): boolean {
    return this.#inFlight.has(key)
  }

  all(): Flight[] {
    return [...this.#inFlight.values()]
  }

  some(test: (flight: Flight) => boolean): boolean {
    return this.all().some(test)
  }

  /** `work` must not throw. */
  start(start: Omit<Flight, 'controller' | 'done' | 'startedAt'>, work: (controller: AbortController) => Promise<Landed>): void {
    const controller = new AbortController()
    this.#tell(start, true)
    const flight: Flight = { ...start, controller, startedAt: new Date(), done: work(controller) }
    this.#inFlight.set(flight.key, flight)
    void flight.done.then((landed) => {
      if (this.#inFlight.get(flight.key) !== flight) return
      this.#landed.push({ flight, landed })
      this.wake()
    })
  }

  /** Takes out what landed since the last call. */
  takeLanded(): Landing[] {
    const landings = this.#landed.filter(({ flight }) => this.#inFlight.get(flight.key) === flight)
    this.#landed = []
    for (const { flight } of landings) this.#end(flight)
    return landings
  }

  /** Aborts a flight and waits for it no longer; what it answers is not heard. */
  leave(flight: Flight): void {
    if (this.#inFlight.get(flight.key) === flight) this.#end(flight)
    flight.controller.abort()
  }

  #end(flight: Flight): void {
    this.#inFlight.delete(flight.key)
    this.#tell(flight, false)
  }

  /** Everything in flight now rests on committed ground. */
  ground(): void {
    for (const flight of this.#inFlight.values()) flight.clean = true
  }

  wake(): void {
    this.#woken = true
    this.#wake()
  }

  /** Waits until something lands, someone wakes, or the time is over; may return earlier, so that one timer serves the many short waits of a turn. */
  async next(maxMs: number): Promise<void> {
    if (!this.#woken) {
      const at = Date.now() + Math.max(maxMs, 0)
      if (at < this.#timerAt) {
        clearTimeout(this.#timer)
        this.#timerAt = at
        this.#timer = setTimeout(() => {
          this.#timerAt = Infinity
          this.wake()
        }, Math.max(maxMs, 0))
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    this.#woken = false
  }

  /** Nobody waits any more. */
  end(): void {
    clearTimeout(this.#timer)
  }
}
