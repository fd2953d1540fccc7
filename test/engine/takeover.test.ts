import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { engineDb } from '#db/client'
import { runs, workers } from '#db/schema/runs'
import { newId } from '#lib/ids'
import { done } from '#lib/steps/define-step'
import forEach from '#lib/steps/types/flow/for-each'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { spawnWorker } from '#test/processes/spawn-worker'
import { ask, echo, pause, testStep } from '#test/samples/steps'
import { until } from '#test/harness/until'
import { answerUnknownOutcome } from '#lib/engine/commands/answer-unknown-outcome'

// The tests start and kill processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const keys = new Set<string>()
const hold = (type: string, effect: 'read' | 'idempotent' | 'unsafe') =>
  testStep(type, effect, async ({ idempotencyKey }) => {
    keys.add(idempotencyKey)
    return done('by the other')
  })
let open: () => void = () => undefined
const door = testStep('door', 'read', async () => {
  await new Promise<void>((resolve) => {
    open = resolve
  })
  return done('opened')
})

const engine = useEngine(
  [
    forEach,
    echo,
    ask,
    pause,
    door,
    hold('hold_read', 'read'),
    hold('hold_idempotent', 'idempotent'),
    hold('hold_unsafe', 'unsafe'),
  ],
  { workers: 0 },
)
let file: string
beforeEach(() => {
  file = path.join(tmpdir(), `rounds-takeover-${newId()}`)
})
afterEach(async () => await engine.stopWorkers())

async function runningIn(worker: string, runIds: string[], key: string): Promise<void> {
  for (const runId of runIds) await engine.taskIn(runId, key, 'running')
  for (const runId of runIds) expect((await engine.run(runId)).leaseWorker).toBe(worker)
}

test(
  'a lease that a worker took with its last statement, after another deleted ' +
    'its row, is freed (E4)',
  async () => {
    const runId = await engine.start(graph('a -> b'))
    // The state after that statement; no worker deletes this row any more.
    await engineDb()
      .update(runs)
      .set({ leaseWorker: newId(), leaseEpoch: 1, revision: 1 })
      .where(eq(runs.id, runId))
    await engineDb().execute(
      sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
        where key = ${`run:${runId}`}`,
    )
    await engine.startWorker()
    expect(await engine.ended(runId)).toMatchObject({ status: 'completed', leaseWorker: null })
  },
)

test('kill -9: another worker continues the dead one’s runs within 5 s (E4)', async () => {
  const child = await spawnWorker(engine.database)
  const chain = (type: string) =>
    graph('a -> held -> end', {
      held: { type, config: { file } },
      end: { config: { value: { $: 'steps.held.output' } } },
    })
  const ids = await Promise.all(
    ['hold_read', 'hold_idempotent', 'hold_read', 'hold_idempotent'].map((type) =>
      engine.start(chain(type)),
    ),
  )
  await runningIn(child.id, ids, 'held')
  await engine.startWorker()
  child.process.kill('SIGKILL')
  const killedAt = Date.now()
  for (const id of ids)
    expect(await engine.ended(id, 5000)).toMatchObject({
      status: 'completed',
      output: { end: 'by the other' },
    })
  expect(Date.now() - killedAt).toBeLessThan(5000)
  // The call that carries a key was made again with the same one.
  const held = (await engine.tasks(ids[1] ?? ''))['held']
  expect(held).toMatchObject({ attempt: 1, status: 'completed' })
  expect(keys).toContain(`${ids[1]}:${held?.id}`)
  expect(await engineDb().select().from(workers).where(eq(workers.id, child.id))).toEqual([])
})

test(
  'kill -9 amid a loop: its items go on in another worker, those that ended do not run again, ' +
    'and the run around them wakes (E3, E4)',
  async () => {
    const child = await spawnWorker(engine.database)
    const definition = graph('loop -each-> before -> held\nloop -done-> end', {
      loop: {
        type: 'for-each',
        config: { items: Array.from({ length: 120 }, (_, index) => index), concurrency: 30 },
      },
      before: { config: { value: { $: 'item' } } },
      held: { type: 'hold_idempotent', config: { file, item: { $: 'steps.before.output' } } },
      end: { config: { value: { $: '$distinct(steps.loop.output.results)' } } },
    })
    const runId = await engine.start(definition)
    const parts = await until('the loop at work', async () => {
      const found = await engineDb().select().from(runs).where(eq(runs.parentRunId, runId))
      return found.length === 3 && found.every(({ leaseWorker }) => leaseWorker === child.id)
        ? found
        : undefined
    })
    for (const { id, loop } of parts) await engine.taskIn(id, `${loop?.from}:held`, 'running')
    const before = Object.fromEntries(
      await Promise.all(parts.map(async ({ id }) => [id, await engine.tasks(id)] as const)),
    )
    await engine.startWorker()
    child.process.kill('SIGKILL')
    expect(await engine.ended(runId, 10_000)).toMatchObject({
      status: 'completed',
      output: { end: ['by the other'] },
    })
    for (const { id } of parts) {
      const after = await engine.tasks(id)
      for (const task of Object.values(before[id] ?? {})) expect(after[task.key]?.id).toBe(task.id)
      for (const task of Object.values(before[id] ?? {}).filter(
        ({ status }) => status === 'completed',
      ))
        expect(after[task.key]).toEqual(task)
      expect(Object.values(after).every(({ status }) => status === 'completed')).toBe(true)
    }
  },
)

test('kill -9: a call that must not be repeated is not; a person is asked (E5)', async () => {
  const child = await spawnWorker(engine.database)
  const runId = await engine.start(
    graph('held -> end', { held: { type: 'hold_unsafe', config: { file, to: 'Ada' } } }),
  )
  await runningIn(child.id, [runId], 'held')
  await engine.startWorker()
  child.process.kill('SIGKILL')
  expect(await engine.taskIn(runId, 'held', 'suspended')).toMatchObject({
    state: { reason: 'unknown-outcome' },
    error: { code: 'worker_lost', stepId: 'held', attempt: 1 },
    input: { to: 'Ada' },
  })
  await engine.suspended(runId)
})

const retry = (maxAttempts: number) => ({
  maxAttempts,
  delaySeconds: 0,
  factor: 1,
  maxDelaySeconds: 0,
})

test('kill -9: a call with a retry policy is repeated with its key, and no person is asked', async () => {
  const child = await spawnWorker(engine.database)
  const runId = await engine.start(
    graph('held', { held: { type: 'hold_unsafe', config: { file }, retry: retry(2) } }),
  )
  await runningIn(child.id, [runId], 'held')
  await engine.startWorker()
  child.process.kill('SIGKILL')
  expect(await engine.ended(runId)).toMatchObject({
    status: 'completed',
    output: { held: 'by the other' },
  })
  const { held } = await engine.tasks(runId)
  expect(held).toMatchObject({ attempt: 2, error: null })
  expect(keys).toContain(`${runId}:${held?.id}`)
})

test('kill -9 amid the last attempt of a retry policy: the task fails, and no person is asked', async () => {
  const child = await spawnWorker(engine.database)
  const runId = await engine.start(
    graph('held', { held: { type: 'hold_unsafe', config: { file }, retry: retry(2) } }),
  )
  await runningIn(child.id, [runId], 'held')
  const next = await spawnWorker(engine.database)
  child.process.kill('SIGKILL')
  await until('the second attempt', async () => (await engine.tasks(runId))['held']?.attempt === 2)
  await engine.startWorker()
  next.process.kill('SIGKILL')
  const error = { code: 'worker_lost', stepId: 'held', attempt: 2 }
  expect(await engine.ended(runId)).toMatchObject({ status: 'failed', error })
})

test(
  'a worker that stops amid a call with a retry policy: the call is made again, ' +
    'and nobody is asked',
  async () => {
    const child = await spawnWorker(engine.database)
    const steps = {
      held: { type: 'hold_unsafe', config: { file }, retry: retry(3) },
      plain: { type: 'hold_unsafe', config: { file } },
    }
    const runId = await engine.start(graph('held\nplain', steps))
    await runningIn(child.id, [runId], 'held')
    await engine.taskIn(runId, 'plain', 'running')
    const exit = once(child.process, 'exit')
    child.process.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
    await engine.startWorker()
    const { error: _none, ...held } = await engine.taskIn(runId, 'held', 'completed')
    expect(held).toMatchObject({ attempt: 2, output: 'by the other' })
    expect(await engine.taskIn(runId, 'plain', 'suspended')).toMatchObject({
      state: { reason: 'unknown-outcome' },
    })
  },
)

test('a worker stopped for long and continued writes nothing (E2)', async () => {
  const child = await spawnWorker(engine.database)
  const runId = await engine.start(
    graph('held -> end', {
      held: { type: 'hold_read', config: { file } },
      end: { config: { value: { $: 'steps.held.output' } } },
    }),
  )
  await runningIn(child.id, [runId], 'held')
  await engine.startWorker()
  child.process.kill('SIGSTOP')
  // Simulates silence for as long as it takes until it counts as dead.
  await engineDb()
    .update(workers)
    .set({ seenAt: sql`now() - interval '5 minutes'` })
    .where(eq(workers.id, child.id))
  const ended = await engine.ended(runId)
  expect(ended).toMatchObject({ status: 'completed', output: { end: 'by the other' } })
  writeFileSync(file, '')
  child.process.kill('SIGCONT')
  await until(
    'the worker’s return',
    async () =>
      (await engineDb().select().from(workers).where(eq(workers.id, child.id))).length === 1,
  )
  // It is a worker like any other again …
  await engine.stopWorkers()
  const next = await engine.start(graph('held', { held: { type: 'hold_read', config: { file } } }))
  expect(await engine.ended(next)).toMatchObject({ output: { held: 'by the process' } })
  // … and the old run is as it was.
  expect(await engine.run(runId)).toEqual(ended)
})

test(
  'a worker stopped in the middle of calls and continued writes nothing of ' +
    'their answers (E2, E3, E5)',
  async () => {
    const child = await spawnWorker(engine.database)
    const definition = graph('a -> sent -> end\na -> keyed -> end', {
      sent: { type: 'hold_unsafe', config: { file } },
      keyed: { type: 'hold_idempotent', config: { file } },
      end: {
        config: { value: { sent: { $: 'steps.sent.output' }, keyed: { $: 'steps.keyed.output' } } },
      },
    })
    const runId = await engine.start(definition)
    await runningIn(child.id, [runId], 'sent')
    await engine.taskIn(runId, 'keyed', 'running')
    const { leaseEpoch } = await engine.run(runId)
    await engine.startWorker()
    child.process.kill('SIGSTOP')
    await engineDb()
      .update(workers)
      .set({ seenAt: sql`now() - interval '5 minutes'` })
      .where(eq(workers.id, child.id))
    // The other worker repeats calls that have a key, and asks about those without.
    const sent = await engine.taskIn(runId, 'sent', 'suspended')
    expect(sent).toMatchObject({ state: { reason: 'unknown-outcome' }, attempt: 1 })
    expect(await engine.taskIn(runId, 'keyed', 'completed')).toMatchObject({
      output: 'by the other',
      attempt: 1,
    })
    await engine.act((tx) =>
      answerUnknownOutcome(tx, {
        organizationId: engine.organizationId,
        taskId: sent.id,
        answer: { outcome: 'happened', output: 'told' },
        by: 'Ada',
      }),
    )
    const ended = await engine.ended(runId)
    expect(ended).toMatchObject({
      status: 'completed',
      output: { end: { sent: 'told', keyed: 'by the other' } },
    })
    expect(ended.leaseEpoch).toBeGreaterThan(leaseEpoch)
    const tasksBefore = await engine.tasks(runId)
    // Both calls of the stopped process answer now.
    writeFileSync(file, '')
    child.process.kill('SIGCONT')
    await until(
      'the worker’s return',
      async () =>
        (await engineDb().select().from(workers).where(eq(workers.id, child.id))).length === 1,
    )
    await engine.stopWorkers()
    const next = await engine.start(
      graph('held', { held: { type: 'hold_unsafe', config: { file } } }),
    )
    expect(await engine.ended(next)).toMatchObject({ output: { held: 'by the process' } })
    expect([await engine.run(runId), await engine.tasks(runId)]).toEqual([ended, tasksBefore])
  },
)

test('a write under an old epoch changes nothing (E2)', async () => {
  await engine.startWorker()
  const runId = await engine.start(graph('door -> end', { door: { type: 'door' } }))
  await engine.taskIn(runId, 'door', 'running')
  const leased = (column: typeof runs.leaseEpoch) => sql`${column} + 1`
  await engineDb()
    .update(runs)
    .set({ leaseEpoch: leased(runs.leaseEpoch), leaseWorker: newId() })
    .where(eq(runs.id, runId))
  const before = [await engine.run(runId), await engine.tasks(runId)]
  open()
  // The same worker still runs, and has seen its answer by the time another run has ended.
  await engine.ended(await engine.start(graph('a -> b')))
  expect([await engine.run(runId), await engine.tasks(runId)]).toEqual(before)
})

test('a worker that stops hands its runs back within 10 s, unharmed', async () => {
  const child = await spawnWorker(engine.database)
  const definition = graph('held -> end', {
    held: { type: 'hold_read', config: { file } },
    end: { config: { value: { $: 'steps.held.output' } } },
  })
  const runId = await engine.start(definition)
  await runningIn(child.id, [runId], 'held')
  const exit = once(child.process, 'exit')
  const stoppedAt = Date.now()
  child.process.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
  expect(Date.now() - stoppedAt).toBeLessThan(10_000)
  expect(await engine.run(runId)).toMatchObject({ status: 'running', leaseWorker: null })
  expect((await engine.tasks(runId))['held']).toMatchObject({ status: 'pending', attempt: 0 })
  await engine.startWorker()
  expect(await engine.ended(runId)).toMatchObject({ output: { end: 'by the other' } })
})
