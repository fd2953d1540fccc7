import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase, configureDatabase, inOrganization } from '#db/client'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#db/embedded'
import { migrate } from '#db/migrate'
import { roleUrls } from '#db/role-url'
import { makeClient } from '#lib/postgres'
import { noServices } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { seedOrganization, seedWorkflow } from '#test/harness/seed-organization'
import { echo } from '#test/samples/steps'
import { startRun } from '#lib/engine/commands/start-run'
import { stopWatchingRuns, watchRuns } from '#lib/engine/watch/watch'
import { startWorker } from '#lib/engine/worker/worker'

/** Postgres counts its writes for a whole cluster, so this file has its own. */
let dataDir = ''
let postgres: EmbeddedPostgres
let admin: pg.Client
let organizationId = ''

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'rounds-written-'))
  // When root runs this, Postgres is another user, who must be able to enter the folder.
  chmodSync(dataDir, 0o711)
  postgres = await startEmbeddedPostgres({
    dataDir,
    settings: { autovacuum: 'off', checkpoint_timeout: '1h' },
  })
  await migrate(postgres.url)
  configureDatabase(roleUrls(postgres.url))
  admin = makeClient({ connectionString: postgres.url })
  await admin.connect()
  organizationId = (await seedOrganization()).organizationId
}, 120_000)
afterAll(async () => {
  await stopWatchingRuns()
  await admin.end()
  await closeDatabase()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const openConnection = async (): Promise<never> =>
  await Promise.reject(new Error('a test step asked for a connection'))

/** Transactions that wrote something have a number; those that only read have none. */
async function count(): Promise<{ commits: number; walBytes: number }> {
  const { rows } = await admin.query<{ commits: string; wal: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as commits, ' +
      "pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as wal",
  )
  return { commits: Number(rows[0]?.commits), walBytes: Number(rows[0]?.wal) }
}

/**
 * What each of 200 runs costs that wait for a worker together, the share of the queue and of the
 * workers' looks included.
 */
async function costOf(length: number): Promise<{ commits: number; walBytes: number }> {
  const definition = graph(Array.from({ length }, (_, index) => `s${index}`).join(' -> '))
  const version = {
    organizationId,
    ...(await seedWorkflow(organizationId, definition)),
    definition,
  }
  async function play(runs: number): Promise<void> {
    const start = {
      ...version,
      startData: {},
      trigger: 'api' as const,
      startedBy: null,
      startedByUserId: null,
    }
    const started = await Promise.all(
      Array.from({ length: runs }, () =>
        inOrganization(organizationId, (tx) => startRun(tx, start)),
      ),
    )
    const worker = await startWorker({
      services: noServices,
      openConnection,
      stepTypes: new Map([['echo', echo]]),
    })
    for (const { runId } of started)
      expect(await watchRuns().waitForRun(runId, { organizationId, timeoutMs: 30_000 })).toBe(true)
    await worker.stop()
  }
  await play(100)
  const before = await count()
  await play(200)
  const after = await count()
  return {
    commits: (after.commits - before.commits) / 200,
    walBytes: (after.walBytes - before.walBytes) / 200,
  }
}

test.each([1, 10, 40])(
  'a run of %i pure steps: its start is a commit, its end one that runs of the same moment ' +
    'share, and with the queue’s share they are at most 2.5; 4 KB of log, and 0.7 KB a step',
  { timeout: 120_000 },
  async (length) => {
    const { commits, walBytes } = await costOf(length)
    expect(commits).toBeLessThanOrEqual(2.5)
    expect(commits).toBeGreaterThan(1)
    expect(walBytes).toBeLessThan(4000 + 700 * length)
  },
)
