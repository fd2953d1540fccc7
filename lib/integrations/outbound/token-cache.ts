import { LRUCache } from 'lru-cache'

/** Max cached accounts of one provider; the least recently used one is dropped first. */
const maxAccounts = 1000

/**
 * Caches access tokens by account, until `marginSeconds` before their end, because providers refuse
 * callers that request a new one for every call.
 */
export class TokenCache {
  readonly #tokens = new LRUCache<string, string>({
    max: maxAccounts,
    // Read at each call, so that a test can set the clock.
    perf: { now: () => performance.now() },
  })
  readonly #marginSeconds: number

  constructor(marginSeconds: number) {
    this.#marginSeconds = marginSeconds
  }

  get(account: string): string | undefined {
    return this.#tokens.get(account)
  }

  /** `seconds`: how long the provider accepts the token from now on. */
  set(account: string, token: string, seconds: number): void {
    const ttl = (seconds - this.#marginSeconds) * 1000
    // The library reads 0 as "for ever".
    if (ttl > 0) this.#tokens.set(account, token, { ttl })
    else this.#tokens.delete(account)
  }
}
