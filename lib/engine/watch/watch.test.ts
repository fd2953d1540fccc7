import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { engineDb, enginePool, inOrganization } from '#db/client'
import { runs } from '#db/schema/runs'
import { newId } from '#lib/ids'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { seedWorkflow } from '#test/harness/seed-organization'
import { ask, echo } from '#test/samples/steps'
import { until } from '#test/harness/until'
import { cancelRun } from '../commands/cancel-run.ts'
import { watchRuns } from './watch.ts'

const engine = useEngine([echo, ask])

test('a subscriber is notified of each change until it unsubscribes', async () => {
  let notified = 0
  const runId = await engine.start(graph('asked', { asked: { type: 'ask' } }))
  await engine.suspended(runId)
  const unsubscribe = watchRuns().subscribe(runId, () => void notified++)
  await engine.act((tx) =>
    cancelRun(tx, { organizationId: engine.organizationId, runId, by: 'Ada' }),
  )
  await until('the notification', () => notified > 0)
  unsubscribe()
  const before = notified
  await engineDb().execute(sql`select pg_notify('rounds_runs', ${runId})`)
  await engine.ended(await engine.start(graph('a')))
  expect(notified).toBe(before)
})

test('waiting ends with the run, with the time, or with the signal', async () => {
  const { organizationId } = engine
  const ended = await engine.start(graph('a'))
  expect(await watchRuns().waitForRun(ended, { organizationId, timeoutMs: 5000 })).toBe(true)
  const open = await engine.start(graph('asked', { asked: { type: 'ask' } }))
  expect(await watchRuns().waitForRun(open, { organizationId, timeoutMs: 50 })).toBe(false)
  const controller = new AbortController()
  const waiting = watchRuns().waitForRun(open, {
    organizationId,
    timeoutMs: 60_000,
    signal: controller.signal,
  })
  controller.abort()
  expect(await waiting).toBe(false)
  expect(await watchRuns().waitForRun(newId(), { organizationId, timeoutMs: 0 })).toBe(false)
})

test('an end without a notification is found within a second or so', async () => {
  const runId = await engine.start(graph('asked', { asked: { type: 'ask' } }))
  await engine.suspended(runId)
  const waiting = watchRuns().waitForRun(runId, {
    organizationId: engine.organizationId,
    timeoutMs: 5000,
  })
  await engineDb().execute(sql`update runs set status = 'completed' where id = ${runId}`)
  expect(await waiting).toBe(true)
})

test(
  'a caller that expects a run before it starts is notified of its end at once, and ' +
    'polls when the notification is lost',
  async () => {
    const { organizationId } = engine
    const start = {
      organizationId,
      ...(await seedWorkflow(organizationId, graph('asked', { asked: { type: 'ask' } }))),
    }
    const expected = newId()
    const silent = newId()
    const waits = [expected, silent].map((id) => watchRuns().expectRun(id, organizationId))
    for (const id of [expected, silent])
      await inOrganization(organizationId, (tx) =>
        tx.insert(runs).values({ id, ...start, trigger: 'api', status: 'running', startData: {} }),
      )
    const ended = waits.map(async (wait) => await wait.wait({ timeoutMs: 5000 }))
    await enginePool().query(`select pg_notify('rounds_runs', $1)`, [`${expected}!`])
    expect(await ended[0]).toBe(true)
    await engineDb().execute(sql`update runs set status = 'completed' where id = ${silent}`)
    expect(await ended[1]).toBe(true)
  },
)

test('a caller that forgets a run is not notified of it', async () => {
  const { forget, wait } = watchRuns().expectRun(newId(), engine.organizationId)
  forget()
  expect(await wait({ timeoutMs: 50 })).toBe(false)
  const leaving = new AbortController()
  const left = watchRuns()
    .expectRun(newId(), engine.organizationId)
    .wait({ timeoutMs: 60_000, signal: leaving.signal })
  leaving.abort()
  expect(await left).toBe(false)
})

test('another organization’s run is not waited for', async () => {
  const runId = await engine.start(graph('a'))
  await engine.ended(runId)
  expect(await watchRuns().waitForRun(runId, { organizationId: newId(), timeoutMs: 0 })).toBe(false)
})
