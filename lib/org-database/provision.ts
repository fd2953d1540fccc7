import pg from 'pg'
import { makeClient } from '#lib/postgres'
import { readingTables, type ReadingTable } from '#lib/domain/provider/reading-tables'
import { scramVerifier } from '#lib/scram-verifier'
import { limits } from './limits.ts'
import {
  levelsOfAll,
  levelsOfOwn,
  loginOf,
  organizationNames,
  readingLevels,
  type ReadingLevel,
} from './names.ts'

/** Increase this with every change of `provision`, so that existing databases are updated. */
export const provisionVersion = 4

type Provision = {
  /** The provisioner's connection string, on the platform's database. */
  url: string
  organizationId: string
  schema: string
  template: string
}

const quoted = (name: string) => pg.escapeIdentifier(name)
const text = (value: string) => pg.escapeLiteral(value)

/**
 * The address at which the server itself reaches the platform's database, which may differ from
 * ours.
 */
export async function serverAddress(
  url: string,
): Promise<{ host: string; port: string; database: string }> {
  return await connected(url, async (client) => {
    const { rows } = await client.query<{
      host: string | null
      port: string | null
      database: string
    }>(
      'select host(inet_server_addr()) as host, inet_server_port()::text as port, ' +
        'current_database() as database',
    )
    const { host, port, database } = rows[0] ?? {}
    return {
      host: host ?? client.host,
      port: port ?? String(client.port),
      database: database ?? '',
    }
  })
}

/**
 * Creates or updates an organization's database, its two roles, its schema and the two tables of
 * the platform in it. It can be repeated, and run concurrently. It never drops anything. Returns
 * the address from which the two tables are read.
 */
export async function provision({
  url,
  organizationId,
  schema,
  template,
}: Provision): Promise<string> {
  const { database, login, reader, readerPassword } = organizationNames(organizationId)
  const address = await serverAddress(url)
  await connected(url, async (client) => {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [database])
    for (const level of readingLevels) {
      const { user, password } = loginOf(organizationId, level)
      await ensureRole(client, user, password)
      // Limits what sorts and hashes write to disk; only a superuser, or a role with that
      // privilege, may set it.
      const bytes = `${limits.tempBytes / 1024}kB`
      await client.query(`alter role ${quoted(user)} set temp_file_limit = '${bytes}'`)
      await client.query(`grant ${quoted(user)} to rounds_watchdog with inherit true, set false`)
      if (user !== login)
        await client.query(`grant ${quoted(login)} to ${quoted(user)} with inherit false, set true`)
    }
    await ensureRole(client, reader, readerPassword)
    await client.query(`alter role ${quoted(reader)} set default_transaction_read_only = on`)
    await client.query(`grant rounds_reader to ${quoted(reader)} with inherit true, set false`)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      database,
    ])
    if (rowCount === 0)
      await client.query(`create database ${quoted(database)} template ${quoted(template)}`)
    await client.query(`revoke all on database ${quoted(database)} from public`)
    const logins = readingLevels.map((level) => quoted(loginOf(organizationId, level).user))
    await client.query(`grant connect on database ${quoted(database)} to ${logins.join(', ')}`)
    if (rowCount === 0)
      await client.query(`comment on database ${quoted(database)} is ${text(template)}`)
    await connected(
      Object.assign(new URL(url), { pathname: `/${database}` }).href,
      async (inside) => {
        await inside.query('begin')
        await inside.query(`create schema if not exists ${quoted(schema)}`)
        await inside.query(`grant usage, create on schema ${quoted(schema)} to ${quoted(login)}`)
        const identity = { user: reader, password: readerPassword }
        await ensureServer(inside, 'platform', address, identity)
        // `%a` is the name of the session here, with the caller's scope; connections of its own,
        // because a connection keeps the name that it began with.
        await ensureServer(inside, 'platform_own', address, identity, { application_name: '%a' })
        const usersOf = (levels: readonly ReadingLevel[]) =>
          levels.map((level) => loginOf(organizationId, level).user)
        for (const table of readingTables)
          await ensureTable(inside, table, {
            schema,
            login,
            mayReadAll: usersOf(levelsOfAll[table.name]),
            mayReadOwn: usersOf(table.name === 'tasks' ? levelsOfOwn : []),
          })
        await inside.query('commit')
      },
    )
  })
  return `${address.host}:${address.port}/${address.database}`
}

async function ensureRole(client: pg.Client, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  const attributes =
    `login connection limit ${limits.sessionsPerRole} ` +
    `password ${text(scramVerifier(password))}`
  // To name these in ALTER ROLE takes a superuser, also when they stay as they are.
  const powerless = 'nosuperuser nocreatedb nocreaterole nobypassrls'
  if (rowCount === 0) await client.query(`create role ${quoted(role)} ${powerless} ${attributes}`)
  else await client.query(`alter role ${quoted(role)} ${attributes}`)
}

/**
 * Sets up the access to the platform: the mapping belongs to the provisioner, who owns the views,
 * so the organization's role can read neither it nor the server.
 */
async function ensureServer(
  client: pg.Client,
  name: 'platform' | 'platform_own',
  address: { host: string; port: string; database: string },
  identity: { user: string; password: string },
  more: Record<string, string> = {},
): Promise<void> {
  const place = { host: address.host, port: address.port, dbname: address.database }
  const fixed = {
    updatable: 'false',
    truncatable: 'false',
    fetch_size: '1000',
    connect_timeout: '5',
    options:
      `-c statement_timeout=${limits.statementMs} -c lock_timeout=${limits.lockMs} -c ` +
      `work_mem=${limits.workMemory} -c jit=off`,
    ...more,
  }
  const options = (values: Record<string, string>, verb = '') =>
    Object.entries(values)
      .map(([name, value]) => `${verb} ${name} ${text(value)}`)
      .join(', ')
  await client.query(
    `create server if not exists ${name} foreign data wrapper postgres_fdw options ` +
      `(${options({ ...place, ...fixed })})`,
  )
  await client.query(`alter server ${name} options (${options({ ...place, ...fixed }, 'set')})`)
  const mapping = `user mapping for rounds_provisioner server ${name}`
  await client.query(
    `create ${mapping.replace('mapping', 'mapping if not exists')} options (${options(identity)})`,
  )
  await client.query(`alter ${mapping} options (${options(identity, 'set')})`)
}

const isOneOf = (users: string[]): string =>
  `session_user in (${users.map((user) => `${text(user)}::name`).join(', ')})`

/**
 * True for a login role that may read all rows, false for one that reads its own, an error for all
 * others, even through a view of a permitted role. It depends on no row, so Postgres evaluates it
 * before it reads the first one. No statement can change `session_user`.
 */
function mayReadOr({ mayReadAll, mayReadOwn }: Place, { name, permission }: ReadingTable): string {
  const message = `${name} is read by POST /api/v2/sql with the permission ${permission}`
  // It includes a part of the session, because otherwise it would be an error at planning.
  const refusal = `cast(${text(message)} || substr(session_user::text, 1, 0) as boolean)`
  const own = mayReadOwn.length > 0 ? `when ${isOneOf(mayReadOwn)} then false ` : ''
  return `case when ${isOneOf(mayReadAll)} then true ${own}else ${refusal} end`
}

type Place = { schema: string; login: string; mayReadAll: string[]; mayReadOwn: string[] }

/** A table of the platform that is read through a server. */
async function ensureForeignTable(
  client: pg.Client,
  name: string,
  server: 'platform' | 'platform_own',
  columns: string[],
): Promise<string> {
  const foreign = `rounds_internal.${quoted(name)}`
  await client.query(
    `create foreign table if not exists ${foreign} (${columns.join(', ')}) server ${server} ` +
      `options (schema_name 'organization_reading', table_name ${text(name)})`,
  )
  for (const column of columns)
    await client.query(`alter foreign table ${foreign} add column if not exists ${column}`)
  return foreign
}

/**
 * A later version may add columns at the end; views of the organization that use this view stay.
 * Postgres evaluates the conditions on who signed in once, so that only one of the two foreign
 * tables is read.
 */
async function ensureTable(client: pg.Client, table: ReadingTable, place: Place): Promise<void> {
  const { schema, login, mayReadOwn } = place
  const { name, description, columns } = table
  const view = `${quoted(schema)}.${quoted(name)}`
  const defined = columns.map((column) => `${quoted(column.name)} ${column.type}`)
  const shown = columns.map((column) => quoted(column.name)).join(', ')
  const all = await ensureForeignTable(client, name, 'platform', defined)
  const parts = [`select ${shown} from ${all} where ${mayReadOr(place, table)}`]
  if (mayReadOwn.length > 0) {
    const own = await ensureForeignTable(client, `own_${name}`, 'platform_own', defined)
    parts.push(`select ${shown} from ${own} where ${isOneOf(mayReadOwn)}`)
  }
  await client.query(`create or replace view ${view} as ${parts.join(' union all ')}`)
  await client.query(`comment on view ${view} is ${text(description)}`)
  for (const column of columns)
    await client.query(
      `comment on column ${view}.${quoted(column.name)} is ${text(column.description)}`,
    )
  await client.query(`grant select on ${view} to ${quoted(login)}`)
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = makeClient({
    connectionString: url,
    application_name: 'rounds provisioner',
    connectionTimeoutMillis: 15_000,
    statement_timeout: 60_000,
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
