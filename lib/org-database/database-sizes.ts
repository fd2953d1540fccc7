import { askWatchdog } from './ask-watchdog.ts'
import { limits } from './limits.ts'

type Known = { bytes: number; at: number }

/**
 * The size of organizations' databases on disk, with catalogues, indexes and rows that have not
 * been vacuumed: `pg_database_size`, read by the watchdog's role. One query at a time for each.
 */
class DatabaseSizes {
  readonly #known = new Map<string, Known>()
  readonly #asked = new Map<string, Promise<number>>()

  /** Queries the size now. Without an answer, returns the last known size, or 0. */
  async ask(url: string, database: string): Promise<number> {
    const asked = this.#asked.get(database) ?? this.#look(url, database)
    this.#asked.set(database, asked)
    return await asked
  }

  /**
   * Whether the database is larger than `bytes`. Waits for an answer only when no size is known, or
   * when the known one exceeds the limit, so that freed room counts at once. Writes of other
   * processes of ours count a moment later.
   */
  async isOver(bytes: number, url: string, database: string): Promise<boolean> {
    const known = this.#known.get(database)
    if (!known || known.bytes > bytes) return (await this.ask(url, database)) > bytes
    this.refresh(url, database)
    return false
  }

  /** Queries in the background, unless a recent size is known. */
  refresh(url: string, database: string): void {
    const { at = 0 } = this.#known.get(database) ?? {}
    if (Date.now() - at > limits.sizeFreshMs) void this.ask(url, database)
  }

  async #look(url: string, database: string): Promise<number> {
    try {
      const question = 'select pg_database_size($1)::float8 as size'
      const rows = await askWatchdog(url, question, [database])
      const bytes = rows?.[0]?.['size']
      if (typeof bytes !== 'number') return this.#known.get(database)?.bytes ?? 0
      this.#known.set(database, { bytes, at: Date.now() })
      return bytes
    } finally {
      this.#asked.delete(database)
    }
  }
}

export const databaseSizes = new DatabaseSizes()
