import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type pg from 'pg'

import { startEmbeddedPostgres } from '../../db/embedded.ts'
import { migrate } from '../../db/migrate.ts'
import { makeClient } from '../../lib/postgres.ts'

/**
 * Calls `work` with a superuser's connection to a new database with all migrations. The Postgres
 * and its folder are deleted afterwards; nothing waits for the disk.
 */
export async function withMigratedDatabase<Answer>(
  work: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  // The roles' passwords are derived from it; this database contains nothing secret.
  process.env['SECRET_KEY'] ??= 'a-database-that-lives-for-a-moment'
  const folder = mkdtempSync(path.join(tmpdir(), 'rounds-schema-'))
  // When root runs this, Postgres is another user, who must be able to enter the folder.
  chmodSync(folder, 0o711)
  const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: folder, settings })
    try {
      await migrate(postgres.url)
      return await connected(postgres.url, work)
    } finally {
      await postgres.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function connected<Answer>(
  url: string,
  work: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = makeClient({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
