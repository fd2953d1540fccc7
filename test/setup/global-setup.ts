import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { TestProject } from 'vitest/node'

import { startEmbeddedPostgres } from '#db/embedded'
import { migrate } from '#db/migrate'
import { startPgbouncer } from '#test/harness/pgbouncer'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The superuser's connection string to the migrated database that every test database is cloned
     * from.
     */
    templateUrl: string
  }
}

/** `TEST_POOLED=1`: the tests' own processes and those they start reach Postgres through PgBouncer. */
async function startPooler(url: string): Promise<{ stop(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rounds-pgbouncer-'))
  const pooler = await startPgbouncer(folder, url)
  process.env['DATABASE_POOLER_URL'] = pooler.url
  return {
    async stop() {
      await pooler.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/**
 * One Postgres for the whole test run, in a temporary folder. Its data is not needed afterwards, so
 * nothing waits for the disk.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rounds-test-'))
  // When root runs this, Postgres is another user, who must be able to enter the folder.
  chmodSync(folder, 0o711)
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
  })
  await migrate(postgres.url)
  project.provide('templateUrl', postgres.url)
  const pooler = process.env['TEST_POOLED'] ? await startPooler(postgres.url) : undefined
  return async () => {
    await pooler?.stop()
    await postgres.stop()
    for (const one of [folder, process.env['DATA_DIR']])
      if (one) rmSync(one, { recursive: true, force: true })
  }
}
