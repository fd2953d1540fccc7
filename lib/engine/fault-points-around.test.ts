import { expect, test } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import { connections } from '#db/schema/connections'
import { schedules } from '#db/schema/schedules'
import type { Definition } from '#lib/domain/definition'
import { newId } from '#lib/ids'
import { actOnce, limitedPort, type Act } from '#lib/testing/chaos/act'
import { bothSides, useDeaths } from '#lib/testing/chaos/deaths'
import { spawnChaosWorker } from '#lib/testing/chaos/fleet'
import { graph } from '#lib/testing/graph'
import { seedWorkflow } from '#lib/testing/seed-organization'
import { until } from '#lib/testing/until'
import { keepFirstTasks } from './first-tasks.ts'

/**
 * A process of its own dies by SIGKILL at a named point (`fault-points.ts`), and another worker goes on. Here: around turns. Whatever the point, the runs must then end as if
 * nothing had happened, and every oracle of `#lib/testing/chaos/oracles` must hold.
 */
const deaths = useDeaths()
const { engine, dieAt, recover, everythingHolds } = deaths

const failing = graph('a -> charge -> b', { charge: { type: 'charge', config: { refuse: 1e6 } } }, { settings: { failureEmails: ['ward@example.com'] } })

test.each(bothSides(['outbox', 'mail-sent']))('a failed run and its mail: death at %s', async (point) => {
  const runId = await engine.start(failing)
  await dieAt(point)
  await recover()
  await everythingHolds()
  expect(await engine.run(runId)).toMatchObject({ status: 'failed', error: { code: 'refused' } })
  const { rows } = await deaths.admin.query(`select status from mails where run_id = $1`, [runId])
  expect(rows).toEqual([{ status: 'sent' }])
  // Killed in mid-send it may be sent again, as the same message.
  const ids = deaths.mailServer.received.filter(({ raw }) => raw.includes(runId)).map(({ mail }) => mail.messageId)
  expect(new Set(ids).size).toBe(1)
  expect(ids.length).toBeLessThanOrEqual(point === 'before-mail-sent' ? 2 : 1)
})

test.each(bothSides(['stop-children']))('an item that fails stops the others, also those that rest: death at %s', async (point) => {
  const items = Array.from({ length: 120 }, (_, index) => (index === 0 ? 1e6 : 0))
  const definition = graph('loop -each-> item -> rest', {
    loop: { type: 'for-each', config: { items } },
    item: { type: 'charge', config: { refuse: { $: 'item' } } },
    rest: { type: 'wait', config: { seconds: 600 } },
  })
  const runId = await engine.start(definition)
  await dieAt(point)
  await recover()
  await everythingHolds()
  expect(await engine.run(runId)).toMatchObject({ status: 'failed', error: { code: 'refused' } })
})

test.each(bothSides(['move-timers']))('a far timer that comes due: death at %s', async (point) => {
  await recover()
  const runId = await engine.start(graph('wait -> end', { wait: { type: 'wait', config: { seconds: 3600 } } }))
  await engine.suspended(runId)
  await engine.stopWorkers()
  await deaths.admin.query(`update tasks set due_at = now() where run_id = $1 and due_at is not null`, [runId])
  await dieAt(point)
  await recover()
  await everythingHolds()
  expect((await engine.run(runId)).status).toBe('completed')
})

test.each(bothSides(['final']))('runs that wait for their turn: death at %s', async (point) => {
  const definition = graph('a -> book', { book: { type: 'book' } }, { settings: { concurrency: { limit: 1, whenFull: 'queue' } } })
  const { workflowId, versionId } = await seedWorkflow(engine.organizationId, definition)
  const runs = [1, 2, 3].map(() => engine.startVersion(workflowId, versionId, definition))
  const ids = await Promise.all(runs)
  await dieAt(point)
  await recover()
  await everythingHolds()
  for (const id of ids) expect(await engine.run(id)).toMatchObject({ status: 'completed', slot: 'taken' })
})

test.each(bothSides(['reap']))('death at %s, in the middle of burying another', async (point) => {
  const runId = await engine.start(graph('a -> book', { book: { type: 'book' } }))
  const dead = newId()
  await deaths.admin.query(`insert into workers (id, lock_key, queue_worker_ids, host) values ($1, 1, '{}', 'gone')`, [dead])
  await deaths.admin.query(`update runs set lease_worker = $2, lease_epoch = 1 where id = $1`, [runId, dead])
  await deaths.admin.query(`delete from graphile_worker._private_jobs`)
  await dieAt(point)
  await recover()
  await everythingHolds()
  expect((await engine.run(runId)).status).toBe('completed')
})

test.each([...bothSides(['schedule-due']), 'before-start'])('a schedule fires: death at %s (E9)', async (point) => {
  const { workflowId } = await seedWorkflow(engine.organizationId, graph('a'))
  const plannedAt = new Date(Math.floor(Date.now() / 60_000) * 60_000)
  // Once a year, at this very minute; however long the deaths take, it still fires.
  const cron = `${plannedAt.getUTCMinutes()} ${plannedAt.getUTCHours()} ${plannedAt.getUTCDate()} ${plannedAt.getUTCMonth() + 1} *`
  const id = newId()
  const nextAt = () => engineDb().query.schedules.findFirst({ where: (row, { eq }) => eq(row.id, id), columns: { nextAt: true } })
  await inOrganization(engine.organizationId, async (tx) => {
    await tx.insert(schedules).values({ id, organizationId: engine.organizationId, workflowId, name: 'Yearly', cron, timeZone: 'UTC', missedPolicy: 'latest', nextAt: plannedAt })
  })
  await dieAt(point)
  await recover()
  await until('the next instant', async () => ((await nextAt())?.nextAt?.getTime() ?? 0) > Date.now())
  await everythingHolds()
  const { rows } = await deaths.admin.query(`select planned_at, status from runs where workflow_id = $1`, [workflowId])
  expect(rows).toEqual([{ planned_at: plannedAt, status: 'completed' }])
})

test.each(bothSides(['limit']))('a call of a connection that allows one at a time: death at %s', async (point) => {
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
  await deaths.admin.query(`update connection_calls set expires_at = now() - interval '1 second' where connection_id = $1 and ended_at is null`, [connectionId])
  expect(await port()).toBe('called')
})

const alone = graph('a -> b', { a: { type: 'transform', config: { value: { $: 'start.n' } } }, b: { type: 'transform', config: { value: { $: 'steps.a.output + 1' } } } })
test.each([['is worked out ahead', alone, 'completed'], ['a worker plays', graph('a -> b'), 'running']].flatMap(([what, definition, begins]) => bothSides(['start-together']).map((point) => [what, point, definition, begins] as [string, string, Definition, string])))(
  'the start of a run that %s: death at %s',
  async (_what, point, definition, begins) => {
    const { organizationId } = engine
    const { workflowId, versionId } = await seedWorkflow(organizationId, definition)
    await inOrganization(organizationId, async (tx) => void (await keepFirstTasks(tx, { organizationId, versionId, definition })))
    const [runId, audit] = [newId(), { actorKind: 'system', actorId: organizationId, actorName: 'a test', action: 'run.started', details: {}, requestId: null }]
    const together = { runId, organizationId, workflowId, versionId, definition, slug: null, startData: { n: 1 }, trigger: 'api', startedBy: 'a test', startedByUserId: null, audit }
    const child = spawnChaosWorker({ FAULT_POINT: point, ROUNDS_ENGINE_URL: engine.database.engineUrl, ROUNDS_APP_URL: engine.database.appUrl, ACT: JSON.stringify({ act: 'startTogether', organizationId, together }) })
    expect(await child.ended).toBe('SIGKILL')
    const found = async () => (await deaths.admin.query<{ status: string; tasks: number; entries: number }>(
      `select status, (select count(*)::int from tasks where run_id = runs.id and tasks.status = 'completed') as tasks, (select count(*)::int from audit_entries where object_id = runs.id::text) as entries from runs where id = $1`, [runId])).rows
    const there = point === 'after-start-together'
    expect(await found()).toEqual(there ? [{ status: begins, tasks: begins === 'completed' ? 2 : 0, entries: 1 }] : [])
    await recover()
    await everythingHolds()
    expect(await found()).toEqual(there ? [{ status: 'completed', tasks: 2, entries: 1 }] : [])
  },
)

const acting: [Act, string, string][] = [
  ['start', 'running', 'completed'],
  ['screen', 'suspended', 'completed'],
  ['result', 'suspended', 'completed'],
  ['cancelTask', 'suspended', 'cancelled'],
  ['cancelRun', 'suspended', 'cancelled'],
]

test.each(acting.flatMap(([act, , end]) => bothSides(['act']).map((point) => [act, point, end] as const)))('a request dies as it commits: %s, %s', async (act, point, end) => {
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
  const { rows } = await deaths.admin.query<{ id: string; status: string }>(`select id, status from runs where workflow_id = $1`, [workflowId])
  // Before the commit nothing happened, after it everything, whether or not the caller heard of it.
  if (act === 'start') expect(rows).toHaveLength(point === 'after-act' ? 1 : 0)
  else expect(rows).toEqual([{ id: runId, status: point === 'before-act' ? 'suspended' : act === 'cancelRun' ? 'cancelled' : 'running' }])
  await recover()
  if (point === 'before-act' && act !== 'start') await actOnce(request)
  await everythingHolds()
  const after = await deaths.admin.query<{ status: string }>(`select status from runs where workflow_id = $1`, [workflowId])
  expect(after.rows).toEqual(act === 'start' && point === 'before-act' ? [] : [{ status: end }])
})
