import { expect, it } from 'vitest'
import { done } from '#lib/steps/define-step'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { seedWorkflow } from '#test/harness/seed-organization'
import { ask, echo, pause, testStep } from '#test/samples/steps'
import { until } from '#test/harness/until'
import { answerScreen } from './answer-screen.ts'
import { pauseWorkflow, resumeWorkflow } from './pause-workflow.ts'

const began: string[] = []
let release: () => void = () => undefined
const hold = testStep('hold', 'idempotent', async ({ run }) => {
  began.push(run.id)
  await new Promise<void>((resolve) => {
    release = resolve
  })
  return done('held')
})
const effect = testStep('effect', 'idempotent', async ({ run }) => {
  began.push(`effect:${run.id}`)
  return done('done')
})
const engine = useEngine([echo, ask, pause, hold, effect])

async function workflow(
  drawing: string,
  types: Record<string, string>,
  config: Record<string, unknown> = {},
) {
  const definition = graph(
    drawing,
    Object.fromEntries(Object.entries(types).map(([id, type]) => [id, { type, config }])),
  )
  const { workflowId, versionId } = await seedWorkflow(engine.organizationId, definition)
  return {
    start: async () => await engine.startVersion(workflowId, versionId, definition),
    pause: async () => await engine.act((tx) => pauseWorkflow(tx, workflowId, 'a test')),
    resume: async () => await engine.act((tx) => resumeWorkflow(tx, workflowId)),
  }
}

const parked = async (runId: string) =>
  await until('the run parked', async () => {
    const run = await engine.run(runId)
    return run.parked && run.status === 'suspended' && run.leaseWorker === null ? run : undefined
  })

it('refuses new starts while it is paused, and takes them again afterwards', async () => {
  const { start, pause: stop, resume } = await workflow('a', { a: 'echo' })
  await stop()
  await expect(start()).rejects.toMatchObject({ code: 'workflow_paused', statusCode: 409 })
  await resume()
  expect((await engine.ended(await start())).status).toBe('completed')
})

it('lets the call in flight finish, stops before the next step, and continues there', async () => {
  const { start, pause: stop, resume } = await workflow('a -> b', { a: 'hold', b: 'effect' })
  const runId = await start()
  await until('the call starts', async () => (began.includes(runId) ? true : undefined))
  await stop()
  release()
  await parked(runId)
  expect(await engine.statuses(runId)).toEqual({ a: 'completed', b: 'pending' })
  expect(began).not.toContain(`effect:${runId}`)
  await resume()
  expect((await engine.ended(runId)).status).toBe('completed')
  expect(began.filter((entry) => entry === runId)).toHaveLength(1)
})

it('a screen can be answered while it is paused; the run goes on when it is resumed', async () => {
  const { start, pause: stop, resume } = await workflow('a -> b', { a: 'ask', b: 'effect' })
  const runId = await start()
  const task = await engine.taskIn(runId, 'a', 'suspended')
  await stop()
  await engine.act((tx) =>
    answerScreen(tx, {
      organizationId: engine.organizationId,
      taskId: task.id,
      output: {},
      by: 'a test',
    }),
  )
  await parked(runId)
  expect(began).not.toContain(`effect:${runId}`)
  await resume()
  expect((await engine.ended(runId)).status).toBe('completed')
})

it('a due time that passed while it was paused is not waited for after it is resumed', async () => {
  const { start, pause: stop, resume } = await workflow('a', { a: 'pause' }, { ms: 1600 })
  const runId = await start()
  await engine.suspended(runId)
  await stop()
  await parked(runId)
  await resume()
  expect((await engine.ended(runId)).status).toBe('completed')
})
