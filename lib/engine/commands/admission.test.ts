import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { engineDb } from '#db/client'
import type { Definition } from '#lib/domain/workflow/definition'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { seedVersion, seedWorkflow } from '#test/harness/seed-organization'
import { ask, echo, testStep } from '#test/samples/steps'
import { until } from '#test/harness/until'
import { done } from '#lib/steps/define-step'
import { admitWaiting } from './admission.ts'
import { cancelRun } from './cancel-run.ts'
import { answerScreen } from './answer-screen.ts'
import { startRun } from './start-run.ts'
import { priorities } from '../store/lock-run.ts'

let atOnce = 0
let most = 0
const brief = testStep('brief', 'pure', async () => {
  most = Math.max(most, ++atOnce)
  await new Promise((resolve) => setImmediate(resolve))
  atOnce--
  return done(null)
})
const engine = useEngine([echo, ask, brief], { workers: 2 })

const limited = (
  whenFull: 'queue' | 'skip' | 'cancel-oldest',
  limit = 1,
  type = 'ask',
): Definition => graph('a', {}, { type, settings: { concurrency: { limit, whenFull } } })

async function workflow(definition: Definition) {
  const { workflowId, versionId } = await seedWorkflow(engine.organizationId, definition)
  const start = async (priority?: number): Promise<string> => {
    const { runId } = await engine.act((tx) =>
      startRun(tx, {
        organizationId: engine.organizationId,
        workflowId,
        versionId,
        definition,
        startData: {},
        trigger: 'api',
        startedBy: 'a test',
        startedByUserId: null,
        ...(priority === undefined ? {} : { priority }),
      }),
    )
    return runId
  }
  return { workflowId, start }
}

async function answer(runId: string): Promise<void> {
  const task = await engine.taskIn(runId, 'a', 'suspended')
  await engine.act((tx) =>
    answerScreen(tx, {
      organizationId: engine.organizationId,
      taskId: task.id,
      output: {},
      by: 'a test',
    }),
  )
}

/** E10: accepted runs are ended or open. */
async function totalsBalance(): Promise<void> {
  const { rows } = await engineDb().execute<{ accepted: number; known: number }>(
    sql`select count(*)::int as accepted,
      (count(*) filter (where status in ('running', 'suspended', 'completed', 'failed',
        'cancelled')))::int as known from runs`,
  )
  expect(rows[0]?.known).toBe(rows[0]?.accepted)
}

describe('a workflow that allows one run at once', () => {
  it('queue: the second waits, suspended, until the first has ended', async () => {
    const { start } = await workflow(limited('queue'))
    const first = await start()
    const second = await start()
    await engine.taskIn(first, 'a', 'suspended')
    expect(await engine.run(second)).toMatchObject({ status: 'suspended', slot: 'waiting' })
    expect(await engine.statuses(second)).toEqual({ a: 'pending' })
    await answer(first)
    await engine.taskIn(second, 'a', 'suspended')
    expect(await engine.run(second)).toMatchObject({ slot: 'taken' })
    await answer(second)
    await engine.ended(second)
    await totalsBalance()
  })

  it('queue: waiting runs start by priority, then by age', async () => {
    const { start } = await workflow(limited('queue'))
    const holder = await start()
    const backfill = await start(priorities.backfill)
    const older = await start()
    const newer = await start()
    for (const [ends, begins] of [
      [holder, older],
      [older, newer],
      [newer, backfill],
    ] as const) {
      await answer(ends)
      await engine.taskIn(begins, 'a', 'suspended')
    }
    await answer(backfill)
  })

  it('queue: a cancelled run makes room too, and one that waits can be cancelled', async () => {
    const { start } = await workflow(limited('queue'))
    const first = await start()
    const second = await start()
    const third = await start()
    const cancel = async (runId: string) =>
      await engine.act((tx) =>
        cancelRun(tx, { organizationId: engine.organizationId, runId, by: 'a test' }),
      )
    await cancel(second)
    expect(await engine.statuses(second)).toEqual({ a: 'cancelled' })
    await cancel(first)
    await engine.taskIn(third, 'a', 'suspended')
    await cancel(third)
    await totalsBalance()
  })

  it('skip: the second start is refused', async () => {
    const { start } = await workflow(limited('skip'))
    const first = await start()
    await expect(start()).rejects.toMatchObject({ code: 'workflow_busy', statusCode: 409 })
    await answer(first)
    await engine.ended(first)
    await answer(await start())
  })

  it('cancel-oldest: the first gives way to the second', async () => {
    const { start } = await workflow(limited('cancel-oldest'))
    const first = await start()
    const second = await start()
    expect((await engine.run(first)).error?.message).toMatch(/a newer run took its place/)
    await engine.taskIn(second, 'a', 'suspended')
    await answer(second)
  })
})

it('never more at once than allowed, across two workers and starts at the same time', async () => {
  const { start } = await workflow(limited('queue', 3, 'brief'))
  const runs = await Promise.all(Array.from({ length: 40 }, () => start()))
  for (const runId of runs) expect((await engine.ended(runId)).status).toBe('completed')
  expect(most).toBeLessThanOrEqual(3)
  expect(most).toBeGreaterThan(0)
})

it('a higher limit admits waiting runs', async () => {
  const definition = limited('queue')
  const { workflowId, start } = await workflow(definition)
  const first = await start()
  const second = await start()
  await engine.taskIn(first, 'a', 'suspended')
  await seedVersion(engine.organizationId, workflowId, limited('queue', 2), 2)
  await engine.act((tx) => admitWaiting(tx, workflowId))
  await engine.taskIn(second, 'a', 'suspended')
  await answer(first)
  await answer(second)
})

it('a run that began to wait while the last one ended is admitted by a worker', async () => {
  const { start } = await workflow(limited('queue'))
  const first = await start()
  const second = await start()
  await engine.taskIn(first, 'a', 'suspended')
  // As if the transaction that ended the first run had not seen the second.
  await engineDb().execute(
    sql`update runs set status = 'cancelled', finished_at = now() where id = ${first}::uuid`,
  )
  await until('the second starts', async () =>
    (await engine.run(second)).slot === 'taken' ? true : undefined,
  )
  await answer(second)
})
