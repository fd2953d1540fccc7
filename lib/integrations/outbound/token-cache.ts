import { LRUCache } from 'lru-cache'

/** So many accounts of one provider; the one that was used longest ago is forgotten first. */
const maxAccounts = 1000

/**
 * Access tokens by account, until `marginSeconds` before their end: providers refuse those who ask
 * for a new one with every call.
 */
export class TokenCache {
  readonly #tokens = new LRUCache<string, string>({
    max: maxAccounts,
    // Looked up at each call, which lets a test set the clock.
    perf: { now: () => performance.now() },
  })
  readonly #marginSeconds: number

  constructor(marginSeconds: number) {
    this.#marginSeconds = marginSeconds
  }

  get(account: string): string | undefined {
    return this.#tokens.get(account)
  }

  /** `seconds`: how long the provider takes the token from now on. */
  set(account: string, token: string, seconds: number): void {
    const ttl = (seconds - this.#marginSeconds) * 1000
    // To the library 0 is "for ever".
    if (ttl > 0) this.#tokens.set(account, token, { ttl })
    else this.#tokens.delete(account)
  }
}
