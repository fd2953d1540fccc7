import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeClient } from '#lib/postgres'
import { spawnChaosWorker, type WorkerProcess } from '#test/chaos/fleet'
import { consult } from '#test/chaos/oracles'
import { startCountingProvider, type CountingProvider } from '#test/chaos/provider'
import { installWitness } from '#test/chaos/witness'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { seedWorkflow } from '#test/harness/seed-organization'
import { until } from '#test/harness/until'

/** Worker processes, as on several machines, that share the runs of one Postgres. */
const engine = useEngine([], { workers: 0 })
let provider: CountingProvider
let admin: pg.Client
let workers: WorkerProcess[] = []

beforeAll(async () => {
  admin = makeClient({ connectionString: engine.database.url })
  await admin.connect()
  // Postgres itself records which worker took which run.
  await admin.query(`
    create table leases (run_id uuid not null, worker uuid not null, epoch bigint not null);
    create function note_lease() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      if new.lease_worker is not null and new.lease_epoch <> old.lease_epoch then insert into leases values (new.id, new.lease_worker, new.lease_epoch); end if;
      return null;
    end $$;
    create trigger note_lease after update on runs for each row execute function note_lease();`)
  await installWitness(admin)
})
afterAll(async () => await admin.end())
beforeEach(async () => {
  provider = await startCountingProvider()
})
afterEach(async () => {
  for (const worker of workers) worker.process.kill('SIGKILL')
  await Promise.all(workers.map(({ ended }) => ended))
  workers = []
  await provider.close()
})

async function start(more: Record<string, string> = {}): Promise<WorkerProcess & { id: string }> {
  const { engineUrl, appUrl } = engine.database
  const worker = spawnChaosWorker({
    ROUNDS_ENGINE_URL: engineUrl,
    ROUNDS_APP_URL: appUrl,
    PROVIDER_URL: provider.url,
    ...more,
  })
  workers.push(worker)
  const id = await worker.ready
  if (id === undefined) throw new Error('the worker process ended before it was ready')
  return { ...worker, id }
}

async function startRuns(
  count: number,
  definition: Parameters<typeof seedWorkflow>[1],
): Promise<string[]> {
  const { workflowId, versionId } = await seedWorkflow(engine.organizationId, definition)
  return await Promise.all(
    Array.from({ length: count }, () => engine.startVersion(workflowId, versionId, definition)),
  )
}

async function statusesOf(ids: string[]): Promise<string[]> {
  const { rows } = await admin.query<{ status: string }>(
    `select distinct status from runs where id = any($1::uuid[])`,
    [ids],
  )
  return rows.map(({ status }) => status)
}
const completed = async (ids: string[]): Promise<unknown> =>
  await until(
    'the end of all runs',
    async () =>
      (await statusesOf(ids)).every((status) => status !== 'running' && status !== 'suspended'),
    60_000,
  )

async function everythingHolds(): Promise<void> {
  await until(
    'an empty queue',
    async () => (await admin.query(`select from graphile_worker.jobs`)).rowCount === 0,
  )
  const found = await consult({ admin, provider, retries: new Map() })
  // The effects of earlier tests went to another provider.
  delete found['no effect is lost, none is made up (E3)']
  expect(Object.fromEntries(Object.entries(found).filter(([, wrong]) => wrong.length > 0))).toEqual(
    {},
  )
}

test(
  'three processes share the runs: all take part, no run is executed twice',
  { timeout: 120_000 },
  async () => {
    const ids = new Set((await Promise.all([start(), start(), start()])).map(({ id }) => id))
    const runs = await startRuns(
      90,
      graph('a -> charge -> b', { charge: { type: 'charge', config: { slowMs: 150 } } }),
    )
    await completed(runs)
    expect(await statusesOf(runs)).toEqual(['completed'])
    const { rows } = await admin.query<{ run_id: string; worker: string }>(
      `select run_id, worker from leases where run_id = any($1::uuid[])`,
      [runs],
    )
    expect(new Set(rows.map(({ worker }) => worker))).toEqual(ids)
    // A turn that lasts longer than five seconds, on a busy machine, hands its run back and takes
    // it again, so there may be more leases than runs.
    expect(new Set(rows.map(({ run_id }) => run_id))).toEqual(new Set(runs))
    expect(provider.entries.map(({ run }) => run).sort()).toEqual(runs.toSorted())
    await everythingHolds()
  },
)

test('the items of one loop are shared', { timeout: 120_000 }, async () => {
  await Promise.all([start(), start()])
  const loop = {
    type: 'for-each',
    config: { items: Array.from({ length: 1500 }, (_, index) => index) },
  }
  const runs = await startRuns(
    1,
    graph('loop -each-> book', { loop, book: { type: 'book', config: { slowMs: 50 } } }),
  )
  await completed(runs)
  expect(await statusesOf(runs)).toEqual(['completed'])
  const { rows } = await admin.query(
    `select distinct worker from leases join runs on runs.id = run_id where parent_run_id = $1`,
    runs,
  )
  expect(rows).toHaveLength(2)
  await everythingHolds()
})

test(
  'a process that is asked to stop under load hands its runs back within 10 s: ' +
    'none is lost, no call is made twice, nobody is asked',
  { timeout: 120_000 },
  async () => {
    const [leaving] = await Promise.all([start(), start()])
    const step = (type: string) => ({ type, config: { slowMs: 200 } })
    const runs = await startRuns(
      60,
      graph('a -> b -> c -> d -> e', {
        a: step('charge'),
        b: step('book'),
        c: step('charge'),
        d: step('book'),
        e: step('charge'),
      }),
    )
    const held = async () =>
      (await admin.query(`select from runs where lease_worker = $1`, [leaving.id])).rowCount ?? 0
    await until('the process at work', async () => (await held()) > 5)
    const stoppedAt = Date.now()
    leaving.process.kill('SIGTERM')
    expect(await leaving.ended).toBe(0)
    expect(Date.now() - stoppedAt).toBeLessThan(10_000)
    expect(await held()).toBe(0)
    await completed(runs)
    expect(await statusesOf(runs)).toEqual(['completed'])
    expect(provider.entries).toHaveLength(60 * 5)
    expect(provider.entries.filter(({ repeat }) => repeat)).toEqual([])
    await everythingHolds()
  },
)

test(
  'a rolling deploy: what an old process does not know yet waits for a new one, ' +
    'with old and new side by side',
  { timeout: 120_000 },
  async () => {
    const old = await start({ WITHOUT: 'book' })
    const before = await startRuns(10, graph('a -> charge', { charge: { type: 'charge' } }))
    const newer = await startRuns(
      10,
      graph('a -> book -> ask -> charge\na -> charge2', {
        book: { type: 'book' },
        charge: { type: 'charge' },
        charge2: { type: 'charge' },
        ask: { type: 'wait', config: { seconds: 0.1 } },
      }),
    )
    // What the new process can do is more of the same type here: the old one would not understand
    // its settings.
    const second = await startRuns(
      10,
      graph('a -> charge -> b', { charge: { type: 'charge', typeVersion: 2 } }),
    )
    const waiting = async () =>
      (
        await admin.query(
          `select from tasks where run_id = any($1::uuid[]) and step_type in ('book', 'charge')
            and status = 'pending' and state->>'waitsFor' = 'step-type'`,
          [[...newer, ...second]],
        )
      ).rowCount
    await until(
      'the runs to wait for a worker that knows the step',
      async () => (await waiting()) === 20,
    )
    // Meanwhile the steps that the old process knows continue, in these runs too.
    await completed(before)
    await until('the other branches', () => provider.entries.length === 20)
    const fresh = await start({ SECOND: 'charge' })
    await completed([...before, ...newer, ...second])
    expect(await statusesOf([...before, ...newer, ...second])).toEqual(['completed'])
    // The old one does its steps until it is told to stop.
    const last = await startRuns(
      40,
      graph('a -> charge', { charge: { type: 'charge', config: { slowMs: 100 } } }),
    )
    await completed(last)
    const { rows } = await admin.query<{ worker: string }>(
      `select distinct worker from leases where run_id = any($1::uuid[])`,
      [last],
    )
    expect(rows.map(({ worker }) => worker).sort()).toEqual([old.id, fresh.id].sort())
    await everythingHolds()
  },
)
