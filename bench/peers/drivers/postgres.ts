import { readFileSync } from 'node:fs'
import path from 'node:path'
import { startEmbeddedPostgres } from '../../../db/embedded.ts'
import { makeClient } from '../../../lib/postgres.ts'

export type Postgres = {
  /** Connection string of the superuser on the database `rounds`. */
  url: string
  /** Bytes of the write-ahead log so far. */
  logBytes(): Promise<number>
  /** The number that this query returns. */
  count(query: string): Promise<number>
  /** The parent process of all others of this Postgres. */
  pid: number
  stop(): Promise<void>
}

/**
 * The product's own Postgres with its settings (`synchronous_commit = on`), for any engine: an
 * empty database with its data in `folder`.
 */
export async function startPostgres(folder: string): Promise<Postgres> {
  const server = await startEmbeddedPostgres({ dataDir: folder })
  const admin = makeClient({ connectionString: server.url })
  await admin.connect()
  const { rows } = await admin.query<{ folder: string }>(
    `select current_setting('data_directory') as folder`,
  )
  const pidFile = path.join(rows[0]?.folder ?? '', 'postmaster.pid')
  const count = async (query: string): Promise<number> =>
    Number((await admin.query<{ number: string }>(query)).rows[0]?.number)
  return {
    url: server.url,
    count,
    logBytes: async () =>
      await count(`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as number`),
    pid: Number.parseInt(readFileSync(pidFile, 'utf8'), 10),
    async stop() {
      await admin.end().catch(() => undefined)
      await server.stop()
    },
  }
}
