import { systemClock, type Clock } from '#lib/clock'

/** Tries per e-mail address and network address, and per e-mail address alone: a forged X-Forwarded-For gets the second limit at most. */
const limits = { pair: 10, email: 50 }
const windowMs = 15 * 60 * 1000
/** More keys than this are the work of an attacker; the oldest are forgotten so that memory stays bounded. */
const maxKeys = 50_000

/** Counts tries to sign in within this process. A try is counted before the password is looked at, so that parallel tries are counted too. */
export class AttemptLimit {
  readonly #tries = new Map<string, number[]>()
  readonly #clock: Clock

  constructor(clock: Clock = systemClock) {
    this.#clock = clock
  }

  /** Counts one try. Returns the seconds to wait when there were too many (then it is not counted), else 0. */
  take(email: string, address: string): number {
    const now = this.#clock.now().getTime()
    const counted = [
      { key: `pair ${email} ${address}`, limit: limits.pair },
      { key: `email ${email}`, limit: limits.email },
    ].map(({ key, limit }) => ({ key, limit, tries: (this.#tries.get(key) ?? []).filter((at) => at > now - windowMs) }))
    for (const { tries, limit } of counted) {
      const first = tries[tries.length - limit]
      if (first !== undefined) return Math.max(1, Math.ceil((first + windowMs - now) / 1000))
    }
    for (const { key, tries } of counted) {
      this.#tries.delete(key)
      this.#tries.set(key, [...tries, now])
    }
    for (const key of this.#tries.keys()) {
      if (this.#tries.size <= maxKeys) break
      this.#tries.delete(key)
    }
    return 0
  }

  /** Signed in: the tries before do not count any more for this address. */
  forgive(email: string, address: string): void {
    this.#tries.delete(`pair ${email} ${address}`)
    this.#tries.delete(`email ${email}`)
  }
}

// One count per process, also when a bundler loads this file twice.
const holder = globalThis as unknown as Record<symbol, AttemptLimit | undefined>
export const signInAttempts = (holder[Symbol.for('rounds.sign-in-attempts')] ??= new AttemptLimit())
