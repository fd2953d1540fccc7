import { isPlainQuery } from './plain-query.ts'
import type { WarehouseRow } from './port.ts'

type Entry = { rows: WarehouseRow[]; until: number }
type Limits = { forMs: number; entries: number; rows: number }
const usual: Limits = { forMs: 60_000, entries: 100, rows: 500 }

/** Words without brackets whose value varies. */
const differs = /current_|local_?time|today|sample|random/i

/**
 * Caches answers of the sandbox warehouse by organization and query. Its data never changes, so a
 * query with only computing functions always has the same answer. It is cached for a minute, as
 * warehouses cache theirs (Snowflake for a day). Only small answers; the oldest are dropped first.
 */
export class ResultCache {
  readonly #limits: Limits
  readonly #entries = new Map<string, Entry>()

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { ...usual, ...limits }
  }

  /** The answered rows; callers must not change them. */
  get(owner: string, query: string, now = Date.now()): WarehouseRow[] | undefined {
    const entry = this.#entries.get(keyOf(owner, query))
    return entry && entry.until > now ? entry.rows : undefined
  }

  set(owner: string, query: string, rows: WarehouseRow[], now = Date.now()): void {
    if (rows.length > this.#limits.rows || differs.test(query) || !isPlainQuery(query)) return
    const key = keyOf(owner, query)
    this.#entries.delete(key)
    this.#entries.set(key, { rows, until: now + this.#limits.forMs })
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limits.entries) return
      this.#entries.delete(oldest)
    }
  }
}

const keyOf = (owner: string, query: string): string => JSON.stringify([owner, query])
