import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { auditStatement } from '#db/write-audit'
import { openArchive, readArchive, type ArchiveEntry, type ArchiveKey } from '#lib/backup/archive'
import { ownCell } from '#lib/cells/own-cell'
import { SettingsError } from '#lib/settings-error'
import { aboutSchema, names, personSchema, schemaVersion, type About } from './about.ts'
import { removeBytes, storeBytes } from './bytes.ts'
import { changeRow, type Import } from './imported-rows.ts'
import { operator } from './move.ts'
import { ImportedDatabase } from './organization-database.ts'
import { inOwnerSession, type OwnerSession } from './owner-session.ts'
import {
  accountsThatCome,
  clearAccounts,
  matchPeople,
  otherIds,
  renamePeople,
  type Matched,
} from './people.ts'
import { insertRows, rowsOfLines, tablesInOrder, type Row, type Table } from './rows.ts'
import { sealHere } from './sealed-values.ts'
import { tablesFor } from './tables.ts'

type Given = {
  ownerUrl: string
  file: string
  passphrase: string
  /** Another short name than the one that it had. */
  slug?: string | undefined
  /** The version of Rounds. */
  rounds: string
  say(sentence: string): void
}

export type Imported = {
  about: About
  rows: number
  files: number
  payloads: number
  /** Members whose account was created here. */
  created: string[]
  members: number
  /** Open runs: all, and those whose calls ask a person first. */
  open: number
  held: number
  mails: number
}

const json = <T>({ content }: ArchiveEntry, schema: z.ZodType<T>): T =>
  schema.parse(JSON.parse(content.toString('utf8')))

async function aboutOf(file: string, key: ArchiveKey): Promise<About> {
  for await (const entry of readArchive(file, key)) {
    const read =
      entry.name === names.about
        ? aboutSchema.safeParse(JSON.parse(entry.content.toString('utf8')))
        : undefined
    if (read?.success) return read.data
    break
  }
  throw new SettingsError(`${file} is of a version of Rounds whose archives this one cannot read.`)
}

function requireSameVersion({ migration, provision, rounds }: About, own: string): void {
  const here = schemaVersion()
  if (migration === here.migration && provision === here.provision) return
  const older = migration < here.migration
  throw new SettingsError(
    `The archive was made by Rounds ${rounds} with another version of the database than this one ` +
      `(${own}): ${older ? 'an older' : 'a newer'} one. Update ${older ? 'the installation that it is of' : 'this installation'}, ` +
      'and export or import again.',
  )
}

function requireThisCell({ toCell }: About): void {
  const own = ownCell()?.name
  if (!toCell || toCell.name === own) return
  throw new SettingsError(
    `The archive is for the cell ${toCell.name} of a service, and this is ${own ?? 'none of its cells'}.`,
  )
}

/** Refuses an organization that is here, by its id or its slug. */
async function requireAbsent({ client, actAs }: OwnerSession, { organization }: About) {
  await actAs('rounds_auth')
  const { rows } = await client.query<{ id: string; slug: string; name: string }>(
    'select id, slug, name from organizations where id = $1 or slug = $2',
    [organization.id, organization.slug],
  )
  const [there] = rows
  if (!there) return
  if (there.id === organization.id)
    throw new SettingsError(
      `"${there.name}" (${there.slug}) is in this installation already, and an import replaces ` +
        'nothing. Import it into another installation.',
    )
  throw new SettingsError(
    `Another organization here has the short name "${there.slug}" ("${there.name}"). Repeat this ` +
      'with --slug <another one>.',
  )
}

/** One import that is under way, in the transaction of `session`. */
class Reading {
  readonly done = { rows: 0, open: 0, held: 0, mails: 0, members: 0 }
  readonly #session: OwnerSession
  readonly #about: About
  readonly #import: Import
  readonly #secrets: Buffer
  readonly #tables: Map<string, Table>
  readonly #known: ReturnType<typeof tablesFor>
  /** The accounts that come along. */
  #coming = new Set<string>()
  #people: Matched = { accounts: new Map(), created: [] }
  #others: Matched['accounts'] = new Map()
  #inserting = ''

  constructor(session: OwnerSession, key: ArchiveKey, about: About, work: Import, tables: Table[]) {
    this.#session = session
    this.#secrets = key.secrets
    this.#about = about
    this.#import = work
    this.#known = tablesFor(about.toCell ? 'cell' : 'installation')
    this.#tables = new Map(tables.map((table) => [table.name, table]))
  }

  get created(): string[] {
    return this.#people.created
  }

  async take(entry: ArchiveEntry, database: ImportedDatabase): Promise<void> {
    const [room = '', table = '', part] = entry.name.split('/')
    if (entry.name === names.people) {
      this.#people = await matchPeople(this.#session, json(entry, z.array(personSchema)))
      this.#others = otherIds(this.#people)
      if (this.#about.toCell) await this.#takeAccounts()
    } else if (room === 'columns') this.#requireColumns(table.replace('.json', ''), entry)
    else if (room === 'rows') await this.#rows(table, entry)
    else if (entry.name === names.database) await database.create(this.#session, entry.content)
    else if (room === 'database') await database.add(Number(part), entry.content)
  }

  async #takeAccounts(): Promise<void> {
    const { organization } = this.#about
    this.#coming = await accountsThatCome(this.#session, this.#people, organization.id)
    await clearAccounts(this.#session, this.#coming)
  }

  /** The same version of the schema has the same columns; anything else is not imported by chance. */
  #requireColumns(name: string, entry: ArchiveEntry): void {
    const here = this.#tables.get(name)
    if (here && JSON.stringify(here.columns) === entry.content.toString('utf8')) return
    throw new SettingsError(`The table ${name} has other columns here than in the archive.`)
  }

  async #rows(name: string, entry: ArchiveEntry): Promise<void> {
    const table = this.#tables.get(name)
    const known = this.#known[name]
    if (!table || !known) throw new SettingsError(`The archive has an unknown table, ${name}.`)
    if (this.#inserting !== name) await this.#session.actAs(known.role)
    this.#inserting = name
    const { columns } = table
    const { client } = this.#session
    const by = columns.findIndex((column) => column.name === known.accountBy)
    const rows = rowsOfLines(entry.content)
      .filter((values) => by < 0 || this.#coming.has(values[by] ?? ''))
      .map((values) => this.#changed(table, values))
    const replaces = known.accountBy === 'id' ? 'id' : known.replaces
    await insertRows(client, { into: name, columns, replaces }, rows)
    this.done.rows += rows.length
  }

  #changed({ name, columns }: Table, values: (string | null)[]): (string | null)[] {
    const row: Row = Object.fromEntries(
      columns.map((column, at) => [column.name, values[at] ?? null]),
    )
    const { organization } = this.#about
    // Row-level security holds for our roles; that of sign-in sees all organizations.
    const isOwn = name === 'organizations' ? row['id'] : (row['organization_id'] ?? organization.id)
    if (isOwn !== organization.id)
      throw new SettingsError(`The archive has a row of another organization in ${name}.`)
    // Before ids are changed, which secrets are bound to.
    sealHere(this.#secrets, name, row)
    changeRow(name, row, this.#import)
    if (name === 'organizations') row['slug'] = organization.slug
    if (this.#others.size > 0) renamePeople(row, this.#others)
    this.#count(name, row)
    return columns.map((column) => row[column.name] ?? null)
  }

  #count(name: string, row: Row): void {
    if (name === 'members' && row['disabled_at'] === null) this.done.members += 1
    if (name === 'mails' && row['status'] === 'held') this.done.mails += 1
    if (name !== 'runs' || !['running', 'suspended'].includes(row['status'] ?? '')) return
    this.done.open += 1
    if (row['held'] === 'true') this.done.held += 1
  }
}

async function noteInAuditLog({ client, actAs }: OwnerSession, about: About): Promise<void> {
  await actAs('rounds_app')
  const { organization, exportedAt, moved } = about
  const { text, values } = auditStatement({
    organizationId: organization.id,
    actor: operator,
    action: 'organization.imported',
    objectKind: 'organization',
    objectId: organization.id,
    details: { exportedAt, moved },
  })
  await client.query(text, values)
}

/**
 * Reads an archive and creates its organization here, or nothing: the archive is read and checked
 * once, with its files stored; then all rows are written in one transaction. What an import that
 * fails has stored is removed; of one that is killed, the sweep of the store removes it.
 */
export async function importOrganization(given: Given): Promise<Imported> {
  const { file, ownerUrl, passphrase, rounds, say } = given
  const key = await openArchive(file, passphrase)
  const about = await aboutOf(file, key)
  requireSameVersion(about, rounds)
  requireThisCell(about)
  if (given.slug !== undefined) about.organization.slug = given.slug
  const scope = { organizationId: about.organization.id, keep: false }
  await inOwnerSession(ownerUrl, scope, async (session) => await requireAbsent(session, about))
  const attempt = randomUUID()
  say('Reading the archive and storing its files …')
  try {
    const stored = await storeBytes(readArchive(file, key), attempt)
    say('Writing its rows …')
    const written = await importRows(given, { key, about, attempt })
    return { about, ...stored, ...written }
  } catch (error) {
    await removeBytes(readArchive(file, key), attempt)
    throw error
  }
}

type Checked = { key: ArchiveKey; about: About; attempt: string }

async function importRows({ ownerUrl, file }: Given, { key, about, attempt }: Checked) {
  const { id } = about.organization
  const database = new ImportedDatabase(ownerUrl, id)
  const { moved, toCell } = about
  const work: Import = { moved, attempt, now: new Date().toISOString(), toCell }
  try {
    return await inOwnerSession(ownerUrl, { organizationId: id, keep: true }, async (session) => {
      await requireAbsent(session, about)
      const names = Object.keys(tablesFor(toCell ? 'cell' : 'installation'))
      const tables = await tablesInOrder(session.client, names)
      const reading = new Reading(session, key, about, work, tables)
      for await (const entry of readArchive(file, key)) await reading.take(entry, database)
      await noteInAuditLog(session, about)
      await database.keep()
      return { ...reading.done, created: reading.created }
    })
  } catch (error) {
    await database.drop()
    throw error
  } finally {
    await database.close()
  }
}
