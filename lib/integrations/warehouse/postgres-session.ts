import { Socket } from 'node:net'
import pg from 'pg'
import { collectRows, resultLimits, resultTooLarge } from './collect-rows.ts'
import type { WarehouseRow } from './port.ts'
import { postgresValue } from './postgres-value.ts'

export type PostgresTarget = {
  host: string
  address: string
  port: number
  database: string
  user: string
  password: string
  tls: 'verify' | 'off'
  certificateAuthority: string | undefined
  timeoutSeconds: number
}

/** Max bytes on the wire, because a single value can be a gigabyte and would be buffered whole. */
const maxOnTheWire = 4 * resultLimits.maxBytes

function optionsOf({ timeoutSeconds }: PostgresTarget): string {
  const settings = {
    default_transaction_read_only: 'on',
    statement_timeout: timeoutSeconds * 1000,
    idle_in_transaction_session_timeout: 60_000,
    timezone: 'UTC',
    datestyle: 'ISO',
    intervalstyle: 'iso_8601',
    bytea_output: 'hex',
  }
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}

/**
 * Runs one statement in its own connection and read-only transaction, over the extended protocol,
 * which accepts no second statement. `onConnected` is called when the server has accepted us.
 * Throws the errors of `pg` and of `collectRows`.
 */
export async function runInPostgres(
  target: PostgresTarget,
  query: string,
  signal: AbortSignal,
  onConnected: () => void,
): Promise<WarehouseRow[]> {
  const socket = new Socket()
  const client = new pg.Client({
    host: target.address,
    port: target.port,
    database: target.database,
    user: target.user,
    password: target.password,
    stream: () => socket,
    ssl:
      target.tls === 'verify'
        ? {
            servername: target.host,
            rejectUnauthorized: true,
            ...(target.certificateAuthority ? { ca: target.certificateAuthority } : {}),
          }
        : false,
    options: optionsOf(target),
    application_name: 'Rounds',
  })
  let broken: Error | undefined
  const stop = (reason: Error) => {
    broken ??= reason
    socket.destroy()
  }
  const aborted = () => stop(signal.reason as Error)
  const watch = setInterval(() => {
    if (socket.bytesRead > maxOnTheWire) stop(resultTooLarge())
  }, 20)
  signal.addEventListener('abort', aborted, { once: true })
  // An error of the connection also ends the running call, with its reason.
  client.on('error', () => undefined)
  try {
    await client.connect()
    onConnected()
    await client.query('BEGIN READ ONLY')
    const rows = await readRows(client, query, stop)
    await client.query('ROLLBACK')
    return rows
  } catch (error) {
    throw broken ?? error
  } finally {
    clearInterval(watch)
    signal.removeEventListener('abort', aborted)
    // The session needs no other message than the close.
    socket.destroy()
  }
}

function readRows(
  client: pg.Client,
  query: string,
  stop: (reason: Error) => void,
): Promise<WarehouseRow[]> {
  const { promise, resolve, reject } = Promise.withResolvers<WarehouseRow[]>()
  const config = {
    text: query,
    rowMode: 'array',
    queryMode: 'extended',
    types: { getTypeParser: (type: number) => (text: string) => postgresValue(type, text) },
  }
  const asked = client.query(new pg.Query(config as unknown as pg.QueryConfig))
  let collected: ReturnType<typeof collectRows> | undefined
  asked.on('row', (row: unknown, result) => {
    try {
      collected ??= collectRows((result?.fields ?? []).map(({ name }) => name))
      collected.add(row as unknown[])
    } catch (error) {
      stop(error as Error)
      reject(error as Error)
    }
  })
  asked.on('end', () => resolve(collected?.rows ?? []))
  asked.on('error', reject)
  return promise
}
