import { isPlainQuery } from './plain-query.ts'
import type { WarehouseRow } from './port.ts'

type Entry = { rows: WarehouseRow[]; until: number }
type Limits = { forMs: number; entries: number; rows: number }
const usual: Limits = { forMs: 60_000, entries: 100, rows: 500 }

/** What is said without brackets and differs from one time to the next. */
const differs = /current_|local_?time|today|sample|random/i

/**
 * Answers of the sandbox warehouse by organization and query. Its data never change, so a query of
 * functions that only compute has the same answer for ever; it is cached for a minute, as
 * warehouses keep theirs (Snowflake for a day). Small answers only, the oldest leave first.
 */
export class ResultCache {
  readonly #limits: Limits
  readonly #entries = new Map<string, Entry>()

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { ...usual, ...limits }
  }

  /** The rows as they were answered; they must not be changed. */
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
