import { readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { startEmbeddedPostgres } from '../../../db/embedded.ts'
import { makeClient } from '../../../lib/postgres.ts'

export type Postgres = {
  /** Connection string of the superuser on the database `rounds`. */
  url: string
  admin: pg.Client
  /** The process that all others of this Postgres are below. */
  pid: number
  stop(): Promise<void>
}

/**
 * The product's own Postgres with its settings (`synchronous_commit = on`), for whoever is measured:
 * an empty database, data in `folder`.
 */
export async function startPostgres(folder: string): Promise<Postgres> {
  const server = await startEmbeddedPostgres({ dataDir: folder })
  const admin = makeClient({ connectionString: server.url })
  await admin.connect()
  const { rows } = await admin.query<{ folder: string }>(
    `select current_setting('data_directory') as folder`,
  )
  const pidFile = path.join(rows[0]?.folder ?? '', 'postmaster.pid')
  return {
    url: server.url,
    admin,
    pid: Number.parseInt(readFileSync(pidFile, 'utf8'), 10),
    async stop() {
      await admin.end().catch(() => undefined)
      await server.stop()
    },
  }
}
