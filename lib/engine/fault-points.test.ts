import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import { connections } from '#db/schema/connections'
import { schedules } from '#db/schema/schedules'
import type { Definition } from '#lib/domain/definition'
import { newId } from '#lib/ids'
import { childWorkflow } from '#lib/operations/runs/child-workflow'
import { readAsyncResult } from '#lib/operations/async-results/read-async-result'
import { deliverMail } from '#lib/operations/mails/deliver-mail'
import { startScheduler } from '#lib/operations/schedules/start-scheduler'
import { stepTypes } from '#lib/steps/registry'
import { actOnce, limitedPort, type Act } from '#lib/testing/chaos/act'
import { effectTypes } from '#lib/testing/chaos/effects'
import { spawnChaosWorker } from '#lib/testing/chaos/fleet'
import { consult } from '#lib/testing/chaos/oracles'
import { simulatePerson, type Person } from '#lib/testing/chaos/person'
import { startCountingProvider, type CountingProvider } from '#lib/testing/chaos/provider'
import { installWitness } from '#lib/testing/chaos/witness'
import { noServices, useEngine } from '#lib/testing/engine'
import { graph } from '#lib/testing/graph'
import { startMailServer, type MailServer } from '#lib/testing/mail-server'
import { seedWorkflow } from '#lib/testing/seed-organization'
import { until } from '#lib/testing/until'

/**
 * A process of its own dies by SIGKILL at a named point (`fault-points.ts`), and another worker goes on. Whatever the point, the runs must then end as if
 * nothing had happened, and every oracle of `#lib/testing/chaos/oracles` must hold.
 */
const engine = useEngine([...stepTypes.values(), ...effectTypes], { workers: 0 })
let provider: CountingProvider
let mailServer: MailServer
let admin: pg.Client
let person: Person

beforeAll(async () => {
  provider = await startCountingProvider()
  mailServer = await startMailServer()
  Object.assign(process.env, { PROVIDER_URL: provider.url })
  admin = new pg.Client({ connectionString: engine.database.url })
  await admin.connect()
  await installWitness(admin)
  person = simulatePerson(() => admin, engine.organizationId, provider)
})
afterEach(async () => await engine.stopWorkers())
afterAll(async () => {
  await admin.end()
  await provider.close()
  await mailServer.close()
})

/** Starts the process that dies at `point`, tends to what waits for a person, and waits for its death there. */
async function dieAt(point: string, more: Record<string, string> = {}): Promise<void> {
  const { engineUrl, appUrl } = engine.database
  const child = spawnChaosWorker({ FAULT_POINT: point, ROUNDS_ENGINE_URL: engineUrl, ROUNDS_APP_URL: appUrl, SMTP_URL: mailServer.url, ...more })
  onTestFinished(() => void child.process.kill('SIGKILL'))
  let died: unknown
  void child.ended.then((how) => (died = how ?? 'ended'))
  await until(`the death at ${point}`, async () => (await person.tend(), died), 60_000)
  expect(died).toBe('SIGKILL')
}

/** Another worker does the rest, in this process. */
async function recover(): Promise<void> {
  await engine.startWorker({
    services: { ...noServices, childWorkflow, asyncResult: readAsyncResult },
    handlers: { mail: async (payload) => await deliverMail(payload, { SMTP_URL: mailServer.url, MAIL_FROM: 'Rounds <rounds@localhost>', BASE_URL: 'http://localhost:3000' }) },
    background: [startScheduler],
  })
}

async function settled(): Promise<void> {
  await until('everything ended', async () => {
    await person.tend()
    const { rows } = await admin.query(`select from runs where status in ('running', 'suspended') union all select from graphile_worker.jobs union all select from workers where id not in (select lease_worker from runs where lease_worker is not null) having count(*) > 1`)
    return rows.length === 0
  }, 30_000)
}

async function everythingHolds(): Promise<void> {
  await settled()
  const found = await consult({ admin, provider, retries: person.retries })
  expect(Object.fromEntries(Object.entries(found).filter(([, wrong]) => wrong.length > 0))).toEqual({})
}

const receipt = { receipt: expect.stringMatching(/^receipt /) as string }

/** Everything that a run can do, in one. */
async function whole(): Promise<{ definition: Definition; startData: Record<string, string> }> {
  const child = await seedWorkflow(engine.organizationId, graph('inner -> last', { inner: { type: 'book', config: { value: 'inner' } }, last: { type: 'transform', config: { value: 'from the child' } } }))
  const asyncResultId = newId()
  await inOrganization(engine.organizationId, async (tx) => {
    await tx.insert(asyncResults).values({ id: asyncResultId, organizationId: engine.organizationId, kind: 'sleep', dueAt: new Date(), dueOutcome: { status: 'completed', result: 'slept' } })
  })
  const definition = graph(
    `first -> book -> charge -> charge2 -> loop
     loop -each-> item
     loop -done-> child -> flaky -> timer -> ask -> result -> end`,
    {
      first: { config: { value: { from: { $: 'start.asyncResultId' } } } },
      book: { type: 'book', config: { value: 1 } },
      charge: { type: 'charge', config: { value: 2 } },
      charge2: { type: 'charge', config: { value: 3 } },
      loop: { type: 'for-each', config: { items: [1, 2, 3, 4], concurrency: 2 } },
      item: { type: 'book', config: { value: { $: 'item' } } },
      child: { type: 'sub-workflow', config: { workflow: `w-${child.workflowId}` } },
      flaky: { type: 'book', config: { value: 4, refuse: 2 } },
      timer: { type: 'wait', config: { seconds: 0.2 } },
      ask: { type: 'screen', config: { title: 'Ask' } },
      result: { type: 'wait-for-result', config: { asyncResultId: { $: 'start.asyncResultId' } } },
      end: { config: { value: { items: { $: 'steps.loop.output.results.value' }, child: { $: 'steps.child.output.last' }, asked: { $: 'steps.ask.output.decision' }, result: { $: 'steps.result.output' }, charged: { $: 'steps.charge2.output' } } } },
    },
  )
  return { definition, startData: { asyncResultId } }
}

const inTurns = ['lease', 'intent', 'intent:2', 'result', 'result:2', 'children', 'child-final', 'suspension', 'retry', 'final', 'results-due']
const bothSides = (names: string[]): string[] => names.flatMap((name) => [`before-${name}`, `after-${name}`])

test.each([...bothSides(inTurns), 'after-turn'])('a turn: death at %s', { timeout: 90_000 }, async (point) => {
  const { definition, startData } = await whole()
  const runId = await engine.start(definition, startData)
  await dieAt(point)
  await recover()
  await everythingHolds()
  const run = await engine.run(runId)
  expect(run).toMatchObject({ status: 'completed', output: { end: { items: [1, 2, 3, 4], child: 'from the child', asked: 'approved', result: 'slept', charged: { ...receipt, value: 3 } } } })
  const calls = provider.entries.filter((entry) => entry.run === runId && entry.effect === 'unsafe')
  // The provider shows that each call was made once, also when a person had to be asked.
  expect(calls.map(({ value }) => value)).toEqual([2, 3])
})

const failing = graph('a -> charge -> b', { charge: { type: 'charge', config: { refuse: 1 } } }, { settings: { failureEmails: ['ward@example.com'] } })

test.each(bothSides(['outbox', 'mail-sent']))('a failed run and its mail: death at %s', { timeout: 90_000 }, async (point) => {
  const runId = await engine.start(failing)
  await dieAt(point)
  await recover()
  await everythingHolds()
  expect(await engine.run(runId)).toMatchObject({ status: 'failed', error: { code: 'refused' } })
  const { rows } = await admin.query(`select status from mails where run_id = $1`, [runId])
  expect(rows).toEqual([{ status: 'sent' }])
  // Killed in mid-send it may be sent again, as the same message.
  const ids = mailServer.received.filter(({ raw }) => raw.includes(runId)).map(({ mail }) => mail.messageId)
  expect(new Set(ids).size).toBe(1)
  expect(ids.length).toBeLessThanOrEqual(point === 'before-mail-sent' ? 2 : 1)
})

test.each(bothSides(['stop-children']))('an item that fails stops the others: death at %s', { timeout: 90_000 }, async (point) => {
  const items = Array.from({ length: 120 }, (_, index) => (index === 0 ? 1 : 0))
  const runId = await engine.start(graph('loop -each-> item -> rest', { loop: { type: 'for-each', config: { items } }, item: { type: 'charge', config: { refuse: { $: 'item' } } }, rest: { type: 'wait', config: { seconds: 600 } } }))
  await dieAt(point)
  await recover()
  await everythingHolds()
  expect(await engine.run(runId)).toMatchObject({ status: 'failed', error: { code: 'refused' } })
})

test.each(bothSides(['move-timers']))('a far timer that comes due: death at %s', { timeout: 90_000 }, async (point) => {
  await recover()
  const runId = await engine.start(graph('wait -> end', { wait: { type: 'wait', config: { seconds: 3600 } } }))
  await engine.suspended(runId)
  await engine.stopWorkers()
  await admin.query(`update tasks set due_at = now() where run_id = $1 and due_at is not null`, [runId])
  await dieAt(point)
  await recover()
  await everythingHolds()
  expect((await engine.run(runId)).status).toBe('completed')
})

test.each(bothSides(['final']))('runs that wait for their turn: death at %s', { timeout: 90_000 }, async (point) => {
  const definition = graph('a -> book', { book: { type: 'book' } }, { settings: { concurrency: { limit: 1, whenFull: 'queue' } } })
  const { workflowId, versionId } = await seedWorkflow(engine.organizationId, definition)
  const runs = [1, 2, 3].map(() => engine.startVersion(workflowId, versionId, definition))
  const ids = await Promise.all(runs)
  await dieAt(point)
  await recover()
  await everythingHolds()
  for (const id of ids) expect(await engine.run(id)).toMatchObject({ status: 'completed', slot: 'taken' })
})

test.each(bothSides(['reap']))('death at %s, in the middle of burying another', { timeout: 90_000 }, async (point) => {
  const runId = await engine.start(graph('a -> book', { book: { type: 'book' } }))
  const dead = newId()
  await admin.query(`insert into workers (id, lock_key, queue_worker_ids, host) values ($1, 1, '{}', 'gone')`, [dead])
  await admin.query(`update runs set lease_worker = $2, lease_epoch = 1 where id = $1`, [runId, dead])
  await admin.query(`delete from graphile_worker._private_jobs`)
  await dieAt(point)
  await recover()
  await everythingHolds()
  expect((await engine.run(runId)).status).toBe('completed')
})

test.each([...bothSides(['schedule-due']), 'before-start'])('a schedule fires: death at %s (E9)', { timeout: 90_000 }, async (point) => {
  const { workflowId } = await seedWorkflow(engine.organizationId, graph('a'))
  const plannedAt = new Date(Math.floor(Date.now() / 60_000) * 60_000)
  const id = newId()
  const nextAt = () => engineDb().query.schedules.findFirst({ where: (row, { eq }) => eq(row.id, id), columns: { nextAt: true } })
  await inOrganization(engine.organizationId, async (tx) => {
    await tx.insert(schedules).values({ id, organizationId: engine.organizationId, workflowId, name: 'Yearly', cron: '0 0 1 1 *', timeZone: 'UTC', nextAt: plannedAt })
  })
  await dieAt(point)
  await recover()
  await until('the next instant', async () => ((await nextAt())?.nextAt?.getTime() ?? 0) > Date.now())
  await everythingHolds()
  const { rows } = await admin.query(`select planned_at, status from runs where workflow_id = $1`, [workflowId])
  expect(rows).toEqual([{ planned_at: plannedAt, status: 'completed' }])
})

test.each(bothSides(['limit']))('a call of a connection that allows one at a time: death at %s', { timeout: 90_000 }, async (point) => {
  const { organizationId } = engine
  const connectionId = newId()
  await inOrganization(organizationId, async (tx) => {
    await tx.insert(connections).values({ id: connectionId, organizationId, kind: 'homecare', slug: `limited-${connectionId}`, provider: 'sandbox', name: 'Limited', config: {}, maxConcurrent: 1 })
  })
  const child = spawnChaosWorker({ FAULT_POINT: point, ROUNDS_ENGINE_URL: engine.database.engineUrl, ROUNDS_APP_URL: engine.database.appUrl, ACT: JSON.stringify({ act: 'limited', organizationId, connectionId }) })
  expect(await child.ended).toBe('SIGKILL')
  const port = () => limitedPort(organizationId, connectionId).call()
  // The right to a call that a dead process took counts until its lease is over, and no longer.
  if (point === 'after-limit') await expect(port()).rejects.toMatchObject({ code: 'connection_limited' })
  await admin.query(`update connection_calls set expires_at = now() - interval '1 second' where connection_id = $1 and ended_at is null`, [connectionId])
  expect(await port()).toBe('called')
})

const acting: [Act, string, string][] = [
  ['start', 'running', 'completed'],
  ['screen', 'suspended', 'completed'],
  ['result', 'suspended', 'completed'],
  ['cancelTask', 'suspended', 'cancelled'],
  ['cancelRun', 'suspended', 'cancelled'],
]

test.each(acting.flatMap(([act, , end]) => bothSides(['act']).map((point) => [act, point, end] as const)))('a request dies as it commits: %s, %s', { timeout: 90_000 }, async (act, point, end) => {
  const { organizationId } = engine
  const type = act === 'result' ? 'wait-for-result' : 'screen'
  const asyncResultId = newId()
  await inOrganization(organizationId, async (tx) => void (await tx.insert(asyncResults).values({ id: asyncResultId, organizationId, kind: 'manual' })))
  const definition = graph('wait -> end', { wait: { type, config: type === 'screen' ? { title: 'Wait' } : { asyncResultId } } })
  const { workflowId, versionId } = await seedWorkflow(organizationId, definition)
  const start = { organizationId, workflowId, versionId, definition, startData: {}, trigger: 'api', startedBy: 'a test', startedByUserId: null }
  let runId = ''
  if (act !== 'start') {
    await recover()
    runId = await engine.startVersion(workflowId, versionId, definition)
    await engine.suspended(runId)
    await engine.stopWorkers()
  }
  const taskId = runId && (await engine.tasks(runId))['wait']?.id
  const request = JSON.stringify({ act, organizationId, runId, taskId, asyncResultId, start })
  const child = spawnChaosWorker({ FAULT_POINT: point, ROUNDS_ENGINE_URL: engine.database.engineUrl, ROUNDS_APP_URL: engine.database.appUrl, ACT: request })
  expect(await child.ended).toBe('SIGKILL')
  const { rows } = await admin.query<{ id: string; status: string }>(`select id, status from runs where workflow_id = $1`, [workflowId])
  // Before the commit nothing happened, after it everything, whether or not the caller heard of it.
  if (act === 'start') expect(rows).toHaveLength(point === 'after-act' ? 1 : 0)
  else expect(rows).toEqual([{ id: runId, status: point === 'before-act' ? 'suspended' : act === 'cancelRun' ? 'cancelled' : 'running' }])
  await recover()
  if (point === 'before-act' && act !== 'start') await actOnce(request)
  await everythingHolds()
  const after = await admin.query<{ status: string }>(`select status from runs where workflow_id = $1`, [workflowId])
  expect(after.rows).toEqual(act === 'start' && point === 'before-act' ? [] : [{ status: end }])
})
