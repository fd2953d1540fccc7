import { rm } from 'node:fs/promises'
import {
  DuckDBInstance,
  DuckDBTypeId,
  JsonDuckDBValueConverter,
  StatementType,
  type DuckDBConnection,
  type DuckDBPreparedStatement,
  type DuckDBValueConverter,
  type Json,
} from '@duckdb/node-api'
import { ApiError } from '#lib/domain/api-error'
import { cutText } from '#lib/domain/text'
import { serve, type Handled } from '#lib/process-pool/serve'
import { collectRows } from './collect-rows.ts'
import { exactNumber } from './exact-number.ts'
import { isPlainQuery } from './plain-query.ts'
import { sandboxSql } from './sandbox-data.ts'
import type { SandboxReply, SandboxRequest } from './sandbox-messages.ts'

/*
 * The program of a process that runs queries of one organization on the sandbox warehouse, one
 * after the other. A process, because DuckDB looks at an interrupt only between chunks:
 * `repeat('x', 2000000000)` ran for 15 seconds after one, and only the end of its process ends it.
 * Each query has a connection of its own. A query can switch things on for all that follow (`FROM
 * enable_logging()`, also out of a text: `FROM query('…')`), so what the database says of itself is
 * compared after each that is not plainly harmless (`plain-query.ts`), and the process ends when a
 * word of it has changed.
 */

/** No files, no network, no extensions, one thread; and queries cannot change that. */
const closed = {
  access_mode: 'READ_ONLY',
  threads: '1',
  memory_limit: '256MB',
  temp_directory: '',
  // On tables this small, its filters cost a quarter of a join and save less.
  disabled_optimizers: 'join_filter_pushdown',
  enable_external_access: 'false',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  // Otherwise error messages show the server's paths.
  secret_directory: '/nowhere',
  extension_directory: '/nowhere',
  home_directory: '/nowhere',
  lock_configuration: 'true',
}

const exact = new Set<number>([
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UHUGEINT,
  DuckDBTypeId.BIGNUM,
  DuckDBTypeId.DECIMAL,
])
const instants = new Set<number>([
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_S,
  DuckDBTypeId.TIMESTAMP_MS,
  DuckDBTypeId.TIMESTAMP_NS,
  DuckDBTypeId.TIMESTAMP_TZ,
])

/** "2024-01-02 03:04:05.678" and "… 03:04:05+00" as ISO 8601. */
const iso = (text: string) => text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')

const toJson: DuckDBValueConverter<Json> = (value, type, converter) => {
  if (value !== null && exact.has(type.typeId)) return exactNumber(String(value))
  if (value !== null && instants.has(type.typeId)) return iso(String(value))
  return JsonDuckDBValueConverter(value, type, converter)
}

async function build(file: string): Promise<void> {
  // The file of an interrupted attempt.
  await rm(file, { force: true })
  const instance = await DuckDBInstance.create(file, { threads: '1' })
  const connection = await instance.connect()
  for (const statement of sandboxSql) await connection.run(statement)
  connection.closeSync()
  instance.closeSync()
}

async function prepared(connection: DuckDBConnection, query: string) {
  const statements = await connection.extractStatements(query).catch((error: unknown) => {
    // A text of blanks and comments has no statements, and no error message either.
    if (error instanceof Error && /native callback/.test(error.message))
      return { count: 0, prepare: undefined }
    throw error
  })
  if (statements.count !== 1 || !statements.prepare) {
    const pivot = /\bpivot\b/i.test(query)
      ? ' PIVOT works with the values named in ON … IN (…).'
      : ''
    return statements.count === 0
      ? 'There is no statement to run.'
      : `One statement can be run at a time.${pivot}`
  }
  const statement = await statements.prepare(0)
  if (
    statement.statementType !== StatementType.SELECT &&
    statement.statementType !== StatementType.EXPLAIN
  )
    return (
      'The sandbox warehouse only reads: ' +
      `write a SELECT, not ${StatementType[statement.statementType].replaceAll('_', ' ')}.`
    )
  return statement
}

type Database = { instance: DuckDBInstance; look: DuckDBPreparedStatement; first: string }

async function lookAt(look: DuckDBPreparedStatement): Promise<string> {
  return JSON.stringify((await look.runAndReadAll()).getRows(), (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

async function openDatabase(file: string): Promise<Database> {
  const instance = await DuckDBInstance.create(file, closed)
  const connection = await instance.connect()
  const look = await connection.prepare(
    `SELECT bit_xor(hash(name || '=' || coalesce(value, ''))), (SELECT count(*) FROM duckdb_logs()) FROM duckdb_settings()`,
  )
  return { instance, look, first: await lookAt(look) }
}

async function run({ instance }: Database, request: SandboxRequest): Promise<SandboxReply> {
  const { query, limits } = request
  const connection = await instance.connect()
  try {
    const statement = await prepared(connection, query)
    if (typeof statement === 'string') return { type: 'refused', message: statement }
    const result = await statement.stream()
    const collected = collectRows(result.columnNames(), limits)
    for (
      let chunk = await result.fetchChunk();
      chunk && chunk.rowCount > 0;
      chunk = await result.fetchChunk()
    ) {
      for (const row of chunk.convertRows(toJson)) collected.add(row)
    }
    return { type: 'rows', rows: collected.rows }
  } catch (error) {
    return failure(error)
  } finally {
    connection.closeSync()
  }
}

function failure(error: unknown): SandboxReply {
  if (error instanceof ApiError && error.code === 'result_too_large') return { type: 'too_large' }
  const message = (error instanceof Error ? error.message : String(error)).replace(
    /^Failed to (?:extract statements|prepare|execute prepared statement): /,
    '',
  )
  // "Catalog Error: Table with name x does not exist!"
  const code = /^([A-Za-z ]+?) Error:/.exec(message)?.[1] ?? 'Unknown'
  return { type: 'failed', code, message: cutText(message, 2000) }
}

async function answer(database: Database, request: SandboxRequest): Promise<Handled> {
  const reply = await run(database, request)
  // A partially read result may still be produced; a database with an internal failure answers
  // nothing more.
  const broken = reply.type === 'failed' && /fatal|internal/i.test(reply.code)
  if (reply.type === 'too_large' || broken) return { reply, spent: true }
  if (isPlainQuery(request.query)) return { reply }
  const check = async () => (await lookAt(database.look).catch(() => '')) === database.first
  return { reply, check }
}

const [action, file = ''] = process.argv.slice(2)
if (action === 'build') {
  await serve(async () => {
    await build(file)
    return { reply: 'built' }
  })
} else {
  const database = await openDatabase(file)
  await serve<SandboxRequest>((request) => answer(database, request))
}
