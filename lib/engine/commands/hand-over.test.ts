import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { engineDb, enginePool } from '#db/client'
import type { Definition } from '#lib/domain/workflow/definition'
import { watchRuns } from '#lib/engine/watch/watch'
import { newId } from '#lib/ids'
import { metrics } from '#lib/metrics'
import { makeClient } from '#lib/postgres'
import { done, PermanentStepError } from '#lib/steps/define-step'
import forEach from '#lib/steps/types/flow/for-each'
import { noServices, useEngine } from '#test/harness/engine'
import { seedOrganization } from '#test/harness/seed-organization'
import { seedStart } from '#test/harness/seed-start'
import { until } from '#test/harness/until'
import { graph } from '#test/samples/graph'
import { ask, echo, testStep } from '#test/samples/steps'
import { Turns } from '../execute/turns.ts'
import { answerScreen } from './answer-screen.ts'
import { readyMessage, socketDirectory, socketPrefix } from './executor-sockets.ts'
import { connectExecutors } from './hand-over.ts'
import { startKnown, type Begun } from './start-known.ts'

let release = Promise.withResolvers<void>()
const call = testStep('call', 'idempotent', async () => done('called'))
const post = testStep('post', 'unsafe', async () => done('posted'))
const broken = testStep('broken', 'pure', async () => {
  throw new PermanentStepError('broken', 'It is broken.')
})
const large = testStep('large', 'pure', async () => done('x'.repeat(20_000)))
const slow = testStep('slow', 'pure', async () => {
  await release.promise
  return done('slow')
})
const engine = useEngine([echo, ask, call, post, broken, large, slow, forEach], { workers: 0 })

let dataDir = ''

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'ho-'))
  release = Promise.withResolvers<void>()
  await engine.startWorker({ dataDir })
  const executors = connectExecutors(dataDir, engine.database.appUrl)
  onTestFinished(() => executors.stop())
  await until('a worker that takes runs', () => executors.isReady())
})
afterEach(async () => {
  release.resolve()
  await engine.stopWorkers()
  rmSync(dataDir, { recursive: true, force: true })
})

const startOf = async (definition: Definition, organizationId = engine.organizationId) =>
  await seedStart(organizationId, definition)

/** The final status of the run, or `left` when its first turn left it. */
async function outcomeOf(begun: Begun): Promise<string | undefined> {
  if (begun.refusal !== null) return begun.refusal
  return (await begun.next)?.status ?? 'left'
}

async function play(definition: Definition): Promise<string> {
  const start = await startOf(definition)
  expect(await outcomeOf(await startKnown(start, { waits: true }))).toBe('completed')
  return start.runId
}

const chain = (length: number, type: string): Definition =>
  graph(Array.from({ length }, (_, index) => `s${index}`).join(' -> '), {}, { type })

describe('a run that is handed over', () => {
  test('writes one audit entry, in the transaction of the run', async () => {
    const runId = await play(chain(1, 'post'))
    const { rows } = await engineDb().execute(
      sql`select action from audit_entries where object_id = ${runId}`,
    )
    expect(rows).toEqual([{ action: 'run.started' }])
  })

  test('goes on through the queue after it waited for a person', async () => {
    const start = await startOf(graph('ask', { ask: { type: 'ask' } }))
    const begun = await startKnown(start, { waits: true })
    expect(begun).toMatchObject({ refusal: null, status: 'suspended' })
    expect(await outcomeOf(begun)).toBe('left')
    const { id } = await engine.taskIn(start.runId, 'ask', 'suspended')
    await engine.act((tx) =>
      answerScreen(tx, {
        organizationId: engine.organizationId,
        taskId: id,
        output: 'yes',
        by: 'Ada',
      }),
    )
    expect((await engine.ended(start.runId)).status).toBe('completed')
  })

  test('is stored with its failure and its mail when it fails', async () => {
    const settings = { failureEmails: ['ward@example.com'] }
    const start = await startOf(graph('a', { a: { type: 'broken' } }, { settings }))
    expect(await outcomeOf(await startKnown(start, { waits: true }))).toBe('failed')
    expect(await engine.run(start.runId)).toMatchObject({ error: { code: 'broken' } })
    const { rows } = await engineDb().execute(
      sql`select count(*)::int as mails from mails where run_id = ${start.runId}::uuid`,
    )
    expect(rows).toEqual([{ mails: 1 }])
  })

  test('is stored with its large values and the child runs of its loop', async () => {
    await play(graph('a -> b', { a: { type: 'large' } }))
    const loop = graph('loop -each-> body', {
      loop: { type: 'for-each', config: { items: [1, 2, 3] } },
    })
    const start = await startOf(loop)
    await startKnown(start, { waits: true })
    expect((await engine.ended(start.runId)).status).toBe('completed')
  })

  test('is answered as started soon, whatever its first step does', async () => {
    const start = await startOf(graph('a', { a: { type: 'slow' } }))
    const begun = await startKnown(start, { waits: true })
    expect(begun).toMatchObject({ refusal: null, status: 'running' })
    expect(await engine.run(start.runId)).toMatchObject({ status: 'running', leaseEpoch: 1 })
    release.resolve()
    expect(await outcomeOf(begun)).toBe('completed')
  })

  test('is notified to other processes when no caller waits here', async () => {
    const start = await startOf(graph('a', { a: { type: 'slow' } }))
    await startKnown(start, { waits: false })
    const { organizationId } = engine
    const ended = watchRuns().waitForRun(start.runId, { organizationId, timeoutMs: 10_000 })
    release.resolve()
    expect(await ended).toBe(true)
  })
})

describe('a start is refused, and nothing is written,', () => {
  test('when the database refuses its first commit; operators see it in a metric', async () => {
    const owner = makeClient({ connectionString: engine.database.url })
    await owner.connect()
    onTestFinished(async () => await owner.end())
    await owner.query(`create function refuse_lease() returns trigger language plpgsql
      as $$ begin raise exception 'refused by the test'; end $$`)
    await owner.query(`create trigger refuse_lease before insert on runs for each row
      when (new.lease_worker is not null) execute function refuse_lease()`)
    const failed = async () => (await metrics.turnsLost.get()).values[0]?.value ?? 0
    const before = await failed()
    try {
      const start = await startOf(chain(1, 'call'))
      expect(await startKnown(start, { waits: true })).toEqual({ refusal: 'statement-refused' })
      expect(await failed()).toBe(before + 1)
    } finally {
      await owner.query('drop trigger refuse_lease on runs; drop function refuse_lease')
    }
  })

  const nothingOf = async (runId: string): Promise<void> => {
    const { rows } = await engineDb().execute(
      sql`select id::text from runs where id = ${runId}::uuid
        union all select id::text from audit_entries where object_id = ${runId}`,
    )
    expect(rows).toEqual([])
  }

  test.each([
    ['of a paused workflow', 'paused_at = now()', 'paused'],
    ['of a limited workflow', `concurrency_limit = 1, when_full = 'queue'`, 'limited'],
    ['when another version is published', 'published_version_id = null', 'workflow-changed'],
  ])('%s', async (_which, change, refusal) => {
    const start = await startOf(graph('a'))
    await engineDb().execute(
      sql`update workflows set ${sql.raw(change)} where id = ${start.workflowId}::uuid`,
    )
    expect(await startKnown(start, { waits: true })).toEqual({ refusal })
    await nothingOf(start.runId)
  })

  test('when the workflow was renamed; the next start has its new name', async () => {
    const definition = graph('a', { a: { config: { value: { $: 'run.workflow.name' } } } })
    const start = await startOf(definition)
    expect(await outcomeOf(await startKnown(start, { waits: true }))).toBe('completed')
    await engineDb().execute(
      sql`update workflows set name = 'Renamed' where id = ${start.workflowId}::uuid`,
    )
    const second = { ...start, runId: newId() }
    expect(await startKnown(second, { waits: true })).toEqual({ refusal: 'workflow-changed' })
    await nothingOf(second.runId)
    const third = { ...start, runId: newId() }
    expect(await outcomeOf(await startKnown(third, { waits: true }))).toBe('completed')
  })

  test('of another organization’s workflow', async () => {
    const { organizationId } = await seedOrganization()
    const start = { ...(await startOf(graph('a'))), organizationId }
    expect(await startKnown(start, { waits: true })).toEqual({ refusal: 'workflow-changed' })
    await nothingOf(start.runId)
  })
})

describe('a run is started once', () => {
  test('when its id already exists', async () => {
    const start = await startOf(graph('a', { a: { type: 'call' } }))
    await engine.startVersion(start.workflowId, start.versionId, graph('a'), {}, start.runId)
    expect(await startKnown(start, { waits: true })).toMatchObject({ refusal: null })
    const { rows } = await engineDb().execute(
      sql`select count(*)::int as entries from audit_entries where object_id = ${start.runId}`,
    )
    expect(rows).toEqual([{ entries: 0 }])
    expect((await engine.ended(start.runId)).status).toBe('completed')
  })

  test.each([
    ['died before it wrote it', { written: false, dies: true }],
    ['died after it wrote it', { written: true, dies: true }],
    ['was frozen before it wrote it', { written: false, dies: false }],
    ['was frozen after it wrote it', { written: true, dies: false }],
  ])('when its worker %s', async (_which, { written, dies }) => {
    await engine.stopWorkers()
    const start = await startOf(graph('a'))
    const prefix = socketPrefix(engine.database.appUrl)
    // A worker that takes the run and does not answer.
    let isFound = false
    const silent = createServer((socket) => {
      isFound = true
      socket.write(`${JSON.stringify(readyMessage)}\n`)
      socket.on('error', () => undefined)
      socket.on('data', () => {
        const starting = written
          ? engine.startVersion(start.workflowId, start.versionId, graph('a'), {}, start.runId)
          : Promise.resolve()
        void starting.then(() => (dies ? socket.destroy() : undefined))
      })
    })
    const file = path.join(socketDirectory(dataDir), `${prefix}${newId()}.sock`)
    await new Promise<void>((resolve) => silent.listen(file, resolve))
    onTestFinished(() => void silent.close())
    await until('the connection', () => isFound)
    expect(await startKnown(start, { waits: true })).toMatchObject({
      refusal: null,
      status: 'running',
    })
    await engine.startWorker({ dataDir })
    expect((await engine.ended(start.runId)).status).toBe('completed')
  })

  test('when it is started through the queue while its worker starts it', async () => {
    await engine.stopWorkers()
    const { stepTypes } = engine
    const services = { services: noServices, stepTypes, openConnection: async () => undefined }
    const notifier = { changed: () => undefined, stop: async () => undefined }
    const turns = new Turns({ ...services, pool: enginePool(), workerId: newId(), notifier })
    onTestFinished(() => turns.end())
    const start = await startOf(graph('a'))
    const begun = turns.start(start, {
      isOnlyWatcher: () => true,
      reader: () => undefined,
      committed: () => undefined,
    })
    // One of the two writes the run; the other is refused by its id.
    await engine
      .startVersion(start.workflowId, start.versionId, graph('a'), {}, start.runId)
      .catch(() => undefined)
    await turns.run(start.runId)
    await begun
    expect((await engine.ended(start.runId)).status).toBe('completed')
  })

  test('when its worker stops: it is finished or handed back', async () => {
    const start = await startOf(graph('a -> b', { a: { type: 'slow' } }))
    const begun = await startKnown(start, { waits: true })
    const stopped = engine.stopWorkers()
    release.resolve()
    await stopped
    expect(['completed', 'left']).toContain(await outcomeOf(begun))
    await engine.startWorker({ dataDir })
    expect((await engine.ended(start.runId)).status).toBe('completed')
  })
})

test('runs for which the worker has no room go through the queue', async () => {
  const start = await startOf(graph('a', { a: { type: 'slow' } }))
  const many = Array.from({ length: 70 }, () => ({ ...start, runId: newId() }))
  const begun = await Promise.all(many.map(async (one) => await startKnown(one, { waits: false })))
  expect(begun.filter(({ refusal }) => refusal !== null)).toEqual([])
  const queued = begun.filter((one) => one.refusal === null && one.next === undefined)
  expect(queued).toHaveLength(6)
  const other = await seedOrganization()
  const another = await startOf(chain(1, 'echo'), other.organizationId)
  expect(await outcomeOf(await startKnown(another, { waits: true }))).toBe('completed')
  release.resolve()
  for (const { runId } of many) await engine.ended(runId)
})
