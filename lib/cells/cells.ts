import { LRUCache } from 'lru-cache'
import { log } from '#lib/log'
import { SettingsError } from '#lib/settings-error'
import { listLeaving, type Leaving } from './claims.ts'
import { closeDirectory, joinDirectory, listCells } from './directory.ts'
import type { Cell, OwnCell } from './own-cell.ts'

/** So often a web looks which organizations leave: for so long a moved one is refused at its old place. */
const lookMs = 1000
/** So often it asks the directory which cells there are. */
const joinMs = 15_000

/** What nobody here knows is asked of every cell, so an address may show only so much of it a minute. */
const askedMost = 300

type Options = {
  /** Called once for each organization that has gone, soon after its move. */
  onGone?: (organizationId: string) => void
}

/**
 * What a process knows of the cells. It goes on with what it knows while the directory is away: only
 * a new cell has to wait for it.
 */
export class Cells {
  readonly own: OwnCell
  readonly #options: Options
  #others = new Map<string, Cell>()
  #leaving = new Map<string, Leaving>()
  #timers: NodeJS.Timeout[] = []
  #toldAway = false
  /** Where that was which a request showed. */
  readonly places = new LRUCache<string, { cell: string; organizationId: string | null }>({
    max: 100_000,
    ttl: 60_000,
  })

  /** How often cells were asked for each address of a client. */
  readonly #asked = new LRUCache<string, number>({ max: 100_000, ttl: 60_000, noUpdateTTL: true })

  constructor(own: OwnCell, options: Options = {}) {
    this.own = own
    this.#options = options
  }

  /**
   * Joins the directory and looks at it and at the own database from now on. A directory that is
   * away is joined later. Throws a `SettingsError` when this cell may not join.
   */
  async start(): Promise<void> {
    await this.#join()
    await this.#look()
    this.#timers = [
      setInterval(() => void this.#join().catch((error) => this.#tell(error)), joinMs),
      setInterval(() => void this.#look(), lookMs),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await closeDirectory()
  }

  others = (): Cell[] => [...this.#others.values()]
  other = (name: string): Cell | undefined => this.#others.get(name)
  names = (): string[] => [this.own.name, ...this.#others.keys()].toSorted()

  /** An organization that is moving away from here, or has moved. */
  leaving = (organizationId: string): Leaving | undefined => this.#leaving.get(organizationId)
  isAnyLeaving = (): boolean => this.#leaving.size > 0

  /** Whether the cells may be asked once more for this client; counts it. */
  mayAskFor(address: string): boolean {
    const asked = (this.#asked.get(address) ?? 0) + 1
    this.#asked.set(address, asked)
    return asked <= askedMost
  }

  #tell(error: unknown): void {
    if (!this.#toldAway)
      log.error({ error }, 'the directory of cells cannot be reached; known cells go on')
    this.#toldAway = true
  }

  async #join(): Promise<void> {
    try {
      await joinDirectory(this.own)
      const cells = await listCells(this.own.directoryUrl)
      this.#others = new Map(
        cells.filter(({ name }) => name !== this.own.name).map((cell) => [cell.name, cell]),
      )
      this.#toldAway = false
    } catch (error) {
      if (error instanceof SettingsError) throw error
      this.#tell(error)
    }
  }

  async #look(): Promise<void> {
    const found = await listLeaving(this.own.name).catch(() => undefined)
    // The database is away, which others say.
    if (!found) return
    const before = this.#leaving
    this.#leaving = new Map(found.map((one) => [one.organizationId, one]))
    for (const { organizationId, gone } of found)
      if (gone && !before.get(organizationId)?.gone) this.#options.onGone?.(organizationId)
  }
}
