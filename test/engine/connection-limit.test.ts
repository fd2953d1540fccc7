import { expect, it } from 'vitest'
import { ApiError } from '#lib/domain/api-error'
import { done } from '#lib/steps/define-step'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { testStep } from '#test/samples/steps'
import { until } from '#test/harness/until'

let room = false
let calls = 0
/**
 * The behaviour of a step's port when its connection has no room
 * (lib/operations/connections/limit-calls.ts).
 */
const limited = testStep('limited', 'unsafe', async () => {
  calls++
  if (!room)
    throw new ApiError(
      'connection_limited',
      'No room.',
      { retryAfterSeconds: 1 },
      { headers: { 'retry-after': '1' } },
    )
  return done('called')
})
let answers: ApiError[] = []
const shaky = testStep('shaky', 'idempotent', async () => {
  const error = answers.shift()
  if (error) throw error
  return done('called')
})
const engine = useEngine([limited, shaky])

it(
  'a step whose connection has no room waits, without failing, without a retry policy and ' +
    'without a worker holding the run',
  async () => {
    const runId = await engine.start(graph('a', {}, { type: 'limited' }))
    const deferred = await until('the step deferred', async () => {
      const task = (await engine.tasks(runId))['a']
      return task?.dueAt && (await engine.run(runId)).leaseWorker === null ? task : undefined
    })
    expect(deferred).toMatchObject({ attempt: 0, error: null, state: { waitsFor: 'connection' } })
    expect(deferred.dueAt?.getTime()).toBeGreaterThan(Date.now() + 500)
    expect((await engine.run(runId)).leaseWorker).toBeNull()
    room = true
    expect((await engine.ended(runId, 15_000)).status).toBe('completed')
    expect((await engine.tasks(runId))['a']).toMatchObject({ attempt: 1, output: 'called' })
    expect(calls).toBeGreaterThanOrEqual(2)
  },
)

it('a task that waits for its next attempt no longer reports a wait for room', async () => {
  answers = [
    new ApiError('connection_limited', 'No room.', { retryAfterSeconds: 0 }),
    new ApiError('provider_error', 'Not now.'),
  ]
  const runId = await engine.start(
    graph('a', {
      a: {
        type: 'shaky',
        retry: { maxAttempts: 2, delaySeconds: 3, factor: 1, maxDelaySeconds: 3 },
      },
    }),
  )
  await until('the next attempt', async () => (await engine.tasks(runId))['a']?.error)
  expect((await engine.tasks(runId))['a']).toMatchObject({
    status: 'pending',
    attempt: 1,
    error: { code: 'provider_error' },
    state: { waitsFor: null },
  })
  expect(await engine.ended(runId, 15_000)).toMatchObject({ status: 'completed' })
})
