import { beforeAll, expect, test } from 'vitest'
import { ApiError } from '#lib/domain/api-error'
import { makeClient } from '#lib/postgres'
import { PermanentStepError, done, suspend } from '#lib/steps/define-step'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { echo, testStep } from '#test/samples/steps'

const nul = '\0'
const half = '\ud83d'
const honest = `a${'😀'.repeat(3000)}`
const made: Record<string, () => unknown> = {
  key: () => ({ [`a${nul}b`]: 1, [half]: { [nul]: 2 } }),
  text: () => ({ text: `a${nul}${half}` }),
  refused: () => 'what Postgres refuses',
}
const making = testStep('making', 'pure', async ({ config }) =>
  done(made[String(config['what'])]?.()),
)
const calling = testStep('calling', 'unsafe', async ({ config }) => {
  calls++
  return done(made[String(config['what'])]?.())
})
let calls = 0
const failing = testStep('failing', 'pure', async ({ config }) => {
  const details = { [`k${nul}`]: half }
  if (config['how'] === 'error') throw new Error(`lost ${nul}`)
  if (config['how'] === 'step') throw new PermanentStepError('broken', `a${nul}b${half}`, details)
  throw new ApiError('invalid_request', `a${nul}b${half}`, details)
})
const screen = {
  title: `t${nul}`,
  instructions: half,
  show: [],
  schema: {},
  uiSchema: {},
  data: { [nul]: 1 },
}
const waiting = testStep('waiting', 'pure', async () => suspend({ reason: 'screen', screen }))
const leaving = testStep('leaving', 'pure', async () => done(1, `v${nul}`))
const misled = testStep('misled', 'pure', async () =>
  suspend({ reason: 'async-result', asyncResultId: 'no id' }),
)
const engine = useEngine([echo, misled, making, calling, failing, waiting, leaving])

/**
 * Cleaned and limited values are hardly ever refused, so the database of this test refuses more.
 */
beforeAll(async () => {
  const owner = makeClient({ connectionString: engine.database.url })
  await owner.connect()
  await owner.query(`
    create function refuse() returns trigger language plpgsql as $$ begin
      if new.output::text like '%what Postgres refuses%' then raise exception 'refused' using errcode = '22003'; end if;
      return new;
    end $$;
    create trigger refuse before insert or update on tasks for each row execute function refuse()`)
  await owner.end()
})

test.each([
  [`a${nul}b`, 'a\uFFFDb'],
  [half, '\uFFFD'],
  [honest, `a${'😀'.repeat(1999)}`],
])('a line of the log is stored as far as it can be', async (message, stored) => {
  // The text bypasses the cleaning of configs.
  const step = testStep('log_raw', 'pure', async ({ log }) => {
    log({ level: 'log', message })
    return done('logged')
  })
  engine.stepTypes.set('log_raw', step)
  const runId = await engine.start(graph('a', { a: { type: 'log_raw' } }))
  expect(await engine.ended(runId)).toMatchObject({ status: 'completed', output: { a: 'logged' } })
  expect((await engine.tasks(runId))['a']?.logs).toEqual([{ level: 'log', message: stored }])
})

test.each([
  ['key', { 'a\uFFFDb': 1, '\uFFFD': { '\uFFFD': 2 } }],
  ['text', { text: 'a\uFFFD\uFFFD' }],
])('an output with a %s that Postgres cannot hold is cleaned', async (what, output) => {
  const steps = {
    a: { type: 'making', config: { what } },
    b: { config: { value: { $: 'steps.a.output' } } },
  }
  const runId = await engine.start(graph('a -> b', steps))
  expect(await engine.ended(runId)).toMatchObject({ status: 'completed', output: { b: output } })
})

test.each([
  ['step', 'broken'],
  ['api', 'invalid_request'],
])('the message and the details of an error (%s) are cleaned', async (how, code) => {
  const runId = await engine.start(graph('a', { a: { type: 'failing', config: { how } } }))
  const error = { code, message: 'a\uFFFDb\uFFFD', details: { 'k\uFFFD': '\uFFFD' } }
  expect(await engine.ended(runId)).toMatchObject({ status: 'failed', error })
})

test('an unexpected error ends the run', async () => {
  const runId = await engine.start(graph('a', { a: { type: 'failing', config: { how: 'error' } } }))
  expect(await engine.ended(runId)).toMatchObject({
    status: 'failed',
    error: { code: 'unexpected_error' },
  })
})

test('the content of a screen is cleaned', async () => {
  const runId = await engine.start(graph('a', { a: { type: 'waiting' } }))
  await engine.suspended(runId)
  const shown = { title: 't\uFFFD', instructions: '\uFFFD', data: { '\uFFFD': 1 } }
  expect((await engine.tasks(runId))['a']?.state).toMatchObject(shown)
})

test('a branch that is no text ends the run', async () => {
  const runId = await engine.start(graph('a', { a: { type: 'leaving' } }))
  expect(await engine.ended(runId)).toMatchObject({ status: 'completed' })
  expect((await engine.tasks(runId))['a']?.via).toBe('v\uFFFD')
})

test(
  'a result that Postgres refuses fails its step, and nothing else: what came before it is ' +
    'kept, its handler goes on',
  async () => {
    const steps = {
      a: { config: { value: 1 } },
      b: { type: 'making', config: { what: 'refused' } },
      instead: { config: { value: { $: 'error.code' } } },
      c: { config: { value: { $: 'steps.b.output' } } },
    }
    const runId = await engine.start(graph('a -> b -> c\nb -!continue-> instead', steps))
    expect(await engine.ended(runId)).toMatchObject({
      status: 'completed',
      output: { c: 'unstorable_result' },
    })
    const error = {
      code: 'unstorable_result',
      stepId: 'b',
      attempt: 1,
      details: { sqlState: '22003' },
    }
    const { a, b } = await engine.tasks(runId)
    expect([a, b]).toMatchObject([
      { status: 'completed', attempt: 1 },
      { status: 'failed', error, attempt: 1 },
    ])
  },
)

test('a call whose answer Postgres refuses fails and is not made again, also with a retry policy', async () => {
  calls = 0
  const retry = { maxAttempts: 3, delaySeconds: 0, factor: 1, maxDelaySeconds: 0 }
  const runId = await engine.start(
    graph('a -> b', { a: { type: 'calling', config: { what: 'refused' }, retry } }),
  )
  expect(await engine.ended(runId)).toMatchObject({
    status: 'failed',
    error: { code: 'unstorable_result', stepId: 'a' },
  })
  expect(calls).toBe(1)
})

test('a wait that Postgres refuses fails its step; parallel steps continue', async () => {
  const runId = await engine.start(
    graph('a -> b\na -> c', { b: { type: 'misled' }, c: { config: { value: 'done' } } }),
  )
  expect(await engine.ended(runId)).toMatchObject({
    status: 'failed',
    error: { code: 'unstorable_result', stepId: 'b' },
  })
  expect(await engine.statuses(runId)).toEqual({ a: 'completed', b: 'failed', c: 'completed' })
})
