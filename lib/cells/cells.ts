import { setTimeout as delay } from 'node:timers/promises'
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
/** So often at most it looks whether a cell has just joined, when nobody knows what was shown. */
const askedAgainMs = 1000
/** A request waits for that only so long: the directory may be away. */
const patienceMs = 500

/** What nobody here knows is asked of every cell, so an address may show only so much of it a minute. */
const askedMost = 300

/** Those of this process, while its web runs. */
let ofProcess: Cells | undefined

/** Lets operations of this process know its cells; undefined when its web ends. */
export function shareCells(cells: Cells | undefined): void {
  ofProcess = cells
}

/** The other cells that this process knows; none where there is one cluster. */
export const otherCells = (): Cell[] => ofProcess?.others() ?? []

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
  #isRead = false
  #newCells: { at: number; found: Promise<boolean> } | undefined
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
  /** Whether the directory was read since this process began: before, there may be more cells. */
  areKnown = (): boolean => this.#isRead
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

  /** Looks whether a cell has joined that was not known; answers whether there is one. */
  async findNew(): Promise<boolean> {
    const now = Date.now()
    if (!this.#newCells || now - this.#newCells.at > askedAgainMs)
      this.#newCells = { at: now, found: this.#findNew() }
    const tooLong = delay(patienceMs, false, { ref: false })
    return await Promise.race([this.#newCells.found, tooLong])
  }

  async #findNew(): Promise<boolean> {
    const before = this.#others
    await this.#read().catch((error) => this.#tell(error))
    return this.others().some(({ name }) => !before.has(name))
  }

  async #read(): Promise<void> {
    const cells = await listCells(this.own.directoryUrl)
    this.#others = new Map(
      cells.filter(({ name }) => name !== this.own.name).map((cell) => [cell.name, cell]),
    )
    this.#isRead = true
    this.#toldAway = false
  }

  #tell(error: unknown): void {
    if (!this.#toldAway)
      log.error({ error }, 'the directory of cells cannot be reached; known cells go on')
    this.#toldAway = true
  }

  async #join(): Promise<void> {
    try {
      await joinDirectory(this.own)
      await this.#read()
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
