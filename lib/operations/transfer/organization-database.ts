import pg from 'pg'
import { roleUrl } from '#db/role-url'
import type { ArchiveEntry } from '#lib/backup/archive'
import { loginOf, organizationNames } from '#lib/org-database/names'
import { provision, provisionVersion } from '#lib/org-database/provision'
import { describeDatabase, type Description } from '#lib/org-database/transfer/describe'
import { runInSomeOrder } from '#lib/org-database/transfer/rebuild'
import { makeClient } from '#lib/postgres'
import { SettingsError } from '#lib/settings-error'
import { names } from './about.ts'
import type { OwnerSession } from './owner-session.ts'
import { insertRows, linesOf, rowsOf, rowsOfLines } from './rows.ts'

type DatabaseObjects = Description & { schema: string }

/** In a transaction of the organization's own role, which can do no more than its members can. */
async function openAsOrganization(ownerUrl: string, organizationId: string): Promise<pg.Client> {
  const { user, password } = loginOf(organizationId, 'none')
  const place = {
    username: user,
    password,
    pathname: `/${organizationNames(organizationId).database}`,
  }
  const client = makeClient({
    connectionString: Object.assign(new URL(ownerUrl), place).href,
    application_name: 'rounds transfer',
    connectionTimeoutMillis: 15_000,
    options: '-c idle_in_transaction_session_timeout=0 -c statement_timeout=0',
  })
  await client.connect()
  await client.query('begin isolation level repeatable read')
  return client
}

/** Undefined when the organization has no database here. */
async function schemaOf({ client, actAs }: OwnerSession, organizationId: string) {
  await actAs('rounds_engine')
  const { rows } = await client.query<{ schema: string }>(
    `select schema_name as schema from organization_databases
     where organization_id = $1 and version > 0`,
    [organizationId],
  )
  return rows[0]?.schema
}

/**
 * The organization's own database, as it is a moment after the rows of the service: Postgres has no
 * common snapshot of two databases.
 */
export async function* databaseEntries(
  session: OwnerSession,
  ownerUrl: string,
  organizationId: string,
): AsyncGenerator<ArchiveEntry> {
  const schema = await schemaOf(session, organizationId)
  if (schema === undefined) return
  const client = await openAsOrganization(ownerUrl, organizationId)
  try {
    const objects: DatabaseObjects = { schema, ...(await describeDatabase(client, schema)) }
    yield { name: names.database, content: Buffer.from(JSON.stringify(objects)) }
    for (const [index, { name, columns }] of objects.tables.entries()) {
      const texts = columns.map((column) => `${pg.escapeIdentifier(column.name)}::text`)
      let part = 0
      for await (const rows of rowsOf(client, `select ${texts.join(', ')} from only ${name}`))
        yield { name: names.databaseRows(index, part++), content: linesOf(rows) }
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function templateOf({ client, actAs }: OwnerSession): Promise<string | null> {
  await actAs('rounds_engine')
  const { rows } = await client.query<{ template: string | null }>(
    'select template from organization_database_service',
  )
  return rows[0]?.template ?? null
}

/** The database of an organization while it is imported; it is dropped unless it is kept. */
export class ImportedDatabase {
  #client: pg.Client | undefined
  #objects: DatabaseObjects | undefined
  readonly #ownerUrl: string
  readonly #organizationId: string

  constructor(ownerUrl: string, organizationId: string) {
    this.#ownerUrl = ownerUrl
    this.#organizationId = organizationId
  }

  /** Makes the database with its types and tables. Throws a `SettingsError` where there can be none. */
  async create(session: OwnerSession, content: Buffer): Promise<void> {
    const objects = JSON.parse(content.toString('utf8')) as DatabaseObjects
    const template = await templateOf(session)
    if (template === null) {
      if (objects.tables.length === 0) return
      throw new SettingsError(
        'The organization has tables of its own, and this server has no databases of organizations ' +
          '(DATABASE_URL is no superuser). Start Rounds once with a superuser, and import again.',
      )
    }
    const organizationId = this.#organizationId
    const { database, reader } = organizationNames(organizationId)
    const { rowCount } = await session.client.query('select from pg_database where datname = $1', [
      database,
    ])
    if (rowCount !== 0)
      throw new SettingsError(`A database ${database} of this organization is here already.`)
    // From here on there is something to drop.
    this.#objects = objects
    const url = roleUrl(this.#ownerUrl, 'rounds_provisioner')
    const { schema } = objects
    const address = await provision({ url, organizationId, schema, template })
    await session.client.query(
      `insert into organization_databases (organization_id, schema_name, reader_role, status,
        version, address) values ($1, $2, $3, 'ready', $4, $5)`,
      [organizationId, schema, reader, provisionVersion, address],
    )
    this.#client = await openAsOrganization(this.#ownerUrl, organizationId)
    await this.#client.query(`set local search_path = ''`)
    await runInSomeOrder(this.#client, objects.before)
  }

  /** Inserts rows of the table of that number. */
  async add(table: number, content: Buffer): Promise<void> {
    const described = this.#objects?.tables[table]
    if (!this.#client || !described) return
    const { name: into, columns } = described
    await insertRows(this.#client, { into, columns }, rowsOfLines(content))
  }

  /** Makes constraints, indexes and views, and keeps it all. */
  async keep(): Promise<void> {
    if (!this.#client || !this.#objects) return
    await runInSomeOrder(this.#client, this.#objects.after)
    await this.#client.query('commit')
  }

  /** Ends the connection. */
  async close(): Promise<void> {
    await this.#client?.end().catch(() => undefined)
    this.#client = undefined
  }

  /** Drops what `create` made. */
  async drop(): Promise<void> {
    await this.close()
    if (!this.#objects) return
    const client = makeClient({ connectionString: roleUrl(this.#ownerUrl, 'rounds_provisioner') })
    await client.connect()
    try {
      const { database } = organizationNames(this.#organizationId)
      await client.query(`drop database if exists ${database} with (force)`)
    } finally {
      await client.end()
    }
  }
}
