import { expect, test } from 'vitest'
import { done, PermanentStepError } from '#lib/steps/define-step'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { seedVersion, seedWorkflow } from '#test/harness/seed-organization'
import { ask, echo, testStep } from '#test/samples/steps'
import { retryFromStep } from './retry-from-step.ts'

const ran: string[] = []
let broken = true
const once = testStep('once', 'read', async ({ task, config }) => {
  ran.push(task.stepId)
  if (config['breaks'] && broken) throw new PermanentStepError('broken', 'Not today.')
  return done(config['value'] ?? null)
})
const engine = useEngine([echo, ask, once])
const retry = async (
  runId: string,
  stepId: string,
  more: { version?: 'same' | 'newest'; startData?: unknown } = {},
) =>
  (
    await engine.act((tx) =>
      retryFromStep(tx, {
        organizationId: engine.organizationId,
        runId,
        stepId,
        version: 'same',
        by: 'Ada',
        byUserId: null,
        ...more,
      }),
    )
  ).runId

//        ┌─ yes ─▶ b ──▶ bad ─┐
//   a ───┤                    ├─▶ e
//        └─ no ──▶ d ─────────┘      x
const drawing = 'a -yes-> b -> bad -> e\na -no-> d -> e\nx'
const parts = {
  a: { config: { via: 'yes', value: 'A' } },
  b: { type: 'once', config: { value: { $: '"B after " & steps.a.output' } } },
  bad: {
    type: 'once',
    config: { breaks: true, value: { $: 'steps.b.output & ", " & start.name' } },
  },
  e: { type: 'once', config: { value: { $: 'steps.bad.output & ", end"' } } },
  x: { type: 'once', config: { value: 'X' } },
}

test('a new run repeats the step and what follows; the rest is carried over', async () => {
  const runId = await engine.start(graph(drawing, parts), { name: 'Ada' })
  expect(await engine.ended(runId)).toMatchObject({ status: 'failed' })
  ran.length = 0
  broken = false
  const again = await retry(runId, 'bad')
  expect(await engine.ended(again)).toMatchObject({
    status: 'completed',
    trigger: 'retry',
    retriedFromRunId: runId,
    output: { e: 'B after A, Ada, end', x: 'X' },
  })
  expect(ran).toEqual(['bad', 'e'])
  expect(await engine.statuses(again)).toEqual({
    a: 'completed',
    b: 'completed',
    bad: 'completed',
    d: 'skipped',
    e: 'completed',
    x: 'completed',
  })
  broken = true
})

test('with other start data, from the beginning', async () => {
  broken = false
  const runId = await engine.start(graph(drawing, parts), { name: 'Ada' })
  await engine.ended(runId)
  ran.length = 0
  const again = await retry(runId, 'a', { startData: { name: 'Bea' } })
  expect(await engine.ended(again)).toMatchObject({
    startData: { name: 'Bea' },
    output: { e: 'B after A, Bea, end' },
  })
  expect(ran).toEqual(['b', 'bad', 'e'])
})

test('of the newest version: steps that it added before this one run too', async () => {
  const first = graph('a -> b', {
    a: { type: 'once', config: { value: 1 } },
    b: { type: 'once', config: { value: { $: 'steps.a.output' } } },
  })
  const { workflowId, versionId } = await seedWorkflow(engine.organizationId, first)
  const runId = await engine.startVersion(workflowId, versionId, first)
  await engine.ended(runId)
  const second = graph('a -> b -> c\nfresh -> b', {
    a: { type: 'once', config: { value: 2 } },
    fresh: { type: 'once' },
    b: { type: 'once', config: { value: { $: 'steps.a.output' } } },
    c: { type: 'once' },
  })
  const newest = await seedVersion(engine.organizationId, workflowId, second, 2)
  ran.length = 0
  const again = await retry(runId, 'c', { version: 'newest' })
  expect(await engine.ended(again)).toMatchObject({ versionId: newest, status: 'completed' })
  expect(ran).toEqual(['fresh', 'b', 'c'])
  expect((await engine.tasks(again))['b']?.output).toBe(1)
})

test('an active run cannot be retried; an unknown step is not found', async () => {
  const runId = await engine.start(graph('asked', { asked: { type: 'ask' } }))
  await engine.suspended(runId)
  await expect(retry(runId, 'asked')).rejects.toMatchObject({ code: 'conflict' })
  const ended = await engine.start(graph('a'))
  await engine.ended(ended)
  await expect(retry(ended, 'nowhere')).rejects.toMatchObject({ code: 'not_found' })
})
