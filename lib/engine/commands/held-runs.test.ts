import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { engineDb } from '#db/client'
import { runs, tasks } from '#db/schema/runs'
import { done } from '#lib/steps/define-step'
import forEach from '#lib/steps/types/flow/for-each'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { ask, echo, testStep } from '#test/samples/steps'
import { answerUnknownOutcome, type UnknownOutcomeAnswer } from './answer-unknown-outcome.ts'

const calls: string[] = []
const call = (type: string, effect: 'idempotent' | 'unsafe') =>
  testStep(type, effect, async ({ task }) => {
    calls.push(task.stepId)
    return done('called')
  })
const inside = {
  ...testStep('inside', 'idempotent', async ({ task }) => {
    calls.push(task.stepId)
    return done('written')
  }),
  isInside: () => true,
}

const engine = useEngine(
  [forEach, echo, ask, inside, call('post', 'unsafe'), call('put', 'idempotent')],
  { workers: 0 },
)

const hold = async (runId: string) =>
  await engineDb().update(runs).set({ held: true }).where(eq(runs.id, runId))

async function asked(runId: string, key: string) {
  const task = await engine.taskIn(runId, key, 'suspended')
  expect(task.state?.reason).toBe('unknown-outcome')
  expect(task.error).toMatchObject({ code: 'restored', stepId: task.stepId })
  return task
}

const answer = async (taskId: string, by: UnknownOutcomeAnswer) =>
  await engineDb().transaction(
    async (tx) =>
      await answerUnknownOutcome(tx, {
        organizationId: engine.organizationId,
        taskId,
        answer: by,
        by: 'Ada',
      }),
  )

test('each call of a held run waits for a person; what stays inside and what reads goes on', async () => {
  calls.length = 0
  const runId = await engine.start(
    graph('read -> file -> first -> second -> third -> end', {
      read: { type: 'echo', config: { value: 1 } },
      file: { type: 'inside' },
      first: {
        type: 'post',
        retry: { maxAttempts: 3, delaySeconds: 1, factor: 1, maxDelaySeconds: 1 },
      },
      second: { type: 'put' },
      third: { type: 'post' },
      end: { type: 'echo', config: { value: 2 } },
    }),
  )
  await hold(runId)
  await engine.startWorker()
  const first = await asked(runId, 'first')
  expect(calls).toEqual(['file'])
  await answer(first.id, { outcome: 'happened', output: 'by hand' })
  await answer((await asked(runId, 'second')).id, { outcome: 'retry' })
  const third = await asked(runId, 'third')
  expect(calls).toEqual(['file', 'second'])
  expect(await engine.taskIn(runId, 'second', 'completed')).toMatchObject({ attempt: 1 })
  await answer(third.id, { outcome: 'retry' })
  expect(await engine.ended(runId)).toMatchObject({ status: 'completed' })
  expect(calls).toEqual(['file', 'second', 'third'])
})

test('calls of a loop in a held run wait, too: child runs are held', async () => {
  calls.length = 0
  const runId = await engine.start(
    graph('loop -each-> item\nloop -done-> end', {
      loop: { type: 'for-each', config: { items: [1, 2] } },
      item: { type: 'post' },
      end: { type: 'echo', config: { value: 2 } },
    }),
  )
  await hold(runId)
  await engine.startWorker()
  await engine.taskIn(runId, 'loop', 'suspended')
  const [child] = await engineDb().select().from(runs).where(eq(runs.parentRunId, runId))
  expect(child?.held).toBe(true)
  for (const key of ['0:item', '1:item'])
    await answer((await asked(child?.id ?? '', key)).id, { outcome: 'retry' })
  expect(await engine.ended(runId)).toMatchObject({ status: 'completed' })
  expect(calls).toEqual(['item', 'item'])
})

test('a call that was in flight at the backup is not repeated under its key either', async () => {
  calls.length = 0
  const runId = await engine.start(
    graph('screen -> put', { screen: { type: 'ask' }, put: { type: 'put' } }),
  )
  await engine.startWorker()
  const screen = await engine.taskIn(runId, 'screen', 'suspended')
  await engine.stopWorkers()
  // As the backup has it: the intent is written, the answer is not.
  await engineDb()
    .update(tasks)
    .set({ status: 'completed', finishedAt: new Date(), output: {} })
    .where(eq(tasks.id, screen.id))
  await engineDb()
    .update(tasks)
    .set({ status: 'running', attempt: 1, effect: 'idempotent', startedAt: new Date(), input: {} })
    .where(eq(tasks.key, 'put'))
  await engineDb()
    .update(runs)
    .set({ status: 'running', held: true, leaseEpoch: 3 })
    .where(eq(runs.id, runId))
  await engine.startWorker()
  const put = await asked(runId, 'put')
  await answer(put.id, { outcome: 'retry' })
  expect(await engine.ended(runId)).toMatchObject({ status: 'completed' })
  expect(calls).toEqual(['put'])
})
