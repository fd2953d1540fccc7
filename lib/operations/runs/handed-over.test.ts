import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { appConnectionString, engineDb, inOrganization } from '#db/client'
import { runs } from '#db/schema/runs'
import { workflowVersions } from '#db/schema/workflows'
import type { Definition } from '#lib/domain/workflow/definition'
import {
  readyMessage,
  socketDirectory,
  socketPrefix,
  socketSuffix,
  type HandOver,
} from '#lib/engine/commands/executor-sockets'
import { connectExecutors } from '#lib/engine/commands/hand-over'
import { startRun } from '#lib/engine/commands/start-run'
import { recordBacklog } from '#lib/engine/store/commits/fairness'
import { priorities } from '#lib/engine/store/lock-run'
import { newId } from '#lib/ids'
import { jsonLines } from '#lib/json-lines'
import { metrics } from '#lib/metrics'
import { useApi } from '#test/harness/api'
import { graph } from '#test/samples/graph'
import { notAhead } from '#test/samples/not-ahead'
import { aroundStatements } from '#test/harness/around-statements'
import { attemptsCounted, rowsOf } from '#test/harness/run-rows'
import { runCalls, screen, transform } from '#test/harness/run-calls'
import { until } from '#test/harness/until'
import { useWorker } from '#test/harness/worker'
import { loadRunTotals } from '#lib/engine/store/reads/run-totals'
import { endpointsAt } from '#test/harness/endpoints-at'

const pauseRoute = endpointsAt('/api/v2/workflows/{id}/pause')

const api = useApi()
useWorker({ handOver: true })
const { publish, start, read, inStatus, actionsOn } = runCalls(api)

/**
 * Two runs of a workflow: this process does not know the first one's version yet, so it goes
 * through the queue; the other one is handed to the worker.
 */
async function twice(definition: Definition, startData: unknown = {}) {
  const id = await publish(definition)
  const first = await start(id, { startData })
  const second = await start(id, { startData })
  expect([first.status, second.status]).toEqual([202, 202])
  return {
    id,
    queued: String(first.body['id']),
    handed: String(second.body['id']),
  }
}

const drawn: [name: string, Definition, unknown?][] = [
  ['a person who is asked', graph('a -> b', { a: transform(1), b: screen })],
  ...notAhead,
  [
    'a failure, which is mailed once',
    graph(
      'a -> b',
      {
        a: transform({ $: 'start.n' }),
        b: { type: 'condition', config: { when: { $: 'steps.a.output' } } },
      },
      { settings: { failureEmails: ['ops@example.org'] } as Definition['settings'] },
    ),
    { n: 'neither' },
  ],
]

test.each(drawn)(
  '%s: a run that is handed over is in nothing different from one that went through the queue',
  async (_name, definition, startData) => {
    const { queued, handed } = await twice(definition, startData)
    const rests = await until('the end of both', async () => {
      const statuses = await Promise.all(
        [queued, handed].map(async (id) => (await read(id)).body.status),
      )
      return statuses.every((status) => status !== 'running') ? statuses : undefined
    })
    expect(rests[0]).toBe(rests[1])
    expect(await rowsOf(handed)).toEqual(await rowsOf(queued))
    const { rows: found } = await engineDb().execute(
      sql`select fields, words from run_search where run_id in (${queued}, ${handed})`,
    )
    expect(found).toHaveLength(2)
    expect(found[0]).toEqual(found[1])
    expect((await actionsOn(handed)).filter((action) => action !== 'run.read')).toEqual([
      'run.started',
    ])
    const { rows: mails } = await engineDb().execute<{ mails: number }>(
      sql`select count(*)::int as mails from mails where run_id in (${queued}, ${handed})
        group by run_id`,
    )
    expect(mails.every((row) => row.mails === 1)).toBe(true)
  },
)

it('counts its end and its attempts once, and who waits has the run in the same answer', async () => {
  const endsCounted = async () =>
    (await metrics.runsEnded.get()).values.find(({ labels }) => labels.status === 'completed')
      ?.value ?? 0
  const endsBefore = await endsCounted()
  const { id, queued } = await twice(
    graph('one', { one: transform({ $: '$sum([start.n, 1])' }) }),
    {
      n: 1,
    },
  )
  await inStatus(queued, 'completed')
  // An end is counted after it is stored.
  await until('the count of both', async () => (await endsCounted()) >= endsBefore + 2 || undefined)
  const ends = await endsCounted()
  const attempts = await attemptsCounted()
  const { body } = await start(id, { startData: { n: 5 } }, { prefer: 'wait=20' })
  expect(body).toMatchObject({
    status: 'completed',
    output: { one: 6 },
    tasks: [{ key: 'one', status: 'completed', output: 6, attempt: 1 }],
  })
  expect([await endsCounted(), await attemptsCounted()]).toEqual([ends + 1, attempts + 1])
})

describe('who waits for a run that is handed over', () => {
  test.each(drawn.filter(([name]) => name !== 'a person who is asked'))(
    'has it as its page shows it: %s',
    async (_name, definition, startData = {}) => {
      const { id } = await twice(definition, startData)
      const answer = await start(id, { startData }, { prefer: 'wait=20' })
      expect(answer.status).toBe(200)
      const runId = String(answer.body['id'])
      // The entry of this reader was written before the answer.
      expect(await actionsOn(runId)).toEqual(['run.started', 'run.read'])
      expect(answer.body).toEqual((await read(runId)).body)
      expect(await actionsOn(runId)).toEqual(['run.started', 'run.read', 'run.read'])
    },
  )

  test('reads it apart when its values are too large to be sent along', async () => {
    const text = { $: '$pad("x", 900000)' }
    const definition = graph('a -> b', { a: transform(text), b: transform(text) })
    const { id } = await twice(definition)
    const answer = await start(id, {}, { prefer: 'wait=20' })
    const runId = String(answer.body['id'])
    expect(await actionsOn(runId)).toEqual(['run.started', 'run.read'])
    expect(answer.body).toEqual((await read(runId)).body)
  })

  test('is not said to have read it when its time was over before', async () => {
    const { id } = await twice(
      graph('a -> b', { a: transform(1), b: { type: 'wait', config: { seconds: 2 } } }),
    )
    const answer = await start(id, {}, { prefer: 'wait=1' })
    expect(answer.status).toBe(202)
    const runId = String(answer.body['id'])
    const before = await actionsOn(runId)
    await until('the end', async () => {
      const [run] = await engineDb().select().from(runs).where(eq(runs.id, runId))
      return run?.status === 'completed'
    })
    expect(await actionsOn(runId)).toEqual(before)
  })
})

it('starts nothing of a workflow that was paused since it was last asked', async () => {
  const { id, queued } = await twice(graph('one', { one: transform(1) }))
  await inStatus(queued, 'completed')
  expect(
    (await api.send(pauseRoute.POST, `/api/v2/workflows/${id}/pause`, { params: { id }, body: {} }))
      .status,
  ).toBeLessThan(300)
  expect(await start(id, {})).toMatchObject({ status: 409, body: { error: 'workflow_paused' } })
})

it('keeps to a limit that a workflow was given since it was last asked', async () => {
  const { id } = await twice(graph('one', { one: transform(1) }))
  await inOrganization(api.organization.id, (tx) =>
    tx.execute(
      sql`update workflows set concurrency_limit = 1, when_full = 'queue' where id = ${id}`,
    ),
  )
  const { body } = await start(id, {})
  expect(body['status']).toBe('running')
  await inStatus(String(body['id']), 'completed')
})

it('keeps the books', async () => {
  const id = await publish(graph('one', { one: transform(1) }))
  await inStatus(String((await start(id, {})).body['id']), 'completed')
  const before = await loadRunTotals(engineDb())
  const answers = await Promise.all(
    Array.from({ length: 12 }, async () => await start(id, {}, { prefer: 'wait=20' })),
  )
  expect(new Set(answers.map(({ body }) => body['status']))).toEqual(new Set(['completed']))
  const after = await loadRunTotals(engineDb())
  expect([after.accepted - before.accepted, after.completed - before.completed]).toEqual([12, 12])
  expect((await read(String(answers[0]?.body['id']))).body.status).toBe('completed')
})

describe('a start with an Idempotency-Key', () => {
  const wait = { prefer: 'wait=20' }

  test('is handed over, and its key is written by the statement that writes the run', async () => {
    const { id, queued } = await twice(graph('one', { one: transform({ $: '$sum([1, 4])' }) }))
    await inStatus(queued, 'completed')
    const names: string[] = []
    aroundStatements(async (name, send) => {
      names.push(name)
      return await send()
    })
    onTestFinished(() => void vi.restoreAllMocks())
    const key = { 'idempotency-key': newId() }
    const first = await start(id, {}, { ...wait, ...key })
    expect([first.status, first.body['output']]).toEqual([200, { one: 5 }])
    expect(names.filter((name) => /^(start-runs|take-lease|complete_job)$/.test(name))).toEqual([
      'start-runs',
    ])
    const again = await start(id, {}, { ...wait, ...key })
    expect([again.status, again.body['id']]).toEqual([200, first.body['id']])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(first.headers.get('idempotent-replayed')).toBe(null)
    expect(await start(id, { startData: { other: 1 } }, key)).toMatchObject({
      status: 409,
      body: { error: 'idempotency_key_reused' },
    })
  })

  test('starts one run, however many requests come at once', async () => {
    const { id } = await twice(graph('one', { one: transform({ $: '$sum([1, 4])' }) }))
    const key = { 'idempotency-key': newId() }
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => await start(id, {}, { ...wait, ...key })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const [runId, ...others] = new Set(answers.map(({ body }) => String(body['id'])))
    expect(others).toEqual([])
    const found = await engineDb().select({ id: runs.id }).from(runs).where(eq(runs.workflowId, id))
    expect(found).toHaveLength(3)
    expect((await actionsOn(runId ?? '')).filter((action) => action === 'run.started')).toEqual([
      'run.started',
    ])
  })

  test('of a workflow that is paused is refused, and its key stays free', async () => {
    const { id, queued } = await twice(graph('one', { one: transform(1) }))
    await inStatus(queued, 'completed')
    const key = { 'idempotency-key': newId() }
    const setPause = async (to: string) =>
      await inOrganization(api.organization.id, (tx) =>
        tx.execute(sql`update workflows set paused_at = ${sql.raw(to)} where id = ${id}`),
      )
    await setPause('now()')
    expect(await start(id, {}, key)).toMatchObject({ status: 409 })
    await setPause('null')
    expect((await start(id, {}, { ...wait, ...key })).status).toBe(200)
  })
})

describe('a worker whose answer is lost and that writes the run late', () => {
  /** A worker of this machine that takes one run, says nothing and goes away. */
  async function losingWorker(onTaken: (runId: string) => Promise<void>) {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'ho-'))
    const server = createServer((socket) => {
      const lines = jsonLines(socket, (message) => {
        const { start: taken } = message as HandOver
        void onTaken(taken.runId).then(() => socket.destroy())
      })
      lines.send(readyMessage)
    })
    mkdirSync(socketDirectory(dataDir), { recursive: true })
    const name = `${socketPrefix(appConnectionString())}${newId()}${socketSuffix}`
    server.listen(path.join(socketDirectory(dataDir), name))
    const executors = connectExecutors(dataDir, appConnectionString())
    onTestFinished(() => {
      executors.stop()
      server.close()
      rmSync(dataDir, { recursive: true })
    })
    await until('a worker that takes runs', () => executors.isReady())
  }

  test.each([
    ['to the queue at once', false],
    ['past the long backlog of its organization', true],
  ])('has written the one run that was asked for: %s', async (_way, isLong) => {
    const { id, queued } = await twice(graph('one', { one: transform({ $: '$sum([1])' }) }))
    await inStatus(queued, 'completed')
    const { normal } = priorities
    const late = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    let first = 0
    await losingWorker(async (runId) => {
      const isWritten = Promise.withResolvers<void>()
      void inOrganization(api.organization.id, async (tx) => {
        const versions = await tx
          .select()
          .from(workflowVersions)
          .where(eq(workflowVersions.workflowId, id))
        const [version] = versions
        if (!version) throw new Error('the version is missing')
        await startRun(tx, {
          runId,
          organizationId: api.organization.id,
          workflowId: id,
          versionId: version.id,
          definition: version.definition,
          startData: {},
          trigger: 'api',
          startedBy: null,
          startedByUserId: null,
        })
        const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
        first = rows[0]?.pid ?? 0
        isWritten.resolve()
        // Not visible to others until the second writer waits for this one.
        await late.promise
      }).then(written.resolve, written.reject)
      await isWritten.promise
      // The second writer then passes the statement that starts runs together.
      if (isLong) recordBacklog(api.organization.id, normal, 2000)
    })
    onTestFinished(() => recordBacklog(api.organization.id, normal, 0))
    const answer = start(id, {})
    await until('the second writer waits for the first one', async () => {
      const { rows } = await engineDb().execute(
        sql`select from pg_locks where not granted and ${first} = any (pg_blocking_pids(pid))`,
      )
      return rows.length > 0
    })
    late.resolve()
    await written.promise
    const { status, body } = await answer
    expect([status, body['error']]).toEqual([202, undefined])
    await inStatus(String(body['id']), 'completed')
  })
})
