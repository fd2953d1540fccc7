import { expect, test } from 'vitest'
import { newId } from '#lib/ids'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { ask, echo, pause, testStep } from '#test/samples/steps'
import { done } from '#lib/steps/define-step'
import { answerScreen } from '#lib/engine/commands/answer-screen'

let open: () => void = () => undefined
const door = testStep('door', 'read', async () => {
  await new Promise<void>((resolve) => {
    open = resolve
  })
  return done('opened')
})

const engine = useEngine([echo, ask, pause, door])
const complete = async (taskId: string, output: unknown, by = 'Ada') =>
  await engine.act((tx) =>
    answerScreen(tx, { organizationId: engine.organizationId, taskId, output, by }),
  )

test('a screen suspends the run without a lease; the answer resumes it', async () => {
  const runId = await engine.start(
    graph('look -> decide -> tell', {
      decide: { type: 'ask', priority: 7 },
      tell: { config: { value: { $: 'steps.decide.output.decision' } } },
    }),
  )
  expect(await engine.suspended(runId)).toMatchObject({
    status: 'suspended',
    leaseWorker: null,
    finishedAt: null,
  })
  const screen = await engine.taskIn(runId, 'decide', 'suspended')
  expect(screen).toMatchObject({
    priority: 7,
    state: { reason: 'screen', title: 'Ask' },
    resuming: false,
    attempt: 1,
  })

  expect(await complete(screen.id, { decision: 'approved' })).toEqual({ runId })
  expect(await engine.ended(runId)).toMatchObject({
    status: 'completed',
    output: { tell: 'approved' },
  })
  expect((await engine.tasks(runId))['decide']).toMatchObject({
    status: 'completed',
    completedBy: 'Ada',
    output: { decision: 'approved' },
  })
})

test('of two people one completes the screen', async () => {
  const runId = await engine.start(graph('decide', { decide: { type: 'ask' } }))
  const { id } = await engine.taskIn(runId, 'decide', 'suspended')
  const answers = await Promise.allSettled([
    complete(id, 'first', 'Ada'),
    complete(id, 'second', 'Bea'),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'conflict' },
  })
  const winner = answers[0]?.status === 'fulfilled' ? 'first' : 'second'
  expect(await engine.ended(runId)).toMatchObject({ output: { decide: winner } })
  await expect(complete(id, 'third')).rejects.toMatchObject({ code: 'conflict' })
})

test('a screen that does not exist, or of another organization, is not found', async () => {
  await expect(complete(newId(), 'x')).rejects.toMatchObject({ code: 'not_found' })
})

test('a screen beside a long step resumes at once, and the long step is not disturbed', async () => {
  const runId = await engine.start(
    graph('decide -> tell\nlong', { decide: { type: 'ask' }, long: { type: 'door' } }),
  )
  const { id } = await engine.taskIn(runId, 'decide', 'suspended')
  await engine.taskIn(runId, 'long', 'running')
  await complete(id, 'yes')
  await engine.taskIn(runId, 'tell', 'completed')
  expect((await engine.tasks(runId))['long']).toMatchObject({ status: 'running', attempt: 1 })
  open()
  expect(await engine.ended(runId)).toMatchObject({
    status: 'completed',
    output: { tell: null, long: 'opened' },
  })
})

test('two screens of one run are answered one after the other', async () => {
  const runId = await engine.start(
    graph('one -> end\ntwo -> end', {
      one: { type: 'ask' },
      two: { type: 'ask' },
      end: { config: { value: { $: 'steps.one.output & steps.two.output' } } },
    }),
  )
  await engine.suspended(runId)
  const { one, two } = await engine.tasks(runId)
  await complete(one?.id ?? '', 'a')
  await engine.taskIn(runId, 'one', 'completed')
  await complete(two?.id ?? '', 'b')
  expect(await engine.ended(runId)).toMatchObject({ output: { end: 'ab' } })
})

test('a short wait ends in time, a longer one leaves the worker and returns', async () => {
  const short = await engine.start(
    graph('nap -> end', { nap: { type: 'pause', config: { ms: 120 } } }),
  )
  const long = await engine.start(
    graph('sleep', { sleep: { type: 'pause', config: { ms: 1800 } } }),
  )
  const sleeping = await engine.suspended(long)
  expect(sleeping.leaseWorker).toBeNull()
  const run = await engine.ended(short)
  const tookMs = (run.finishedAt?.getTime() ?? 0) - run.createdAt.getTime()
  expect(tookMs).toBeGreaterThanOrEqual(115)
  const slept = await engine.ended(long)
  expect(slept).toMatchObject({ status: 'completed', output: { sleep: 1800 } })
  expect((slept.finishedAt?.getTime() ?? 0) - slept.createdAt.getTime()).toBeGreaterThanOrEqual(
    1795,
  )
})
