import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { closeDatabase, configureDatabase } from '#db/client'
import { migrate } from '#db/migrate'
import { roleUrls } from '#db/role-url'
import { makeClient } from '#lib/postgres'
import { spawnChaosWorker, type WorkerProcess } from '#test/chaos/fleet'
import { consult } from '#test/chaos/oracles'
import { leftovers } from '#test/chaos/leftovers'
import { simulatePerson } from '#test/chaos/person'
import { startPrimaryProxy, type PrimaryProxy } from '#test/chaos/primary-proxy'
import { startCountingProvider, type CountingProvider } from '#test/chaos/provider'
import { ReplicatedPostgres } from '#test/chaos/replicated-postgres'
import { keepStarting, type Acknowledged } from '#test/chaos/keep-starting'
import { installWitness } from '#test/chaos/witness'
import { seedOrganization } from '#test/harness/seed-organization'
import { until } from '#test/harness/until'
import { graph } from '#test/samples/graph'

// Two servers are made, migrated and copied, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 })

/** Callers that start runs at the same time. */
const callers = 4
const effects = ['book', 'order', 'charge'] as const
const value = { value: { $: 'startData.n' } }
const definition = graph('echo -> book -> order -> charge', {
  book: { type: 'book', config: value },
  order: {
    type: 'order',
    config: value,
    retry: { maxAttempts: 50, delaySeconds: 0, factor: 1, maxDelaySeconds: 0 },
  },
  charge: { type: 'charge', config: value },
})

let folder: string
let postgres: ReplicatedPostgres
let proxy: PrimaryProxy
let provider: CountingProvider
let admin: pg.Client
let workers: WorkerProcess[] = []
let organizationId: string

async function connected(url: string): Promise<pg.Client> {
  const client = makeClient({ connectionString: url })
  await client.connect()
  return client
}

/** Starts so many runs as callers do; answers their ids in order. */
async function startSome(count: number): Promise<string[]> {
  const stop = new AbortController()
  const acknowledged: Acknowledged[] = []
  const load = keepStarting({ organizationId, definition, callers }, acknowledged, stop.signal)
  await Promise.race([load, until('starts', () => acknowledged.length >= count)])
  stop.abort()
  await load
  return acknowledged.map(({ runId }) => runId).toSorted()
}

/** Those of the runs that this server has. */
async function idsIn(client: pg.Client, ids: string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'select id from runs where id = any($1) order by id',
    [ids],
  )
  return rows.map(({ id }) => id)
}

async function isStandby(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ follows: boolean }>('select pg_is_in_recovery() as follows')
  return rows[0]?.follows === true
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'rounds-failover-'))
  // Run by root, Postgres is another user, who must be able to pass through.
  chmodSync(folder, 0o711)
  postgres = await ReplicatedPostgres.start(folder)
  await migrate(postgres.url)
  admin = await connected(postgres.url)
  await installWitness(admin)
  await postgres.addStandby()
  proxy = await startPrimaryProxy(postgres)
  const urls = roleUrls(proxy.at(postgres.url))
  configureDatabase(urls)
  provider = await startCountingProvider()
  organizationId = (await seedOrganization()).organizationId
  const env = { ROUNDS_ENGINE_URL: urls.engineUrl, ROUNDS_APP_URL: urls.appUrl }
  workers = [1, 2].map(() => spawnChaosWorker({ ...env, PROVIDER_URL: provider.url }))
  await Promise.all(workers.map(({ ready }) => ready))
})
afterAll(async () => {
  for (const worker of workers) worker.process.kill('SIGKILL')
  await Promise.all(workers.map(({ ended }) => ended))
  await provider.close()
  await closeDatabase()
  await admin.end()
  proxy.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('the primary is lost under load: no acknowledged start is lost, no effect is doubled', async () => {
  const stop = new AbortController()
  const acknowledged: Acknowledged[] = []
  const load = keepStarting({ organizationId, definition, callers }, acknowledged, stop.signal)
  await Promise.race([load, until('runs at work', () => provider.entries.length > 30)])
  const before = acknowledged.length
  await postgres.failOver()
  // How soon is measured by `bench/kill-everything.ts --machines`.
  await Promise.race([load, until('starts after it', () => acknowledged.length > before + 30)])
  stop.abort()
  await load

  await admin.end()
  admin = await connected(postgres.url)
  const person = simulatePerson(() => admin, organizationId, provider)
  const everyRunEnds = async () => {
    await person.tend()
    const left = await admin.query(
      `select from runs where status in ('running', 'suspended')
       union all select from graphile_worker.jobs`,
    )
    if (left.rowCount) return undefined
    const { rows } = await admin.query<{ id: string; status: string }>(
      'select id, status from runs',
    )
    return new Map(rows.map(({ id, status }) => [id, status]))
  }
  // A worker that the other took for dead has its runs in a process of their own, which has to load.
  const ends = await until('the end of all runs', everyRunEnds, 90_000).catch(
    async (error: Error) => {
      throw new Error([error.message, ...(await leftovers(admin))].join('\n'), { cause: error })
    },
  )
  const lost = acknowledged.filter(({ runId }) => ends.get(runId) !== 'completed')
  expect(lost).toEqual([])
  const found = await consult({ admin, provider, retries: person.retries })
  expect(Object.entries(found).filter(([, wrong]) => wrong.length > 0)).toEqual([])
  // Each run had each effect once; one whose start was not answered may have been started, too.
  const made = provider.entries.filter(({ repeat }) => !repeat)
  expect(made).toHaveLength(ends.size * effects.length + person.answered.retried)
})

test('the lost primary comes back: nothing reaches it, and it becomes a standby', async () => {
  const url = await postgres.restartLost()
  const late = await connected(url)
  const seeing = await connected(url)
  expect(await isStandby(seeing)).toBe(false)
  let answered = false
  const ended = late.query('create table written_too_late ()').then(
    () => {
      answered = true
    },
    (error: Error) => error.message,
  )
  // Its commit waits for a standby that follows another primary now.
  await until('a commit that waits', async () => {
    const { rowCount } = await seeing.query(
      `select from pg_stat_activity where wait_event = 'SyncRep'`,
    )
    return rowCount
  })
  expect(answered).toBe(false)

  // While both take writes, those of Rounds go to the one that leads.
  const started = await startSome(20)
  expect(await idsIn(admin, started)).toEqual(started)
  expect(await idsIn(seeing, started)).toEqual([])
  const { rows: ours } = await seeing.query(
    `select usename from pg_stat_activity where usename like 'rounds%'`,
  )
  expect(ours).toEqual([])

  const gone = seeing.end().catch(() => undefined)
  await postgres.addStandby()
  expect(await ended).toMatch(/terminated|ECONNRESET/)
  await gone
  const standby = await connected(url)
  try {
    expect(await isStandby(standby)).toBe(true)
    const { rows } = await standby.query<{ late: string | null }>(
      `select to_regclass('written_too_late')::text as late`,
    )
    expect(rows).toEqual([{ late: null }])
    const later = await startSome(5)
    const all = [...started, ...later].toSorted()
    await until('it follows', async () => (await idsIn(standby, all)).length === all.length)
  } finally {
    await standby.end()
  }
})
