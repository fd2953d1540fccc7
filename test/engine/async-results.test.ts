import { eq, sql } from 'drizzle-orm'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { engineDb, enginePool } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import { runs } from '#db/schema/runs'
import { newId } from '#lib/ids'
import { makeClient } from '#lib/postgres'
import { defineStep, done, suspend } from '#lib/steps/define-step'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { spawnWorker } from '#test/processes/spawn-worker'
import { echo, holdResult, waitResult } from '#test/samples/steps'
import { until } from '#test/harness/until'
import { z } from 'zod'
import { cancelTask } from '#lib/engine/commands/cancel-task'
import { endAsyncResult, type Ending } from '#lib/engine/commands/end-async-result'

const ended: string[] = []
/**
 * Ends the result in its config during its own attempt, then waits for it: the wake-up comes before
 * any wait exists.
 */
const tooEarly = defineStep({
  type: 'too_early',
  version: 1,
  title: 'Too early',
  description: 'A step of a test.',
  category: 'Flow',
  icon: 'square',
  examples: [],
  effect: 'read',
  config: z.record(z.string(), z.unknown()),
  output: z.unknown(),
  async execute({ config }) {
    await end(String(config['id']), { status: 'completed', result: 'early' })
    return suspend({ reason: 'async-result', asyncResultId: String(config['id']) })
  },
  resume: async ({ state }) => done(await resultOf(String(state['asyncResultId']))),
})

const engine = useEngine([echo, waitResult, holdResult, tooEarly])

/** A pending async result; `due` makes it end by itself. */
async function pending(due?: { inSeconds: number; result: unknown }): Promise<string> {
  const id = newId()
  await engineDb()
    .insert(asyncResults)
    .values({
      id,
      organizationId: engine.organizationId,
      kind: 'manual',
      ...(due
        ? {
            dueAt: sql`now() + make_interval(secs => ${due.inSeconds})`,
            dueOutcome: { status: 'completed' as const, result: due.result },
          }
        : {}),
    })
  return id
}
async function end(id: string, ending: Ending): Promise<void> {
  await engine.act((tx) => endAsyncResult(tx, engine.organizationId, id, ending))
  ended.push(id)
}
/** A transaction that is just ending the result; its check for waiting tasks is already over. */
async function writing(id: string): Promise<pg.Client> {
  const writer = makeClient({ connectionString: engine.database.url })
  await writer.connect()
  await writer.query('begin')
  await writer.query(
    `update async_results set status = 'completed', result = '"slow"', completed_at = now()
      where id = $1`,
    [id],
  )
  return writer
}
async function resultOf(id: string): Promise<unknown> {
  return (await engineDb().select().from(asyncResults).where(eq(asyncResults.id, id)))[0]?.result
}
const waiting = (id: string, more: object = {}) =>
  graph('wait -> end', {
    wait: { type: 'wait_result', config: { id, ...more } },
    end: { config: { value: { $: 'steps.wait.output' } } },
  })

test('a result wakes every run that waits for it, and nothing before', async () => {
  const id = await pending()
  const ids = [
    await engine.start(waiting(id)),
    await engine.start(waiting(id)),
    await engine.start(waiting(id)),
  ]
  for (const runId of ids)
    expect(await engine.suspended(runId)).toMatchObject({ status: 'suspended', leaseWorker: null })
  const [first = ''] = ids
  expect((await engine.tasks(first))['wait']).toMatchObject({
    status: 'suspended',
    dueAt: null,
    state: { reason: 'async-result', asyncResultId: id, what: 'A test' },
  })
  await end(id, { status: 'completed', result: { pages: 3 } })
  for (const runId of ids)
    expect(await engine.ended(runId)).toMatchObject({
      status: 'completed',
      output: { end: { pages: 3 } },
    })
})

test('it ends once: of two that end it, one learns that it was late', async () => {
  const id = await pending()
  const answers = await Promise.allSettled([
    end(id, { status: 'completed', result: 1 }),
    end(id, { status: 'completed', result: 2 }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'conflict' },
  })
  expect(await resultOf(id)).toBe(answers[0]?.status === 'fulfilled' ? 1 : 2)
  await expect(end(newId(), { status: 'completed', result: 1 })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a result delivered before the wait starts is stored', async () => {
  const before = await pending()
  await end(before, { status: 'completed', result: 'before' })
  expect(await engine.ended(await engine.start(waiting(before)))).toMatchObject({
    output: { end: 'before' },
  })
  const during = await pending()
  const runId = await engine.start(
    graph('wait', { wait: { type: 'too_early', config: { id: during } } }),
  )
  expect(await engine.ended(runId)).toMatchObject({
    status: 'completed',
    output: { wait: 'early' },
  })
})

test('a missing result wakes the task that waits for it, to report it', async () => {
  expect(await engine.ended(await engine.start(waiting(newId())))).toMatchObject({
    status: 'completed',
    output: { end: null },
  })
})

test(
  'the wait is committed while the result is being written: the run goes on when that ' +
    'commits, also when it takes its time',
  async () => {
    for (const outcome of ['commit', 'rollback'] as const) {
      const id = await pending()
      const writer = await writing(id)
      const runId = await engine.start(waiting(id))
      await engine.taskIn(runId, 'wait', 'suspended')
      expect((await engine.run(runId)).status).not.toBe('completed')
      await writer.query(outcome)
      await writer.end()
      if (outcome === 'rollback') {
        await engine.suspended(runId)
        await end(id, { status: 'completed', result: 'slow' })
      }
      expect(await engine.ended(runId)).toMatchObject({
        status: 'completed',
        output: { end: 'slow' },
      })
    }
  },
)

test(
  'the job of a turn that has to look again may be lost: the run says that it ' +
    'should go on, and goes on',
  async () => {
    const id = await pending()
    const writer = await writing(id)
    const runId = await engine.start(waiting(id))
    await engine.taskIn(runId, 'wait', 'suspended')
    await engine.stopWorkers()
    await engineDb().execute(
      sql`delete from graphile_worker._private_jobs where key = ${`run:${runId}`}`,
    )
    await writer.query('commit')
    await writer.end()
    expect(await engine.run(runId)).toMatchObject({ status: 'running', leaseWorker: null })
    await engine.startWorker()
    expect(await engine.ended(runId, 20_000)).toMatchObject({
      status: 'completed',
      output: { end: 'slow' },
    })
  },
  40_000,
)

test('a hundred waits and their results at the same time: none is lost', async () => {
  const ids = await Promise.all(Array.from({ length: 100 }, () => pending()))
  const started = await Promise.all(
    ids.map(async (id, index) => {
      const begun = engine.start(waiting(id))
      // Some with the start, some with the first turn, some as soon as the wait is visible.
      if (index % 3 > 0) await begun
      if (index % 3 > 1) await engine.taskIn(await begun, 'wait', 'suspended')
      await end(id, { status: 'completed', result: index })
      return await begun
    }),
  )
  for (const [index, runId] of started.entries())
    expect(await engine.ended(runId, 20_000)).toMatchObject({
      status: 'completed',
      output: { end: index },
    })
})

test('a deadline fails the task, unless the result is there', async () => {
  const never = await pending()
  const late = await engine.start(waiting(never, { deadlineMs: 300 }))
  expect(await engine.ended(late)).toMatchObject({
    status: 'failed',
    error: { code: 'timed_out', stepId: 'wait', details: { asyncResultId: never } },
  })
  const id = await pending()
  const inTime = await engine.start(waiting(id, { deadlineMs: 60_000 }))
  await engine.suspended(inTime)
  await end(id, { status: 'completed', result: 'in time' })
  expect(await engine.ended(inTime)).toMatchObject({
    status: 'completed',
    output: { end: 'in time' },
  })
})

test('cancelling the task leaves the result', async () => {
  const id = await pending()
  const runId = await engine.start(waiting(id))
  await engine.suspended(runId)
  const task = await engine.taskIn(runId, 'wait', 'suspended')
  await engine.act((tx) =>
    cancelTask(tx, {
      organizationId: engine.organizationId,
      taskId: task.id,
      reason: undefined,
      by: 'Ada',
    }),
  )
  expect(await engine.ended(runId)).toMatchObject({ status: 'cancelled' })
  await end(id, { status: 'completed', result: 'still' })
  expect(await resultOf(id)).toBe('still')
  expect((await engine.tasks(runId))['wait']?.status).toBe('cancelled')
})

test('a sleep ends when it is due, once, and wakes the task that waits', async () => {
  const id = await pending({ inSeconds: 0.4, result: 'slept' })
  const dueAt = Date.now() + 400
  const runId = await engine.start(waiting(id))
  const run = await engine.ended(runId)
  expect(run).toMatchObject({ status: 'completed', output: { end: 'slept' } })
  expect((run.finishedAt?.getTime() ?? 0) - dueAt).toBeGreaterThan(-50)
  await expect(end(id, { status: 'completed', result: 'again' })).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('sleeps that came due while nothing ran are ended by the next worker, thousands in a moment', async () => {
  await engine.stopWorkers()
  await engineDb().execute(sql`
    insert into async_results (id, organization_id, kind, due_at, due_outcome)
    select gen_random_uuid(), ${engine.organizationId}::uuid, 'bulk',
    now() - make_interval(secs => n), '{"status": "completed", "result": 1}'
      from generate_series(1, 3000) as n`)
  const open = async () =>
    Number(
      (
        await engineDb().execute<{ open: string }>(
          sql`select count(*) as open from async_results
            where kind = 'bulk' and status = 'pending'`,
        )
      ).rows[0]?.open,
    )
  expect(await open()).toBe(3000)
  await Promise.all([engine.startWorker(), engine.startWorker()])
  await until('all of them ended', async () => (await open()) === 0)
})

test('a check for what is due reads one entry of an index, whatever is pending', async () => {
  await engineDb().execute(sql`
    insert into async_results (id, organization_id, kind, due_at, due_outcome)
    select gen_random_uuid(), ${engine.organizationId}::uuid, 'far',
    now() + make_interval(days => n), '{"status": "completed"}'
      from generate_series(1, 20000) as n`)
  await engineDb().execute(sql`analyze async_results`)
  const { rows } = await enginePool().query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers off, timing off) select id from async_results where status = 'pending' and due_at is not null and due_at <= now() order by due_at limit 500 for update skip locked`,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('async_results_due')
  expect(plan).not.toContain('Seq Scan')
})

test(
  'kill -9 between the attempt and its commit: another worker waits, and the result that came ' +
    'meanwhile is not lost',
  async () => {
    await engine.stopWorkers()
    const child = await spawnWorker(engine.database)
    const id = await pending()
    const runId = await engine.start(
      graph('wait -> end', {
        wait: { type: 'hold_result', config: { id } },
        end: { config: { value: { $: 'steps.wait.output' } } },
      }),
    )
    await engine.taskIn(runId, 'wait', 'running')
    expect((await engineDb().select().from(runs).where(eq(runs.id, runId)))[0]?.leaseWorker).toBe(
      child.id,
    )
    await end(id, { status: 'completed', result: 'meanwhile' })
    child.process.kill('SIGKILL')
    await engine.startWorker()
    expect(await engine.ended(runId, 15_000)).toMatchObject({
      status: 'completed',
      output: { end: 'meanwhile' },
    })
  },
)

test(
  'kill -9 of the worker that committed the wait without giving the run back: ' +
    'the next one finds the result',
  async () => {
    await engine.stopWorkers()
    const child = await spawnWorker(engine.database)
    const id = await pending()
    const file = '/nowhere'
    // The other branch leaves the run to the dead worker.
    const runId = await engine.start(
      graph('wait\nheld', {
        wait: { type: 'wait_result', config: { id } },
        held: { type: 'hold_read', config: { file } },
      }),
    )
    await engine.taskIn(runId, 'wait', 'suspended')
    await engine.taskIn(runId, 'held', 'running')
    child.process.kill('SIGSTOP')
    // Simulates an end between the check for waiting tasks and the worker's commit: the row changes
    // and no task is woken.
    await engineDb()
      .update(asyncResults)
      .set({ status: 'completed', result: 'unseen' })
      .where(eq(asyncResults.id, id))
    child.process.kill('SIGKILL')
    await engine.startWorker()
    expect((await engine.taskIn(runId, 'wait', 'completed')).output).toBe('unseen')
  },
)
