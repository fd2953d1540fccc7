import type { Effect } from '#lib/domain/statuses'
import type { Prepared } from './attempt.ts'
import type { Outcome } from './outcome.ts'

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

/** The attempts of one turn that are in flight, and those that landed and were not read yet. */
export class Flights {
  readonly #inFlight = new Map<string, Flight>()
  #landed: Landing[] = []
  #wake: () => void = () => undefined
  #woken = false

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
  start(start: Omit<Flight, 'controller' | 'done' | 'startedAt'>, work: (signal: AbortSignal) => Promise<Landed>): void {
    const controller = new AbortController()
    const flight: Flight = { ...start, controller, startedAt: new Date(), done: work(controller.signal) }
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
    for (const { flight } of landings) this.#inFlight.delete(flight.key)
    return landings
  }

  /** Aborts a flight and waits for it no longer; what it answers is not heard. */
  leave(flight: Flight): void {
    if (this.#inFlight.get(flight.key) === flight) this.#inFlight.delete(flight.key)
    flight.controller.abort()
  }

  /** Everything in flight now rests on committed ground. */
  ground(): void {
    for (const flight of this.#inFlight.values()) flight.clean = true
  }

  wake(): void {
    this.#woken = true
    this.#wake()
  }

  /** Waits until something lands, someone wakes, or the time is over. */
  async next(maxMs: number | undefined): Promise<void> {
    if (!this.#woken)
      await new Promise<void>((resolve) => {
        const timer = maxMs === undefined ? undefined : setTimeout(resolve, Math.max(maxMs, 0))
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    this.#woken = false
  }
}
