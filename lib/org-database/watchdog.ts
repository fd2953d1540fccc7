import { makeClient } from '#lib/postgres'
import { limits } from './limits.ts'
import type { Target } from './target.ts'

type Watched = { target: Target; pid: number; mode: 'read' | 'write'; statementMs: number }

const look = 2000

/**
 * Watches over one statement from outside: a connection of its own ends the session at the time limit plus a second, whatever the session's settings
 * and the runner say, and a write that grows the database beyond all bounds. Returns what ends the watch.
 * @param url the watchdog role's connection string, on the platform's database
 */
export function watch(url: string, { target, pid, mode, statementMs }: Watched): () => void {
  const end = () => void once(url, `select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and usename = $2`, [pid, target.user])
  const deadline = setTimeout(end, statementMs + limits.watchdogGraceMs)
  // A statement that has not ended after a look is worth asking how much it has written.
  const size = mode === 'read' ? undefined : setInterval(() => {
    void once(url, `select pg_database_size($1) as size`, [target.database]).then((row) => {
      if (Number(row?.['size'] ?? 0) > limits.databaseBytes * 1.25) end()
    })
  }, look)
  return () => {
    clearTimeout(deadline)
    clearInterval(size)
  }
}

/** A connection for each question: there are few, and none that waits idle can be broken when it is needed. */
async function once(url: string, text: string, values: unknown[]): Promise<Record<string, unknown> | undefined> {
  const client = makeClient({
    connectionString: url,
    application_name: 'rounds watchdog',
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: limits.connectMs,
  })
  try {
    await client.connect()
    const { rows } = await client.query<Record<string, unknown>>(text, values)
    return rows[0]
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}
