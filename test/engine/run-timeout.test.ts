import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { engineDb } from '#db/client'
import { mails } from '#db/schema/documents'
import { runs } from '#db/schema/runs'
import { done } from '#lib/steps/define-step'
import forEach from '#lib/steps/types/flow/for-each'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { ask, echo, pause, testStep } from '#test/samples/steps'
import { answerScreen } from '#lib/engine/commands/answer-screen'

let aborted = 0
const endless = testStep('endless', 'unsafe', async ({ signal }) => {
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  aborted += 1
  return done('late')
})
const half = testStep('half', 'read', async ({ signal }) => {
  // Half a second of work, as a timer of the platform would measure it.
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, 500)
    signal.addEventListener('abort', () => (clearTimeout(timer), reject(new Error('aborted'))))
  })
  return done('worked')
})
const engine = useEngine([echo, ask, pause, endless, half, forEach])

test(
  'a run that works for too long fails: what is in flight is aborted, the rest cancelled, ' +
    'its people told',
  async () => {
    const definition = graph(
      'first -> stuck -> last',
      { stuck: { type: 'endless' } },
      { settings: { timeoutSeconds: 0.3, failureEmails: ['ops@example.org'] } },
    )
    const runId = await engine.start(definition)
    expect(await engine.ended(runId)).toMatchObject({
      status: 'failed',
      error: { code: 'run_timed_out', details: { seconds: 0.3 } },
    })
    expect(await engine.statuses(runId)).toEqual({
      first: 'completed',
      stuck: 'cancelled',
      last: 'cancelled',
    })
    expect(aborted).toBe(1)
    expect((await engineDb().select().from(mails).where(eq(mails.runId, runId))).length).toBe(1)
  },
)

test('waiting does not count: for a person, for a time', async () => {
  const definition = graph(
    'decide -> nap -> half',
    {
      decide: { type: 'ask' },
      nap: { type: 'pause', config: { ms: 2000 } },
      half: { type: 'half' },
    },
    { settings: { timeoutSeconds: 1.5 } },
  )
  const runId = await engine.start(definition)
  await engine.suspended(runId)
  const { id } = await engine.taskIn(runId, 'decide', 'suspended')
  await engine.act((tx) =>
    answerScreen(tx, {
      organizationId: engine.organizationId,
      taskId: id,
      output: 'yes',
      by: 'Ada',
    }),
  )
  const run = await engine.ended(runId)
  expect(run).toMatchObject({ status: 'completed' })
  expect(run.activeMs).toBeGreaterThanOrEqual(500)
  expect(run.activeMs).toBeLessThan(1500)
})

test('waiting does not count either when it is so short that the worker keeps the run meanwhile', async () => {
  const nap = { type: 'pause', config: { ms: 500 } }
  const definition = graph(
    'a -> b -> half -> c',
    { a: nap, b: nap, half: { type: 'half' }, c: nap },
    { settings: { timeoutSeconds: 1 } },
  )
  const run = await engine.ended(await engine.start(definition))
  expect(run).toMatchObject({ status: 'completed' })
  expect(run.activeMs).toBeGreaterThanOrEqual(500)
  expect(run.activeMs).toBeLessThan(1000)
})

test('work of several turns adds up', async () => {
  const definition = graph(
    'one -> decide -> two',
    { one: { type: 'half' }, decide: { type: 'ask' }, two: { type: 'half' } },
    { settings: { timeoutSeconds: 0.8 } },
  )
  const runId = await engine.start(definition)
  await engine.suspended(runId)
  const { id } = await engine.taskIn(runId, 'decide', 'suspended')
  await engine.act((tx) =>
    answerScreen(tx, {
      organizationId: engine.organizationId,
      taskId: id,
      output: 'yes',
      by: 'Ada',
    }),
  )
  expect(await engine.ended(runId)).toMatchObject({
    status: 'failed',
    error: { code: 'run_timed_out' },
  })
})

test('a run around a loop that works too long ends its loop with it', async () => {
  const definition = graph(
    'loop -each-> decide\nstuck',
    {
      loop: { type: 'for-each', config: { items: [1, 2] } },
      decide: { type: 'ask' },
      stuck: { type: 'endless' },
    },
    { settings: { timeoutSeconds: 0.6 } },
  )
  const runId = await engine.start(definition)
  expect(await engine.ended(runId)).toMatchObject({
    status: 'failed',
    error: { code: 'run_timed_out' },
  })
  expect(
    (await engineDb().select().from(runs).where(eq(runs.parentRunId, runId))).map(
      ({ status }) => status,
    ),
  ).toEqual(['cancelled'])
})
