import { expect, test } from 'vitest'
import { makeClient } from '#lib/postgres'
import { done, PermanentStepError, StepError } from '#lib/steps/define-step'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { ask, echo, testStep } from '#test/samples/steps'
import { until } from '#test/harness/until'
import {
  answerUnknownOutcome,
  type UnknownOutcomeAnswer,
} from '#lib/engine/commands/answer-unknown-outcome'

const calls: string[] = []
const seen: { stepId: string; statuses: Record<string, string> }[] = []

/** A call that records Postgres' state of its run at the time of the call. */
const call = (type: string, effect: 'idempotent' | 'unsafe') =>
  testStep(type, effect, async ({ run, task }) => {
    calls.push(`${run.id} ${task.stepId}`)
    seen.push({ stepId: task.stepId, statuses: await engine.statuses(run.id) })
    return done(task.stepId)
  })
/** Never answers, unless it is called a second time. */
const silent = testStep('silent', 'unsafe', async ({ task }) =>
  task.attempt > 1 ? done('second answer') : await new Promise(() => undefined),
)
const bug = testStep('bug', 'unsafe', async () => {
  throw new TypeError('nobody foresaw this')
})
const refused = testStep('refused', 'unsafe', async () => {
  throw new StepError('refused', 'The provider said no.')
})
let letGo: () => void = () => undefined
const held = testStep('held', 'unsafe', async ({ run, task }) => {
  calls.push(`${run.id} ${task.stepId}`)
  await new Promise<void>((resolve) => {
    letGo = resolve
  })
  return done('let go')
})
/** The information that each attempt gets about earlier ones. */
const told: boolean[] = []
/** Runs out of time, then is refused for sure, then answers. */
const late = testStep('late', 'idempotent', async ({ task, mayHaveHappened }) => {
  told.push(mayHaveHappened)
  if (task.attempt === 1) await new Promise(() => undefined)
  if (task.attempt === 2) throw new StepError('busy', 'Try again.')
  return done('filed')
})
/** Cannot know whether its first call happened, and knows that a second could do harm. */
const chart = testStep('chart', 'idempotent', async ({ task, mayHaveHappened }) => {
  told.push(mayHaveHappened)
  if (task.attempt > 1) return done('filed')
  throw new PermanentStepError('outcome_unknown', 'No answer.')
})

const engine = useEngine([
  late,
  chart,
  echo,
  ask,
  call('keyed', 'idempotent'),
  call('unsafe', 'unsafe'),
  silent,
  bug,
  refused,
  held,
])
const chain = (length: number, type: string) =>
  graph(Array.from({ length }, (_, index) => `s${index}`).join(' -> '), {}, { type })

test('a chain of 20 pure steps is started and finished: two commits', async () => {
  const runId = await engine.start(chain(20, 'echo'))
  // The one commit of everything, which takes and returns the lease, is the first revision.
  expect(await engine.ended(runId)).toMatchObject({ status: 'completed', revision: 1 })
})

test.each(['keyed', 'unsafe'])(
  'k %s calls in a row: an intent, and one commit for the result of each',
  async (type) => {
    const runId = await engine.start(chain(5, type))
    expect(await engine.ended(runId)).toMatchObject({
      status: 'completed',
      output: { s4: 's4' },
      revision: 1 + 5,
    })
  },
)

test('before an unsafe call its intent and all earlier results are in Postgres', async () => {
  seen.length = 0
  await engine.ended(
    await engine.start(
      graph('a -> b -> send -> send2 -> c', {
        send: { type: 'unsafe' },
        send2: { type: 'unsafe' },
      }),
    ),
  )
  const waiting = 'waiting-dependencies'
  expect(seen).toEqual([
    {
      stepId: 'send',
      statuses: { a: 'completed', b: 'completed', send: 'running', send2: waiting, c: waiting },
    },
    {
      stepId: 'send2',
      statuses: { a: 'completed', b: 'completed', send: 'completed', send2: 'running', c: waiting },
    },
  ])
})

/** A run whose `send` has an unknown outcome. */
async function unknown(type = 'silent'): Promise<{ runId: string; taskId: string }> {
  const runId = await engine.start(
    graph('send -> end\nsend -!continue-> mend', {
      send: { type, timeoutSeconds: 0.1 },
      mend: { config: { value: { $: 'error.code' } } },
      end: { config: { value: { $: 'steps.send.output' } } },
    }),
  )
  const task = await engine.taskIn(runId, 'send', 'suspended')
  expect(task).toMatchObject({ state: { reason: 'unknown-outcome' }, finishedAt: null })
  await engine.suspended(runId)
  return { runId, taskId: task.id }
}
const answer = async (taskId: string, said: UnknownOutcomeAnswer) =>
  await engine.act((tx) =>
    answerUnknownOutcome(tx, {
      organizationId: engine.organizationId,
      taskId,
      answer: said,
      by: 'Ada',
    }),
  )

test('unknown outcome: it happened', async () => {
  const { runId, taskId } = await unknown()
  await answer(taskId, { outcome: 'happened', output: 'note 17' })
  expect(await engine.ended(runId)).toMatchObject({
    status: 'completed',
    output: { end: 'note 17' },
  })
  expect((await engine.tasks(runId))['send']).toMatchObject({
    status: 'completed',
    attempt: 1,
    completedBy: 'Ada',
    error: null,
  })
  await expect(answer(taskId, { outcome: 'retry' })).rejects.toMatchObject({ code: 'conflict' })
})

test('an attempt learns that an earlier one may have happened', async () => {
  told.length = 0
  const retry = { maxAttempts: 3, delaySeconds: 0.01, factor: 1, maxDelaySeconds: 1 }
  const send = { type: 'late', timeoutSeconds: 0.1, retry }
  const runId = await engine.start(graph('send', { send }))
  expect(await engine.ended(runId)).toMatchObject({ output: { send: 'filed' } })
  expect(told).toEqual([false, true, true])
})

test('a step may leave its outcome to a person, whatever its effect and retry policy', async () => {
  told.length = 0
  const retry = { maxAttempts: 5, delaySeconds: 0.01, factor: 1, maxDelaySeconds: 1 }
  const runId = await engine.start(graph('send', { send: { type: 'chart', retry } }))
  const { id } = await engine.taskIn(runId, 'send', 'suspended')
  await engine.suspended(runId)
  await answer(id, { outcome: 'retry' })
  expect(await engine.ended(runId)).toMatchObject({ output: { send: 'filed' } })
  // The person has checked, so the second call counts as a first one.
  expect(told).toEqual([false, false])
})

test('unknown outcome: it did not, try again', async () => {
  const { runId, taskId } = await unknown()
  await answer(taskId, { outcome: 'retry' })
  expect(await engine.ended(runId)).toMatchObject({
    status: 'completed',
    output: { end: 'second answer' },
  })
  expect((await engine.tasks(runId))['send']).toMatchObject({ attempt: 2 })
})

test('unknown outcome: give up, and the handler takes over', async () => {
  const { runId, taskId } = await unknown()
  await answer(taskId, { outcome: 'give-up', reason: 'the line is dead' })
  expect(await engine.ended(runId)).toMatchObject({
    status: 'completed',
    output: { end: 'given_up' },
  })
  expect((await engine.tasks(runId))['send']?.error).toMatchObject({
    code: 'given_up',
    message: 'Given up by Ada: the line is dead',
  })
})

test('an unexpected error leaves the outcome of an unsafe call unknown', async () => {
  const { runId } = await unknown('bug')
  expect((await engine.tasks(runId))['send']?.error).toMatchObject({ code: 'unexpected_error' })
})

test('a step’s report that a call did not happen is trusted', async () => {
  const runId = await engine.start(
    graph('send', {
      send: {
        type: 'refused',
        retry: { maxAttempts: 2, delaySeconds: 0, factor: 1, maxDelaySeconds: 0 },
      },
    }),
  )
  expect(await engine.ended(runId)).toMatchObject({
    status: 'failed',
    error: { code: 'refused', attempt: 2 },
  })
})

test('connections cut in the middle of a call: it is not repeated and its result is not lost', async () => {
  const runId = await engine.start(
    graph('a -> send -> end', {
      send: { type: 'held' },
      end: { config: { value: { $: 'steps.send.output' } } },
    }),
  )
  await engine.taskIn(runId, 'send', 'running')
  await until('the call', () => calls.includes(`${runId} send`))
  const admin = makeClient({ connectionString: engine.database.url })
  await admin.connect()
  const { rowCount } = await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where usename = 'rounds_engine' and datname = current_database()`,
  )
  await admin.end()
  expect(rowCount).toBeGreaterThan(2)
  letGo()
  expect(await engine.ended(runId)).toMatchObject({
    status: 'completed',
    output: { end: 'let go' },
  })
  expect(calls.filter((made) => made === `${runId} send`)).toHaveLength(1)
})
