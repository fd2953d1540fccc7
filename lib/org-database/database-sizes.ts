import { askWatchdog } from './ask-watchdog.ts'
import { limits } from './limits.ts'

type Known = { bytes: number; at: number }

/**
 * How large organizations' databases are on disk, with catalogues, indexes and what has not been
 * vacuumed: `pg_database_size`, asked by the watchdog's role. One question at a time for each.
 */
class DatabaseSizes {
  readonly #known = new Map<string, Known>()
  readonly #asked = new Map<string, Promise<number>>()

  /** Asks now. When there is no answer, what was known last, or 0. */
  async ask(url: string, database: string): Promise<number> {
    const asked = this.#asked.get(database) ?? this.#look(url, database)
    this.#asked.set(database, asked)
    return await asked
  }

  /**
   * Whether it is larger than `bytes`. Waits for an answer only where none is known, or when the
   * one that is known says so: room that was just made is there at once. What another process of
   * ours wrote meanwhile is known a moment later.
   */
  async isOver(bytes: number, url: string, database: string): Promise<boolean> {
    const known = this.#known.get(database)
    if (!known || known.bytes > bytes) return (await this.ask(url, database)) > bytes
    this.refresh(url, database)
    return false
  }

  /** Asks in the background, unless it is known well enough. */
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
