import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import { connections } from '#db/schema/connections'
import { scheduleBackfills, scheduleOccurrences, schedules } from '#db/schema/schedules'
import { newId } from '#lib/ids'
import { actOnce, limitedPort, type Act } from '#test/chaos/act'
import { bothSides, useDeaths } from '#test/chaos/deaths'
import { spawnChaosWorker } from '#test/chaos/fleet'
import { graph } from '#test/samples/graph'
import { seedWorkflow } from '#test/harness/seed-organization'
import { seedStart } from '#test/harness/seed-start'
import { until } from '#test/harness/until'
import { connectExecutors } from '#lib/engine/commands/hand-over'
import { startKnown } from '#lib/engine/commands/start-known'
import { storeFirstTasks } from '#lib/engine/store/first-tasks'

/**
 * A process of its own dies by SIGKILL at a named point (`fault-points.ts`), and another worker
 * goes on. Here: around turns. Whatever the point, the runs must then end as if nothing had
 * happened, and every oracle of `#test/chaos/oracles` must hold.
 */
const deaths = useDeaths()
const { engine, dieAt, recover, everythingHolds } = deaths

const failing = graph(
  'a -> charge -> b',
  { charge: { type: 'charge', config: { refuse: 1e6 } } },
  { settings: { failureEmails: ['ward@example.com'] } },
)

test.each(bothSides(['outbox', 'mail-sent']))(
  'a failed run and its mail: death at %s',
  async (point) => {
    const runId = await engine.start(failing)
    await dieAt(point)
    await recover()
    await everythingHolds()
    expect(await engine.run(runId)).toMatchObject({ status: 'failed', error: { code: 'refused' } })
    const { rows } = await deaths.admin.query(`select status from mails where run_id = $1`, [runId])
    expect(rows).toEqual([{ status: 'sent' }])
    // If it was killed while sending, it may be sent again, as the same message.
    const ids = deaths.mailServer.received
      .filter(({ raw }) => raw.includes(runId))
      .map(({ mail }) => mail.messageId)
    expect(new Set(ids).size).toBe(1)
    expect(ids.length).toBeLessThanOrEqual(point === 'before-mail-sent' ? 2 : 1)
  },
)

test.each(bothSides(['stop-children']))(
  'an item that fails stops the others, also those that rest: death at %s',
  async (point) => {
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
  },
)

test.each(bothSides(['move-timers']))('a far timer that comes due: death at %s', async (point) => {
  await recover()
  const runId = await engine.start(
    graph('wait -> end', { wait: { type: 'wait', config: { seconds: 3600 } } }),
  )
  await engine.suspended(runId)
  await engine.stopWorkers()
  await deaths.admin.query(
    `update tasks set due_at = now() where run_id = $1 and due_at is not null`,
    [runId],
  )
  await dieAt(point)
  await recover()
  await everythingHolds()
  expect((await engine.run(runId)).status).toBe('completed')
})

test.each(bothSides(['final']))('runs that wait for their turn: death at %s', async (point) => {
  const definition = graph(
    'a -> book',
    { book: { type: 'book' } },
    { settings: { concurrency: { limit: 1, whenFull: 'queue' } } },
  )
  const { workflowId, versionId } = await seedWorkflow(engine.organizationId, definition)
  const runs = [1, 2, 3].map(() => engine.startVersion(workflowId, versionId, definition))
  const ids = await Promise.all(runs)
  await dieAt(point)
  await recover()
  await everythingHolds()
  for (const id of ids)
    expect(await engine.run(id)).toMatchObject({ status: 'completed', slot: 'taken' })
})

test.each(bothSides(['reap']))('death at %s, during the cleanup of another', async (point) => {
  const runId = await engine.start(graph('a -> book', { book: { type: 'book' } }))
  const dead = newId()
  await deaths.admin.query(
    `insert into workers (id, lock_key, queue_worker_ids, host) values ($1, 1, '{}', 'gone')`,
    [dead],
  )
  await deaths.admin.query(`update runs set lease_worker = $2, lease_epoch = 1 where id = $1`, [
    runId,
    dead,
  ])
  await deaths.admin.query(`delete from graphile_worker._private_jobs`)
  await dieAt(point)
  await recover()
  await everythingHolds()
  expect((await engine.run(runId)).status).toBe('completed')
})

test.each([...bothSides(['schedule-due']), 'before-start'])(
  'a schedule fires: death at %s (E9)',
  async (point) => {
    const { workflowId } = await seedWorkflow(engine.organizationId, graph('a'))
    const plannedAt = new Date(Math.floor(Date.now() / 60_000) * 60_000)
    // Once a year, at this very minute; however long the deaths take, it still fires.
    const cron =
      `${plannedAt.getUTCMinutes()} ${plannedAt.getUTCHours()} ${plannedAt.getUTCDate()} ` +
      `${plannedAt.getUTCMonth() + 1} *`
    const id = newId()
    const nextAt = () =>
      engineDb().query.schedules.findFirst({
        where: (row, { eq }) => eq(row.id, id),
        columns: { nextAt: true },
      })
    await inOrganization(engine.organizationId, async (tx) => {
      await tx.insert(schedules).values({
        id,
        organizationId: engine.organizationId,
        workflowId,
        name: 'Yearly',
        cron,
        timeZone: 'UTC',
        missedPolicy: 'latest',
        nextAt: plannedAt,
      })
    })
    await dieAt(point)
    await recover()
    await until(
      'the next instant',
      async () => ((await nextAt())?.nextAt?.getTime() ?? 0) > Date.now(),
    )
    await everythingHolds()
    const { rows } = await deaths.admin.query(
      `select planned_at, status from runs where workflow_id = $1`,
      [workflowId],
    )
    expect(rows).toEqual([{ planned_at: plannedAt, status: 'completed' }])
  },
)

test.each(bothSides(['schedule-queued', 'schedule-backfill']))(
  'occurrences that wait for each other, or of a period in the past: death at %s (E9)',
  async (point) => {
    const { organizationId } = engine
    const { workflowId } = await seedWorkflow(organizationId, graph('a'))
    const id = newId()
    const backfillId = newId()
    const lastYear = (day: number): Date =>
      new Date(Date.UTC(new Date().getUTCFullYear() - 1, 5, day))
    const occurrence = (
      day: number,
      more: { kind: 'scheduled' | 'backfill'; status: 'queued' | 'planned'; backfillId?: string },
    ) => ({ id: newId(), organizationId, scheduleId: id, plannedAt: lastYear(day), ...more })
    await inOrganization(organizationId, async (tx) => {
      await tx.insert(schedules).values({
        id,
        organizationId,
        workflowId,
        name: 'Paused by now',
        cron: '0 0 1 6 *',
        timeZone: 'UTC',
        overlapPolicy: 'queue',
        paused: true,
      })
      await tx.insert(scheduleBackfills).values({
        id: backfillId,
        organizationId,
        scheduleId: id,
        fromAt: lastYear(1),
        toAt: lastYear(3),
      })
      await tx
        .insert(scheduleOccurrences)
        .values(
          [1, 2, 3].map((day) =>
            occurrence(day, { kind: 'backfill', status: 'planned', backfillId }),
          ),
        )
      await tx
        .insert(scheduleOccurrences)
        .values([11, 12].map((day) => occurrence(day, { kind: 'scheduled', status: 'queued' })))
    })
    await dieAt(point)
    await recover()
    await until(
      'the end of the backfill',
      async () =>
        (
          await deaths.admin.query(
            `select from schedule_backfills where id = $1 and status = 'completed'`,
            [backfillId],
          )
        ).rowCount === 1,
      30_000,
    )
    await until(
      'the start of all',
      async () =>
        (
          await deaths.admin.query(
            `select from schedule_occurrences where schedule_id = $1 and status = 'started'`,
            [id],
          )
        ).rowCount === 5,
      30_000,
    )
    await everythingHolds()
    const { rows } = await deaths.admin.query(
      `select planned_at, status from runs where workflow_id = $1 order by planned_at`,
      [workflowId],
    )
    expect(rows).toEqual(
      [1, 2, 3, 11, 12].map((day) => ({ planned_at: lastYear(day), status: 'completed' })),
    )
  },
)

test.each(bothSides(['limit']))(
  'a call of a connection that allows one at a time: death at %s',
  async (point) => {
    const { organizationId } = engine
    const connectionId = newId()
    await inOrganization(organizationId, async (tx) => {
      await tx.insert(connections).values({
        id: connectionId,
        organizationId,
        kind: 'homecare',
        slug: `limited-${connectionId}`,
        provider: 'sandbox',
        name: 'Limited',
        config: {},
        maxConcurrent: 1,
      })
    })
    const child = spawnChaosWorker({
      FAULT_POINT: point,
      ROUNDS_ENGINE_URL: engine.database.engineUrl,
      ROUNDS_APP_URL: engine.database.appUrl,
      ACT: JSON.stringify({ act: 'limited', organizationId, connectionId }),
    })
    expect(await child.ended).toBe('SIGKILL')
    const port = () => limitedPort(organizationId, connectionId).call()
    // The right to a call that a dead process took counts until its lease is over, and no longer.
    if (point === 'after-limit')
      await expect(port()).rejects.toMatchObject({ code: 'connection_limited' })
    await deaths.admin.query(
      `update connection_calls set expires_at = now() - interval '1 second'
        where connection_id = $1 and ended_at is null`,
      [connectionId],
    )
    expect(await port()).toBe('called')
  },
)

test.each(bothSides(['start-batched']))(
  'the start of a run through the queue: death at %s',
  async (point) => {
    const definition = graph('a -> b')
    const { organizationId } = engine
    const { workflowId, versionId } = await seedWorkflow(organizationId, definition)
    await inOrganization(
      organizationId,
      async (tx) => void (await storeFirstTasks(tx, { organizationId, versionId, definition })),
    )
    const runId = newId()
    const audit = {
      actorKind: 'system',
      actorId: organizationId,
      actorName: 'a test',
      action: 'run.started',
      details: {},
      requestId: null,
    }
    const together = {
      runId,
      organizationId,
      workflowId,
      versionId,
      slug: null,
      title: null,
      startData: { n: 1 },
      trigger: 'api',
      startedBy: 'a test',
      startedByUserId: null,
      audit,
    }
    const child = spawnChaosWorker({
      FAULT_POINT: point,
      ROUNDS_ENGINE_URL: engine.database.engineUrl,
      ROUNDS_APP_URL: engine.database.appUrl,
      ACT: JSON.stringify({ act: 'startTogether', organizationId, together }),
    })
    expect(await child.ended).toBe('SIGKILL')
    const found = async () =>
      (
        await deaths.admin.query<{ status: string; tasks: number; entries: number }>(
          `select status,
            (select count(*)::int from tasks where run_id = runs.id
              and tasks.status = 'completed') as tasks,
                (select count(*)::int from audit_entries
                  where object_id = runs.id::text) as entries from runs where id = $1`,
          [runId],
        )
      ).rows
    const there = point === 'after-start-batched'
    expect(await found()).toEqual(there ? [{ status: 'running', tasks: 0, entries: 1 }] : [])
    await recover()
    await everythingHolds()
    expect(await found()).toEqual(there ? [{ status: 'completed', tasks: 2, entries: 1 }] : [])
  },
)

test.each(bothSides(['progress']))(
  'results during a call are written before it ends: death at %s',
  async (point) => {
    const runId = await engine.start(
      graph('book -> end\nnap -> b', {
        book: { type: 'book', config: { value: 1, slowMs: 1200 } },
        nap: { type: 'wait', config: { seconds: 0.3 } },
      }),
    )
    await dieAt(point)
    await recover()
    await everythingHolds()
    expect(await engine.run(runId)).toMatchObject({ status: 'completed' })
  },
)

test.each(bothSides(['rest']))(
  'a run that rests between two attempts: death at %s',
  async (point) => {
    const runId = await engine.start(
      graph('book', {
        book: {
          type: 'book',
          config: { refuse: 1 },
          retry: { maxAttempts: 3, delaySeconds: 2, factor: 1, maxDelaySeconds: 2 },
        },
      }),
    )
    await dieAt(point)
    await recover()
    await everythingHolds()
    expect(await engine.run(runId)).toMatchObject({ status: 'completed' })
  },
)

test.each(bothSides(['final']))(
  'runs of pure steps that end in one statement: death at %s',
  async (point) => {
    const ids = await Promise.all(
      [1, 2, 3].map(
        async (n) => await engine.start(graph('a -> b', { b: { config: { value: n } } })),
      ),
    )
    await dieAt(point)
    await recover()
    await everythingHolds()
    for (const [index, id] of ids.entries())
      expect(await engine.run(id)).toMatchObject({ status: 'completed', output: { b: index + 1 } })
  },
)

/** A process that changes runs dies before or after its commit; returns whether it was before. */
async function dieActing(act: Act, point: string, what: object): Promise<boolean> {
  const child = spawnChaosWorker({
    FAULT_POINT: point,
    ROUNDS_ENGINE_URL: engine.database.engineUrl,
    ROUNDS_APP_URL: engine.database.appUrl,
    ACT: JSON.stringify({ act, organizationId: engine.organizationId, ...what }),
  })
  expect(await child.ended).toBe('SIGKILL')
  return point === 'before-act'
}

test.each(bothSides(['act']))(
  'a person answers an unknown outcome, and the process dies: %s',
  async (point) => {
    const runId = await engine.start(
      graph('charge -> end', {
        charge: { type: 'charge', config: { value: 5 } },
        end: { config: { value: { $: 'steps.charge.output' } } },
      }),
    )
    const dying = spawnChaosWorker({
      FAULT_POINT: 'before-result',
      ROUNDS_ENGINE_URL: engine.database.engineUrl,
      ROUNDS_APP_URL: engine.database.appUrl,
      SMTP_URL: deaths.mailServer.url,
    })
    expect(await dying.ended).toBe('SIGKILL')
    await recover()
    const { id: taskId } = await engine.taskIn(runId, 'charge', 'suspended')
    await engine.stopWorkers()
    const [{ answer: output } = {}] = deaths.provider.entries.filter((entry) => entry.run === runId)
    const before = await dieActing('answer', point, { taskId, output })
    expect((await engine.statuses(runId))['charge']).toBe(before ? 'suspended' : 'completed')
    if (before)
      await actOnce(
        JSON.stringify({ act: 'answer', organizationId: engine.organizationId, taskId, output }),
      )
    await recover()
    expect(await engine.ended(runId, 30_000)).toMatchObject({
      status: 'completed',
      output: { end: output },
    })
    expect(deaths.provider.entries.filter((entry) => entry.run === runId)).toHaveLength(1)
  },
)

/** Ends the wait of a run now, however long the machine took until here. */
async function endWait(runId: string): Promise<void> {
  await deaths.admin.query(
    `update tasks set due_at = now() where run_id = $1 and status = 'suspended'`,
    [runId],
  )
  await deaths.admin.query(`select enqueue_run($1, 0::smallint, now())`, [runId])
}

test.each(bothSides(['act']))(
  'a workflow is paused and resumed, and each time the process dies: %s',
  async (point) => {
    const { organizationId } = engine
    const definition = graph('wait -> book', {
      wait: { type: 'wait', config: { seconds: 3_600 } },
      book: { type: 'book' },
    })
    const { workflowId, versionId } = await seedWorkflow(organizationId, definition)
    await recover()
    const runId = await engine.startVersion(workflowId, versionId, definition)
    await engine.suspended(runId)
    if (await dieActing('pause', point, { workflowId }))
      await actOnce(JSON.stringify({ act: 'pause', organizationId, workflowId }))
    await endWait(runId)
    await until('the run to hold', async () => (await engine.run(runId)).parked)
    if (await dieActing('resume', point, { workflowId })) {
      expect(await engine.run(runId)).toMatchObject({ status: 'suspended', parked: true })
      await actOnce(JSON.stringify({ act: 'resume', organizationId, workflowId }))
    }
    await everythingHolds()
    expect(await engine.run(runId)).toMatchObject({ status: 'completed', parked: false })
  },
)

test.each(bothSides(['act']))('a run is tried again, and the process dies: %s', async (point) => {
  await recover()
  const runId = await engine.start(failing)
  await engine.ended(runId, 30_000)
  await engine.stopWorkers()
  const before = await dieActing('retry', point, { runId })
  await recover()
  await everythingHolds()
  const { rows } = await deaths.admin.query(
    `select status from runs where retried_from_run_id = $1`,
    [runId],
  )
  expect(rows).toEqual(before ? [] : [{ status: 'failed' }])
})

const acting: [Act, string, string][] = [
  ['start', 'running', 'completed'],
  ['screen', 'suspended', 'completed'],
  ['result', 'suspended', 'completed'],
  ['cancelTask', 'suspended', 'cancelled'],
  ['cancelRun', 'suspended', 'cancelled'],
]

test.each(
  acting.flatMap(([act, , end]) => bothSides(['act']).map((point) => [act, point, end] as const)),
)('a request dies as it commits: %s, %s', async (act, point, end) => {
  const { organizationId } = engine
  const type = act === 'result' ? 'wait-for-result' : 'screen'
  const asyncResultId = newId()
  await inOrganization(
    organizationId,
    async (tx) =>
      void (await tx
        .insert(asyncResults)
        .values({ id: asyncResultId, organizationId, kind: 'manual' })),
  )
  const definition = graph('wait -> end', {
    wait: { type, config: type === 'screen' ? { title: 'Wait' } : { asyncResultId } },
  })
  const { workflowId, versionId } = await seedWorkflow(organizationId, definition)
  const start = {
    organizationId,
    workflowId,
    versionId,
    definition,
    startData: {},
    trigger: 'api',
    startedBy: 'a test',
    startedByUserId: null,
  }
  let runId = ''
  if (act !== 'start') {
    await recover()
    runId = await engine.startVersion(workflowId, versionId, definition)
    await engine.suspended(runId)
    await engine.stopWorkers()
  }
  const taskId = runId && (await engine.tasks(runId))['wait']?.id
  const request = JSON.stringify({ act, organizationId, runId, taskId, asyncResultId, start })
  const child = spawnChaosWorker({
    FAULT_POINT: point,
    ROUNDS_ENGINE_URL: engine.database.engineUrl,
    ROUNDS_APP_URL: engine.database.appUrl,
    ACT: request,
  })
  expect(await child.ended).toBe('SIGKILL')
  const { rows } = await deaths.admin.query<{ id: string; status: string }>(
    `select id, status from runs where workflow_id = $1`,
    [workflowId],
  )
  // Before the commit nothing happened, after it everything, even if the caller never learned of
  // it.
  if (act === 'start') expect(rows).toHaveLength(point === 'after-act' ? 1 : 0)
  else {
    const acted = act === 'cancelRun' ? 'cancelled' : 'running'
    expect(rows).toEqual([{ id: runId, status: point === 'before-act' ? 'suspended' : acted }])
  }
  await recover()
  if (point === 'before-act' && act !== 'start') await actOnce(request)
  await everythingHolds()
  const after = await deaths.admin.query<{ status: string }>(
    `select status from runs where workflow_id = $1`,
    [workflowId],
  )
  expect(after.rows).toEqual(act === 'start' && point === 'before-act' ? [] : [{ status: end }])
})

test.each([
  ...bothSides(['intent', 'result', 'final', 'suspension', 'outbox', 'children']),
  'after-start-here',
  'after-turn',
])('a run that is handed over: death at %s', async (point) => {
  const { organizationId } = engine
  // A loop in the first commit makes it two.
  const definition = graph(
    `a -> ${point === 'after-start-here' ? '' : 'book -> '}loop -each-> body\n` +
      'loop -done-> nap -> charge',
    {
      ...(point === 'after-start-here' ? {} : { book: { type: 'book' } }),
      loop: { type: 'for-each', config: { items: [1, 2] } },
      nap: { type: 'wait', config: { seconds: 2 } },
      charge: { type: 'charge', config: { refuse: 1e6 } },
    },
    { settings: { failureEmails: ['ward@example.com'] } },
  )
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ho-'))
  const executors = connectExecutors(dataDir, engine.database.appUrl)
  onTestFinished(() => {
    executors.stop()
    rmSync(dataDir, { recursive: true })
  })
  const death = dieAt(point, { EXECUTORS: dataDir })
  await until('a worker that takes runs', () => executors.isReady(), 100_000)
  let isDead = false
  const dead = death.finally(() => {
    isDead = true
  })
  const runIds: string[] = []
  // On a busy machine a run may be written before its loop begins: then its start is one commit,
  // and another run follows.
  for (let tries = 0; tries < (point === 'after-start-here' ? 20 : 1) && !isDead; tries++) {
    const start = await seedStart(organizationId, definition)
    const begun = await startKnown(start, { waits: true })
    runIds.push(start.runId)
    if (begun.refusal !== null) throw new Error(`the start was refused: ${begun.refusal}`)
    await Promise.race([dead, begun.next])
  }
  await dead
  await recover()
  await everythingHolds()
  for (const runId of runIds)
    expect(await engine.run(runId)).toMatchObject({ status: 'failed', error: { code: 'refused' } })
  const { rows } = await deaths.admin.query(
    `select count(*)::int as entries from audit_entries
      where object_id = any($1) and action = 'run.started' group by object_id`,
    [runIds],
  )
  expect(rows).toEqual(runIds.map(() => ({ entries: 1 })))
})
