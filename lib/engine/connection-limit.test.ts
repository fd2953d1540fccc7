import { expect, it } from 'vitest'
import { ApiError } from '#lib/domain/api-error'
import { done } from '#lib/steps/define-step'
import { useEngine } from '#lib/testing/engine'
import { graph } from '#lib/testing/graph'
import { testStep } from '#lib/testing/steps'
import { until } from '#lib/testing/until'

let room = false
let calls = 0
/** What a step's port does when its connection has no room (lib/operations/connections/limit-calls.ts). */
const limited = testStep('limited', 'unsafe', async () => {
  calls++
  if (!room) throw new ApiError('connection_limited', 'No room.', { retryAfterSeconds: 1 }, { headers: { 'retry-after': '1' } })
  return done('called')
})
const engine = useEngine([limited])

it('a step whose connection has no room waits, without failing, without a retry policy and without a worker holding the run', async () => {
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
})
