import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { engineDb } from '#db/client'
import { tasks } from '#db/schema/runs'
import { done, PermanentStepError, StepError } from '#lib/steps/define-step'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { seedVersion, seedWorkflow } from '#test/harness/seed-organization'
import { echo, testStep } from '#test/samples/steps'
import { until } from '#test/harness/until'

const attempts = new Map<string, number>()

/** Fails until its `times` failures are used up. */
const flaky = testStep('flaky', 'read', async ({ config, task }) => {
  const count = (attempts.get(task.id) ?? 0) + 1
  attempts.set(task.id, count)
  if (count <= Number(config['times']))
    throw new StepError('not_yet', `attempt ${count} failed`, { count })
  return done(`attempt ${count}`)
})
const broken = testStep('broken', 'pure', async () => {
  throw new PermanentStepError('broken', 'This step is broken.', { why: 'it must' })
})
const visible = testStep('sight', 'pure', async ({ context }) => done(context), {
  category: 'Code',
})

const engine = useEngine([echo, flaky, broken, visible])

test('a chain passes outputs on, and the last output is that of the run', async () => {
  const runId = await engine.start(
    graph('first -> second -> third', {
      first: { config: { value: { $: 'start.name & "!"' } } },
      second: { config: { value: { greeting: { $: '"Hello " & steps.first.output' } } } },
      third: { config: { value: { $: 'steps.second.output.greeting' } } },
    }),
    { name: 'Ada' },
  )
  expect(await engine.ended(runId)).toMatchObject({
    status: 'completed',
    output: { third: 'Hello Ada!' },
    error: null,
    leaseWorker: null,
  })
  expect((await engine.tasks(runId))['second']).toMatchObject({
    status: 'completed',
    attempt: 1,
    effect: 'pure',
    input: { value: { greeting: 'Hello Ada!' } },
  })
})

/*
 *        ┌─ yes ─▶ b ─┐
 *   a ───┤            ├─▶ d
 *        └─ no ──▶ c ─┘
 */
test('a branch not taken is skipped, and the join goes on with the other', async () => {
  const runId = await engine.start(
    graph('a -yes-> b -> d\na -no-> c -> d', {
      a: { config: { via: 'yes' } },
      d: { config: { value: 'joined' } },
    }),
  )
  expect(await engine.ended(runId)).toMatchObject({ status: 'completed', output: { d: 'joined' } })
  expect(await engine.statuses(runId)).toEqual({
    a: 'completed',
    b: 'completed',
    c: 'skipped',
    d: 'completed',
  })
})

test('a run without steps completes', async () => {
  expect(await engine.ended(await engine.start(graph('')))).toMatchObject({
    status: 'completed',
    output: {},
  })
})

test('a code step reads the steps before it and nothing else', async () => {
  const runId = await engine.start(
    graph('a -> b -> see\nother', {
      a: { config: { value: 1 } },
      b: { config: { value: 2 } },
      see: { type: 'sight' },
    }),
    { x: 1 },
  )
  const { output } = await engine.ended(runId)
  expect(output).toMatchObject({
    see: {
      start: { x: 1 },
      steps: { a: { output: 1 }, b: { output: 2 } },
      run: { id: runId, trigger: 'api' },
    },
  })
  expect(output).not.toHaveProperty('see.steps.other')
})

test('a failure is retried with growing delays until it passes', async () => {
  const retry = { maxAttempts: 3, delaySeconds: 0.05, factor: 3, maxDelaySeconds: 10 }
  const runId = await engine.start(
    graph('a -> b', {
      a: { type: 'flaky', config: { times: 2 }, retry },
      b: { config: { value: { $: 'steps.a.output' } } },
    }),
  )
  const run = await engine.ended(runId)
  expect(run).toMatchObject({ status: 'completed', output: { b: 'attempt 3' } })
  expect((await engine.tasks(runId))['a']).toMatchObject({ attempt: 3, error: null })
  // 50 ms and 150 ms, before jitter.
  expect((run.finishedAt?.getTime() ?? 0) - run.createdAt.getTime()).toBeGreaterThanOrEqual(200)
})

test('a run fails when the attempts are spent; other branches go on to their end', async () => {
  const retry = { maxAttempts: 2, delaySeconds: 0, factor: 1, maxDelaySeconds: 0 }
  const runId = await engine.start(
    graph('a -> b\nc -> d\na -> e\nd -> e', { a: { type: 'flaky', config: { times: 9 }, retry } }),
  )
  expect(await engine.ended(runId)).toMatchObject({
    status: 'failed',
    error: {
      code: 'not_yet',
      message: 'attempt 2 failed',
      stepId: 'a',
      attempt: 2,
      details: { count: 2 },
    },
  })
  expect(await engine.statuses(runId)).toEqual({
    a: 'failed',
    b: 'cancelled',
    c: 'completed',
    d: 'completed',
    e: 'cancelled',
  })
})

test('a permanent failure is not retried', async () => {
  const runId = await engine.start(
    graph('a', {
      a: {
        type: 'broken',
        retry: { maxAttempts: 5, delaySeconds: 0, factor: 1, maxDelaySeconds: 0 },
      },
    }),
  )
  expect(await engine.ended(runId)).toMatchObject({
    status: 'failed',
    error: { code: 'broken', attempt: 1 },
  })
})

test('a bad expression fails its step, naming the field', async () => {
  const runId = await engine.start(
    graph('a', { a: { config: { value: { deep: { $: '$number("x")' } } } } }),
  )
  const { error } = await engine.ended(runId)
  expect(error).toMatchObject({
    code: 'expression_failed',
    details: { path: 'value.deep', expression: '$number("x")' },
  })
  expect(error?.message).toMatch(/^value\.deep: /)
})

test('a step whose type no worker knows waits, and fails after a quarter of an hour', async () => {
  const runId = await engine.start(graph('a', { a: { type: 'magic' } }))
  const waiting = () => engine.tasks(runId).then(({ a }) => a?.state?.waitsFor)
  expect(await until('the step to wait', waiting)).toBe('step-type')
  await engineDb()
    .update(tasks)
    .set({
      dueAt: new Date(),
      state: {
        waitsFor: 'step-type',
        waitsSince: new Date(Date.now() - 16 * 60_000).toISOString(),
      },
    })
    .where(eq(tasks.runId, runId))
  expect(await engine.ended(runId)).toMatchObject({
    status: 'failed',
    error: { code: 'unknown_step_type' },
  })
})

test('a step is stopped at its time limit', async () => {
  const runId = await engine.start(graph('a', { a: { type: 'sleeper', timeoutSeconds: 0.1 } }))
  expect(await engine.ended(runId)).toMatchObject({
    status: 'failed',
    error: { code: 'timed_out', details: { seconds: 0.1 } },
  })
})
engine.stepTypes.set(
  'sleeper',
  testStep('sleeper', 'read', async () => await new Promise(() => undefined)),
)

test('on_failure continue: the handler’s output replaces the failed step’s', async () => {
  const runId = await engine.start(
    graph('a -> b\na -!continue-> mend', {
      a: { type: 'broken' },
      mend: {
        config: {
          value: { $: '{ "code": error.code, "step": error.stepId, "name": start.name }' },
        },
      },
      b: { config: { value: { $: 'steps.a.output.code & " of " & steps.a.output.name' } } },
    }),
    { name: 'Ada' },
  )
  expect(await engine.ended(runId)).toMatchObject({
    status: 'completed',
    output: { b: 'broken of Ada' },
    error: null,
  })
  expect(await engine.tasks(runId)).toMatchObject({
    a: { status: 'failed', error: { code: 'broken' }, output: { code: 'broken' } },
    'a!mend': {
      status: 'completed',
      stepId: 'mend',
      handlesStepId: 'a',
      output: { code: 'broken', step: 'a', name: 'Ada' },
    },
  })
})

test('on_failure fail: the handler runs and the run fails', async () => {
  const runId = await engine.start(graph('a -> b\na -!fail-> tell', { a: { type: 'broken' } }))
  expect(await engine.ended(runId)).toMatchObject({
    status: 'failed',
    error: { code: 'broken', stepId: 'a' },
  })
  expect(await engine.statuses(runId)).toEqual({
    a: 'failed',
    'a!tell': 'completed',
    b: 'cancelled',
  })
})

test('a handler that fails fails the run with the first error', async () => {
  const runId = await engine.start(
    graph('a -> b\na -!continue-> mend', {
      a: { type: 'broken' },
      mend: { type: 'flaky', config: { times: 1 } },
    }),
  )
  expect(await engine.ended(runId)).toMatchObject({
    status: 'failed',
    error: { code: 'broken', stepId: 'a' },
  })
  expect(await engine.statuses(runId)).toEqual({ a: 'failed', 'a!mend': 'failed', b: 'cancelled' })
})

test('characters that Postgres cannot store in JSON are replaced', async () => {
  const runId = await engine.start(graph('a', { a: { type: 'odd' } }))
  expect(await engine.ended(runId)).toMatchObject({
    status: 'completed',
    output: { a: { text: 'a\uFFFDb', half: '\uFFFD' } },
  })
})
engine.stepTypes.set(
  'odd',
  testStep('odd', 'pure', async () => done({ text: 'a\0b', half: '\ud800', gone: undefined })),
)

test('a run keeps the version it started with (E8)', async () => {
  const first = graph('a', { a: { config: { value: 'old' } } })
  const { workflowId, versionId } = await seedWorkflow(engine.organizationId, first)
  const second = graph('a', { a: { config: { value: 'new' } } })
  const newest = await seedVersion(engine.organizationId, workflowId, second, 2)
  const old = await engine.startVersion(workflowId, versionId, first)
  const young = await engine.startVersion(workflowId, newest, second)
  const draft = await engine.startVersion(
    workflowId,
    null,
    graph('a', { a: { config: { value: 'draft' } } }),
  )
  expect([
    (await engine.ended(old)).output,
    (await engine.ended(young)).output,
    (await engine.ended(draft)).output,
  ]).toEqual([{ a: 'old' }, { a: 'new' }, { a: 'draft' }])
})

test('many runs at once', async () => {
  const definition = graph('a -> b -> d\na -> c -> d', {
    d: { config: { value: { $: 'start.n' } } },
  })
  const ids = await Promise.all(
    Array.from({ length: 60 }, (_, n) => engine.start(definition, { n })),
  )
  const outputs = await Promise.all(ids.map(async (id) => (await engine.ended(id)).output))
  expect(outputs).toEqual(ids.map((_, n) => ({ d: n })))
})

test('the logs of a failing step are stored with its task, and not in the error', async () => {
  const failure = Object.assign(new PermanentStepError('code_threw', 'it threw', { line: 3 }), {
    logs: [{ level: 'log' as const, message: 'as far as here' }],
  })
  engine.stepTypes.set(
    'printer',
    testStep('printer', 'pure', async () => await Promise.reject(failure)),
  )
  const runId = await engine.start(graph('a', { a: { type: 'printer' } }))
  await engine.ended(runId)
  expect((await engine.tasks(runId))['a']).toMatchObject({
    status: 'failed',
    logs: [{ level: 'log', message: 'as far as here' }],
    error: { code: 'code_threw', details: { line: 3 } },
  })
})
