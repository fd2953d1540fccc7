/** A report is sent at most this often, in milliseconds; the server's lock allows for it. */
const reportEveryMs = 60_000
/** Other tabs hear of activity at most this often. */
const tellEveryMs = 5000
/** So long before the lock the person is warned: the shortest time to the lock is five times that. */
const warnBeforeMs = 60_000
/** Timers stop while a computer sleeps, so the clock is looked at this often. */
const lookEveryMs = 10_000

type Ways = {
  /** The wall clock, in milliseconds: it goes on while the computer sleeps. */
  now(): number
  /** Tells the server that the person does something. */
  report(): void
  /** Tells the other tabs. */
  tell(): void
  /** The page locks in a minute. Called once, until the person does something again. */
  onSoon(): void
  /** The person did something after the warning. */
  onBack(): void
  /** Nothing was done for the whole time. Called once, until `wake`. */
  onIdle(): void
}

/**
 * Notices when a person does nothing for a while. What they do in another tab counts here, too;
 * what pages do by themselves does not reach this.
 */
export class IdleWatch {
  readonly #ways: Ways
  #idleMs: number
  #activeAt: number
  #reportedAt: number
  #toldAt: number
  #isUnreported = false
  #isWarned = false
  #isIdle = false
  readonly #timer: ReturnType<typeof setInterval>

  /** Opening a page is an act, which the server has seen itself. */
  constructor(idleMinutes: number, ways: Ways) {
    this.#ways = ways
    this.#idleMs = idleMinutes * 60_000
    this.#activeAt = ways.now()
    this.#reportedAt = this.#activeAt
    this.#toldAt = this.#activeAt
    this.#timer = setInterval(() => this.look(), lookEveryMs)
  }

  /** The person typed, pointed or scrolled. After the time it is too late: the page was left. */
  act(): void {
    this.look()
    if (this.#isIdle) return
    this.#wasActiveAt(this.#ways.now())
    this.#isUnreported = true
    if (this.#activeAt - this.#toldAt >= tellEveryMs) {
      this.#toldAt = this.#activeAt
      this.#ways.tell()
    }
    this.#reportWhenDue()
  }

  /** The person did something in another tab, which reports it. */
  heard(): void {
    this.#wasActiveAt(this.#ways.now())
  }

  /** Looks at the clock: on a timer, and when the page is shown again. */
  look(): void {
    if (this.#isIdle) return
    const leftMs = this.#activeAt + this.#idleMs - this.#ways.now()
    if (leftMs <= 0) {
      this.#isIdle = true
      this.#ways.onIdle()
      return
    }
    if (leftMs <= warnBeforeMs && !this.#isWarned) {
      this.#isWarned = true
      this.#ways.onSoon()
    }
    this.#reportWhenDue()
  }

  /** The session is open, and was last used so many seconds ago, as the server says. */
  wake(idleForSeconds: number, idleMinutes: number): void {
    this.#idleMs = idleMinutes * 60_000
    this.#wasActiveAt(this.#ways.now() - idleForSeconds * 1000)
    this.#isIdle = false
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #wasActiveAt(instant: number): void {
    this.#activeAt = instant
    if (!this.#isWarned) return
    this.#isWarned = false
    this.#ways.onBack()
  }

  #reportWhenDue(): void {
    const now = this.#ways.now()
    if (!this.#isUnreported || now - this.#reportedAt < reportEveryMs) return
    this.#reportedAt = now
    this.#isUnreported = false
    this.#ways.report()
  }
}
