import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inOrganization } from '#db/client'
import { connections } from '#db/schema/connections'
import { fillSandbox } from '#db/seed/connections'
import { startRun } from '#lib/engine/commands/start-run'
import { newId } from '#lib/ids'
import { askAgain } from '#lib/operations/connections/ask-again'
import { makeClient } from '#lib/postgres'
import { spawnChaosWorker, type WorkerProcess } from '#test/chaos/fleet'
import { startCountingProvider, type CountingProvider } from '#test/chaos/provider'
import { useEngine } from '#test/harness/engine'
import { seedOrganization, seedWorkflow } from '#test/harness/seed-organization'
import { until } from '#test/harness/until'
import { graph } from '#test/samples/graph'

vi.setConfig({ testTimeout: 120_000 })

/** Worker processes of which some have labels, as in several network zones. */
const engine = useEngine([], { workers: 0 })
let provider: CountingProvider
let admin: pg.Client
let workers: WorkerProcess[] = []

beforeAll(async () => {
  admin = makeClient({ connectionString: engine.database.url })
  await admin.connect()
  // Postgres itself records which worker wrote that it makes which call.
  await admin.query(`
    create table takers (run_id uuid not null, key text not null, worker uuid);
    create function note_taker() returns trigger language plpgsql security definer
    set search_path = public, pg_temp as $$
    begin
      if new.status = 'running' then
        insert into takers select new.run_id, new.key, lease_worker from runs where id = new.run_id;
      end if;
      return null;
    end $$;
    create trigger note_taker after insert or update on tasks
      for each row execute function note_taker();`)
  provider = await startCountingProvider()
  await addConnection('in-zone', 'emr-zone')
  await addConnection('open', null)
})
afterAll(async () => {
  await provider.close()
  await admin.end()
})
afterEach(async () => {
  for (const worker of workers) worker.process.kill('SIGKILL')
  await Promise.all(workers.map(({ ended }) => ended))
  workers = []
})

async function addConnection(
  slug: string,
  workerLabel: string | null,
  organizationId = engine.organizationId,
): Promise<void> {
  const id = newId()
  await inOrganization(organizationId, async (tx) => {
    const row = { id, organizationId, kind: 'emr' as const, slug, name: slug, provider: 'sandbox' }
    await tx.insert(connections).values({ ...row, config: {}, workerLabel })
    await fillSandbox(tx, { organizationId, connectionId: id, kind: 'emr' })
  })
}

async function startWorker(labels: string): Promise<WorkerProcess & { id: string }> {
  const { engineUrl, appUrl } = engine.database
  const worker = spawnChaosWorker({
    ROUNDS_ENGINE_URL: engineUrl,
    ROUNDS_APP_URL: appUrl,
    PROVIDER_URL: provider.url,
    WORKER_LABELS: labels,
  })
  workers.push(worker)
  const id = await worker.ready
  if (id === undefined) throw new Error('the worker process ended before it was ready')
  return { ...worker, id }
}

const note = (connection: string) => ({
  type: 'create-text-note',
  config: { connection, patientId: 'EMR-1001', title: 'T', body: 'B' },
})
const echo = { type: 'transform', config: { value: 1 } }
const takersOf = async (runId: string): Promise<Record<string, string>> => {
  const { rows } = await admin.query<{ key: string; worker: string }>(
    'select key, worker from takers where run_id = $1',
    [runId],
  )
  return Object.fromEntries(rows.map(({ key, worker }) => [key, worker]))
}

test('a call of a bound connection waits for a worker with its label, and only that one makes it', async () => {
  const anywhere = await startWorker('')
  const drawn = graph('before -> bound -> free -> after', {
    before: echo,
    bound: note('in-zone'),
    free: note('open'),
    after: echo,
  })
  const runId = await engine.start(drawn)
  const waiting = await until('the wait for its workers', async () => {
    const run = await engine.run(runId)
    return run.waitsForLabel !== null && run.leaseWorker === null ? run : undefined
  })
  expect(waiting).toMatchObject({ status: 'suspended', waitsForLabel: 'emr-zone' })
  expect((await engine.tasks(runId))['bound']).toMatchObject({
    status: 'pending',
    attempt: 0,
    dueAt: null,
    error: null,
    state: { waitsFor: 'worker', workerLabel: 'emr-zone' },
  })
  const inZone = await startWorker('emr-zone')
  expect((await engine.ended(runId, 30_000)).status).toBe('completed')
  expect(await takersOf(runId)).toMatchObject({ bound: inZone.id, free: anywhere.id })
})

test('a worker with labels alone does nothing else, with "unbound" it does', async () => {
  const inZone = await startWorker('emr-zone')
  const runId = await engine.start(graph('free', { free: note('open') }))
  // It has looked at its queue by then: this one it takes.
  await startWorker('another-zone')
  expect((await engine.run(runId)).leaseEpoch).toBe(0)
  inZone.process.kill('SIGKILL')
  const both = await startWorker('emr-zone,unbound')
  expect((await engine.ended(runId, 30_000)).status).toBe('completed')
  const bound = await engine.start(graph('bound', { bound: note('in-zone') }))
  expect((await engine.ended(bound, 30_000)).status).toBe('completed')
  expect(await takersOf(bound)).toEqual({ bound: both.id })
})

test('all steps of a bound workflow, also with unbound connections, are for its workers', async () => {
  await startWorker('')
  const inZone = await startWorker('emr-zone')
  const settings = { workerLabel: 'emr-zone' }
  const drawn = graph(
    'note -> book',
    { note: note('open'), book: { type: 'book', ...echo1 } },
    { settings },
  )
  const runId = await engine.start(drawn)
  expect((await engine.ended(runId, 30_000)).status).toBe('completed')
  expect(await takersOf(runId)).toEqual({ note: inZone.id, book: inZone.id })
})
const echo1 = { config: { value: 1 } }

test('another branch goes on in its time while one waits for workers that nobody runs', async () => {
  await startWorker('')
  const runId = await engine.start(
    graph('bound\nlater -> then', {
      bound: note('in-zone'),
      later: { type: 'wait', config: { seconds: 2 } },
      then: note('open'),
    }),
  )
  await until(
    'the other branch',
    async () => (await engine.statuses(runId))['then'] === 'completed',
  )
  expect(await engine.suspended(runId)).toMatchObject({ waitsForLabel: 'emr-zone' })
})

test('after the death of a bound worker another one with its label goes on', async () => {
  await startWorker('')
  const first = await startWorker('emr-zone')
  const retry = { maxAttempts: 50, delaySeconds: 0, factor: 1, maxDelaySeconds: 0 }
  const drawn = graph(
    'one -> two -> three',
    Object.fromEntries(
      ['one', 'two', 'three'].map((id) => [id, { type: 'order', ...echo1, retry }]),
    ),
    { settings: { workerLabel: 'emr-zone' } },
  )
  const { workflowId, versionId } = await seedWorkflow(engine.organizationId, drawn)
  const ids = await Promise.all(
    Array.from({ length: 12 }, () => engine.startVersion(workflowId, versionId, drawn)),
  )
  await until('work in flight', () => provider.entries.length > 3)
  first.process.kill('SIGKILL')
  const second = await startWorker('emr-zone')
  for (const id of ids) expect((await engine.ended(id, 60_000)).status).toBe('completed')
  const takers = await Promise.all(ids.map(takersOf))
  const used = new Set(takers.flatMap((all) => Object.values(all)))
  // What the first one had begun and not recorded, the second one did again: perhaps everything.
  expect([...used].filter((id) => id !== first.id)).toEqual([second.id])
})

test('a lost job of a waiting run is found by its workers', async () => {
  const anywhere = await startWorker('')
  const runId = await engine.start(graph('bound', { bound: note('in-zone') }))
  await engine.suspended(runId)
  anywhere.process.kill('SIGKILL')
  await anywhere.ended
  const { rowCount } = await admin.query(`select graphile_worker.remove_job('run:' || $1::text)`, [
    runId,
  ])
  expect(rowCount).toBe(1)
  await startWorker('emr-zone')
  expect((await engine.ended(runId, 30_000)).status).toBe('completed')
})

test('what waits goes on elsewhere when its connection loses the label', async () => {
  await startWorker('')
  await addConnection('moving', 'moved-zone')
  const runId = await engine.start(graph('bound', { bound: note('moving') }))
  await engine.suspended(runId)
  await engine.act(async (tx) => {
    await tx.update(connections).set({ workerLabel: null }).where(eq(connections.slug, 'moving'))
    await askAgain(tx, engine.organizationId, { workerLabel: 'moved-zone' })
  })
  expect((await engine.ended(runId, 30_000)).status).toBe('completed')
})

test('among runs that wait for the same workers, an organization with many steps back', async () => {
  await startWorker('')
  const other = (await seedOrganization()).organizationId
  await addConnection('in-zone', 'emr-zone', other)
  const drawn = graph('bound', { bound: note('in-zone') })
  const { workflowId, versionId } = await seedWorkflow(engine.organizationId, drawn)
  const many = await Promise.all(
    Array.from({ length: 40 }, () => engine.startVersion(workflowId, versionId, drawn)),
  )
  for (const id of many) await engine.suspended(id)
  const { rows } = await admin.query<{ least: number; most: number }>(
    `select min(priority)::int as least, max(priority)::int as most from graphile_worker.jobs
     where task_identifier = 'turn:emr-zone'`,
  )
  expect(rows[0]?.least).toBe(0)
  expect(rows[0]?.most).toBeGreaterThanOrEqual(40)
  const few = await seedWorkflow(other, drawn)
  const { runId } = await inOrganization(other, (tx) =>
    startRun(tx, {
      ...few,
      organizationId: other,
      definition: drawn,
      startData: {},
      trigger: 'api',
      startedBy: 'a test',
      startedByUserId: null,
    }),
  )
  await engine.suspended(runId)
  const job = await admin.query(
    `select priority from graphile_worker.jobs where key = 'run:' || $1`,
    [runId],
  )
  expect(job.rows).toEqual([{ priority: 0 }])
})
