import { expect, test } from 'vitest'
import { newId } from '#lib/ids'
import { done } from '#lib/steps/define-step'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { ask, echo, testStep } from '#test/samples/steps'
import { until } from '#test/harness/until'
import { cancelRun } from '#lib/engine/commands/cancel-run'
import { cancelTask } from '#lib/engine/commands/cancel-task'
import { answerScreen } from '#lib/engine/commands/answer-screen'

const calls: { stepId: string; aborted: boolean; answer(): void }[] = []

/** Calls that the test answers. They record their abort signal and ignore it. */
const called = (type: string, effect: 'read' | 'unsafe' | 'idempotent') =>
  testStep(type, effect, async ({ task, signal }) => {
    await new Promise<void>((answer) => {
      const call = { stepId: task.stepId, aborted: false, answer }
      signal.addEventListener('abort', () => {
        call.aborted = true
      })
      calls.push(call)
    })
    return done('answered')
  })
const callOf = async (stepId: string) =>
  await until(`a call of ${stepId}`, () => calls.find((call) => call.stepId === stepId))

const engine = useEngine([
  echo,
  ask,
  called('read', 'read'),
  called('unsafe', 'unsafe'),
  called('idempotent', 'idempotent'),
])
const cancel = async (taskId: string, reason?: string) =>
  await engine.act((tx) =>
    cancelTask(tx, {
      organizationId: engine.organizationId,
      taskId,
      by: 'Ada',
      ...(reason ? { reason } : {}),
    }),
  )

test('cancelling a waiting screen halts what only follows it; the other branch goes on', async () => {
  //  decide ──▶ b ──▶ c ─┐
  //                      ├─▶ e
  //  other ──────────────┘
  const runId = await engine.start(
    graph('decide -> b -> c -> e\nother -> e', {
      decide: { type: 'ask' },
      e: { config: { value: 'end' } },
    }),
  )
  const before = await engine.tasks(runId)
  await engine.suspended(runId)
  const first = await cancel(before['decide']?.id ?? '', 'a duplicate')
  expect(first).toEqual({
    id: before['decide']?.id,
    status: 'cancelled',
    halted: expect.any(Array),
  })
  expect([...first.halted].sort()).toEqual([before['b']?.id, before['c']?.id].sort())
  expect(await engine.ended(runId)).toMatchObject({ status: 'completed', output: { e: 'end' } })
  expect(await engine.statuses(runId)).toEqual({
    decide: 'cancelled',
    b: 'cancelled',
    c: 'cancelled',
    other: 'completed',
    e: 'completed',
  })
  expect((await engine.tasks(runId))['decide']?.error).toMatchObject({
    code: 'cancelled',
    message: 'Cancelled by Ada: a duplicate',
  })
  expect(await cancel(before['decide']?.id ?? '')).toEqual(first)
})

test.each(['read', 'unsafe', 'idempotent'] as const)(
  'a %s call in flight gets its abort signal; its answer is stored and nothing follows it (E6)',
  async (type) => {
    const id = `in_flight_${type}`
    const runId = await engine.start(graph(`${id} -> after`, { [id]: { type } }))
    const call = await callOf(id)
    const task = await engine.taskIn(runId, id, 'running')
    await cancel(task.id)
    expect(await engine.ended(runId)).toMatchObject({ status: 'cancelled' })
    await until('the abort', () => call.aborted)
    call.answer()
    const late = await until('the late answer', async () => {
      const now = (await engine.tasks(runId))[id]
      return now?.output ? now : undefined
    })
    expect(late).toMatchObject({ status: 'cancelled', output: 'answered' })
    expect(await engine.statuses(runId)).toEqual({ [id]: 'cancelled', after: 'cancelled' })
  },
)

test('a call never starts after its cancellation committed (E6)', async () => {
  const runId = await engine.start(
    graph('gate -> blocked', { gate: { type: 'ask' }, blocked: { type: 'unsafe' } }),
  )
  await engine.suspended(runId)
  const { gate, blocked } = await engine.tasks(runId)
  await cancel(blocked?.id ?? '')
  await engine.act((tx) =>
    answerScreen(tx, {
      organizationId: engine.organizationId,
      taskId: gate?.id ?? '',
      output: 1,
      by: 'Ada',
    }),
  )
  await engine.ended(runId)
  expect(calls.some(({ stepId }) => stepId === 'blocked')).toBe(false)
})

test('an ended task cannot be cancelled, and an unknown one is not found', async () => {
  const runId = await engine.start(graph('a -yes-> b'))
  await engine.ended(runId)
  const { a, b } = await engine.tasks(runId)
  await expect(cancel(a?.id ?? '')).rejects.toMatchObject({
    code: 'conflict',
    details: { status: 'completed' },
  })
  await expect(cancel(b?.id ?? '')).rejects.toMatchObject({
    code: 'conflict',
    details: { status: 'skipped' },
  })
  await expect(cancel(newId())).rejects.toMatchObject({ code: 'not_found' })
})

test('cancelling a run cancels all that has not ended', async () => {
  const runId = await engine.start(
    graph('a -> asked -> after\nbusy', { asked: { type: 'ask' }, busy: { type: 'read' } }),
  )
  const call = await callOf('busy')
  await engine.taskIn(runId, 'asked', 'suspended')
  const { asked, after, busy } = await engine.tasks(runId)
  const act = async () =>
    await engine.act((tx) =>
      cancelRun(tx, {
        organizationId: engine.organizationId,
        runId,
        by: 'Ada',
        reason: 'moved away',
      }),
    )
  const { cancelled } = await act()
  expect([...cancelled].sort()).toEqual([asked?.id, after?.id, busy?.id].sort())
  expect(await engine.ended(runId)).toMatchObject({
    status: 'cancelled',
    error: { code: 'cancelled', message: 'Cancelled by Ada: moved away' },
    leaseWorker: null,
  })
  await until('the abort', () => call.aborted)
  expect(await engine.statuses(runId)).toEqual({
    a: 'completed',
    asked: 'cancelled',
    after: 'cancelled',
    busy: 'cancelled',
  })
  expect(await act()).toEqual({ runId, cancelled: [] })
})

test('an ended run cannot be cancelled', async () => {
  const runId = await engine.start(graph('a'))
  await engine.ended(runId)
  await expect(
    engine.act((tx) => cancelRun(tx, { organizationId: engine.organizationId, runId, by: 'Ada' })),
  ).rejects.toMatchObject({ code: 'conflict' })
})
