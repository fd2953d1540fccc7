import { inOrganization } from '#db/client'
import {
  newArchiveKey,
  writeArchive,
  type ArchiveEntry,
  type ArchiveKey,
} from '#lib/backup/archive'
import { names, schemaVersion, type About } from './about.ts'
import { bytesOf } from './bytes.ts'
import { auditTransfer, freeze, release } from './move.ts'
import { databaseEntries } from './organization-database.ts'
import { inOwnerSession, type OwnerSession } from './owner-session.ts'
import { loadPeople } from './people.ts'
import { linesOf, rowsOf, selectAsText, tablesInOrder, type Row, type Table } from './rows.ts'
import { sealForTransport } from './sealed-values.ts'
import { tablesFor } from './tables.ts'

export type Export = {
  /** Of the role that owns the database. */
  ownerUrl: string
  organization: About['organization']
  file: string
  passphrase: string
  /** The version of Rounds. */
  rounds: string
  /** It goes on elsewhere: its work ends here first. */
  move: boolean
  /** In another cell of this service: whoever calls this has ended its work. */
  toCell?: About['toCell']
  /** How long work that is under way may go on then. */
  waitMs?: number
  say(sentence: string): void
}

export type Exported = {
  rows: number
  /** By table. */
  counts: Record<string, number>
  bytes: number
  entries: number
  /** What rows name and the store does not have. */
  missing: string[]
  /** Secrets that no key of this installation opens. */
  unreadable: number
  /** Runs whose calls were still under way. */
  atWork: number
}

const asJson = (name: string, value: unknown): ArchiveEntry => ({
  name,
  content: Buffer.from(JSON.stringify(value)),
})

/** One export that is under way: what it writes, in order, out of one snapshot. */
class Writing {
  readonly done: Exported
  readonly #given: Export
  readonly #key: ArchiveKey
  readonly #session: OwnerSession
  readonly #tables: ReturnType<typeof tablesFor>

  constructor(given: Export, key: ArchiveKey, session: OwnerSession, done: Exported) {
    this.#given = given
    this.#key = key
    this.#session = session
    this.#tables = tablesFor(given.toCell ? 'cell' : 'installation')
    this.done = done
  }

  async *entries(): AsyncGenerator<ArchiveEntry> {
    const { organization, rounds, move, toCell, ownerUrl, say } = this.#given
    const { id } = organization
    const exportedAt = new Date().toISOString()
    const about: About = {
      format: 1,
      rounds,
      ...schemaVersion(),
      exportedAt,
      moved: move,
      ...(toCell ? { toCell } : {}),
      organization,
    }
    yield asJson(names.about, about)
    const people = await loadPeople(this.#session, id, this.#tables)
    yield asJson(names.people, people)
    const tables = await tablesInOrder(this.#session.client, Object.keys(this.#tables))
    for (const table of tables) yield* this.#table(table)
    say(`Rows: ${this.done.rows}. Its database and its files …`)
    yield* databaseEntries(this.#session, ownerUrl, id)
    await this.#session.actAs('rounds_app')
    yield* bytesOf(this.#session.client, (name) => this.done.missing.push(name))
  }

  async *#table(table: Table): AsyncGenerator<ArchiveEntry> {
    const { client, actAs } = this.#session
    const { role = 'rounds_app', whole, rows: which = 'false' } = this.#tables[table.name] ?? {}
    await actAs(role)
    yield asJson(names.columns(table), table.columns)
    const all: (string | null)[][] = []
    let part = 0
    this.done.counts[table.name] = 0
    const query = `${selectAsText(table.columns, table.name)} where ${which}`
    for await (const rows of rowsOf(client, query, [this.#given.organization.id])) {
      const sealed = rows.map((row) => this.#seal(table, row))
      this.done.rows += rows.length
      this.done.counts[table.name] = (this.done.counts[table.name] ?? 0) + rows.length
      if (whole) all.push(...sealed)
      else yield { name: names.rows(table.name, part++), content: linesOf(sealed) }
    }
    if (all.length > 0) yield { name: names.rows(table.name, 0), content: linesOf(all) }
  }

  /** The row with its secrets encrypted for transport. */
  #seal({ name, columns }: Table, values: (string | null)[]): (string | null)[] {
    const row: Row = Object.fromEntries(
      columns.map((column, at) => [column.name, values[at] ?? null]),
    )
    this.done.unreadable += sealForTransport(this.#key.secrets, name, row)
    return columns.map((column) => row[column.name] ?? null)
  }
}

/**
 * Writes one organization, with its files and its database, into an encrypted archive, while the
 * service runs: its rows are those of one moment. With `move` its work ends here before; when the
 * export fails, it goes on.
 */
export async function exportOrganization(given: Export): Promise<Exported> {
  const { organization, toCell, ownerUrl, file, passphrase, waitMs = 60_000 } = given
  const move = given.move && !toCell
  const { id } = organization
  const done: Exported = {
    rows: 0,
    counts: {},
    bytes: 0,
    entries: 0,
    missing: [],
    unreadable: 0,
    atWork: 0,
  }
  if (move) done.atWork = await freeze(id, waitMs)
  try {
    // In the archive, too: it is the last entry of the source.
    await inOrganization(
      id,
      async (tx) =>
        await auditTransfer(tx, id, 'organization.exported', { move: given.move, ...toCell }),
    )
    const key = newArchiveKey(passphrase)
    const written = await inOwnerSession(
      ownerUrl,
      { organizationId: id, keep: false },
      async (session) =>
        await writeArchive(file, key, new Writing(given, key, session, done).entries()),
    )
    return { ...done, ...written }
  } catch (error) {
    if (move) await release(id, { calls: false })
    throw error
  }
}
