import { text } from 'node:stream/consumers'
import { DuckDBInstance, DuckDBTypeId, JsonDuckDBValueConverter, StatementType, type DuckDBConnection, type DuckDBValueConverter, type Json } from '@duckdb/node-api'
import { ApiError } from '#lib/domain/api-error'
import { collectRows } from './collect-rows.ts'
import { exactNumber } from './exact-number.ts'
import { sandboxSql } from './sandbox-data.ts'
import type { SandboxReply, SandboxRequest } from './sandbox-messages.ts'

/*
 * The program of the process that runs one query of the sandbox warehouse and then ends. A process, because DuckDB looks at an interrupt only between
 * chunks: `repeat('x', 2000000000)` ran for 15 seconds after one, and only the end of its process ends it. A new one for each query, because a query can
 * switch things on for all that follow (`FROM enable_logging()`), and the next one may be another organization's.
 */

type Query = Extract<SandboxRequest, { action: 'query' }>

/** No files, no network, no extensions, one thread; and no way to change that. */
const closed = {
  access_mode: 'READ_ONLY',
  threads: '1',
  memory_limit: '256MB',
  temp_directory: '',
  enable_external_access: 'false',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  // Else error messages tell where the server lives.
  secret_directory: '/nowhere',
  extension_directory: '/nowhere',
  home_directory: '/nowhere',
  lock_configuration: 'true',
}

const exact = new Set<number>([DuckDBTypeId.BIGINT, DuckDBTypeId.UBIGINT, DuckDBTypeId.HUGEINT, DuckDBTypeId.UHUGEINT, DuckDBTypeId.BIGNUM, DuckDBTypeId.DECIMAL])
const instants = new Set<number>([DuckDBTypeId.TIMESTAMP, DuckDBTypeId.TIMESTAMP_S, DuckDBTypeId.TIMESTAMP_MS, DuckDBTypeId.TIMESTAMP_NS, DuckDBTypeId.TIMESTAMP_TZ])

/** "2024-01-02 03:04:05.678" and "… 03:04:05+00" as ISO 8601. */
const iso = (text: string) => text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')

const toJson: DuckDBValueConverter<Json> = (value, type, converter) => {
  if (value !== null && exact.has(type.typeId)) return exactNumber(String(value))
  if (value !== null && instants.has(type.typeId)) return iso(String(value))
  return JsonDuckDBValueConverter(value, type, converter)
}

async function build(file: string): Promise<SandboxReply> {
  const instance = await DuckDBInstance.create(file, { threads: '1' })
  const connection = await instance.connect()
  for (const statement of sandboxSql) await connection.run(statement)
  connection.closeSync()
  instance.closeSync()
  return { type: 'built' }
}

async function prepared(connection: DuckDBConnection, query: string) {
  const statements = await connection.extractStatements(query).catch((error: unknown) => {
    // Nothing but blanks and comments has no statements, and no message either.
    if (error instanceof Error && /native callback/.test(error.message)) return { count: 0, prepare: undefined }
    throw error
  })
  if (statements.count !== 1 || !statements.prepare) {
    const pivot = /\bpivot\b/i.test(query) ? ' PIVOT works with the values named in ON … IN (…).' : ''
    return statements.count === 0 ? 'There is no statement to run.' : `One statement can be run at a time.${pivot}`
  }
  const statement = await statements.prepare(0)
  if (statement.statementType !== StatementType.SELECT && statement.statementType !== StatementType.EXPLAIN)
    return `The sandbox warehouse only reads: write a SELECT, not ${StatementType[statement.statementType].replaceAll('_', ' ')}.`
  return statement
}

async function run({ file, query, limits }: Query): Promise<SandboxReply> {
  const instance = await DuckDBInstance.create(file, closed)
  const connection = await instance.connect()
  const statement = await prepared(connection, query)
  if (typeof statement === 'string') return { type: 'refused', message: statement }
  const result = await statement.stream()
  const collected = collectRows(result.columnNames(), limits)
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    for (const row of chunk.convertRows(toJson)) collected.add(row)
  }
  return { type: 'rows', rows: collected.rows }
}

function failure(error: unknown): SandboxReply {
  if (error instanceof ApiError && error.code === 'result_too_large') return { type: 'too_large' }
  const message = (error instanceof Error ? error.message : String(error)).replace(/^Failed to (?:extract statements|prepare|execute prepared statement): /, '')
  // "Catalog Error: Table with name x does not exist!"
  const code = /^([A-Za-z ]+?) Error:/.exec(message)?.[1] ?? 'Unknown'
  return { type: 'failed', code, message: message.slice(0, 2000) }
}

/** Writes the answer and ends, whatever DuckDB's threads still do. */
function end(reply: SandboxReply): void {
  process.stdout.write(JSON.stringify(reply), () => process.kill(process.pid, 'SIGKILL'))
}

/** DuckDB's own limit does not count the strings that functions make. */
function watchMemory(maxBytes: number): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > maxBytes) end({ type: 'failed', code: 'Out of Memory', message: 'Out of Memory Error: the query needs more memory than the sandbox warehouse has' })
  }, 20)
}

const asked = await text(process.stdin)
// The service ended and had no question any more.
if (asked !== '') {
  const request = JSON.parse(asked) as SandboxRequest
  if (request.action === 'query') watchMemory(request.maxResidentBytes)
  end(await (request.action === 'build' ? build(request.file) : run(request)).catch(failure))
}
