import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { engineDb, enginePool } from '#db/client'
import { runs } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'
import type { Definition } from '#lib/domain/workflow/definition'
import { childWorkflow } from '#lib/operations/runs/child-workflow'
import { done } from '#lib/steps/define-step'
import subWorkflow from '#lib/steps/types/flow/sub-workflow'
import { noServices, useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { seedVersion, seedWorkflow } from '#test/harness/seed-organization'
import { ask, echo, testStep } from '#test/samples/steps'
import { until } from '#test/harness/until'
import { cancelRun } from '../commands/cancel-run.ts'
import { cancelTask } from '../commands/cancel-task.ts'
import { answerScreen } from '../commands/answer-screen.ts'

const fail = testStep('fail', 'pure', async () => await Promise.reject(new Error('broken')))
let slow = 0
const count = testStep('count', 'pure', async () => done(++slow))
const engine = useEngine([echo, ask, fail, count, subWorkflow], { workers: 0 })
beforeAll(
  async () => void (await engine.startWorker({ services: { ...noServices, childWorkflow } })),
)

/** Publishes a workflow; a `sub-workflow` step names its slug. */
async function publish(
  definition: Definition,
): Promise<{ slug: string; workflowId: string; versionId: string }> {
  const ids = await seedWorkflow(engine.organizationId, definition, 'Inner')
  return { ...ids, slug: `w-${ids.workflowId}` }
}

/** a ──▶ call ──▶ end, where `call` runs the workflow. */
const calling = (workflow: string, config: Record<string, unknown> = {}): Definition =>
  graph('a -> call -> end', {
    a: { config: { value: 20 } },
    call: {
      type: 'sub-workflow',
      config: { workflow, startData: { n: { $: 'steps.a.output + 1' } }, ...config },
    },
    end: { config: { value: { $: 'steps.call.output' } } },
  })

const childrenOf = async (runId: string) =>
  await engineDb().select().from(runs).where(eq(runs.parentRunId, runId))

test('a sub-workflow runs with its own start data; its output is the output of the step', async () => {
  const { slug, workflowId, versionId } = await publish(
    graph('twice', { twice: { config: { value: { $: 'start.n * 2' } } } }),
  )
  const runId = await engine.start(calling(slug))
  expect(await engine.ended(runId)).toMatchObject({
    status: 'completed',
    output: { end: { twice: 42 } },
  })
  const [child, ...more] = await childrenOf(runId)
  expect(more).toEqual([])
  expect(child).toMatchObject({
    workflowId,
    versionId,
    status: 'completed',
    trigger: 'parent',
    startedBy: 'Test workflow',
    startData: { n: 21 },
    depth: 1,
    parentTaskId: (await engine.tasks(runId))['call']?.id,
  })
})

test('a child waits for a person, and the parent costs only a row meanwhile (E7)', async () => {
  const { slug } = await publish(graph('decide', { decide: { type: 'ask' } }))
  const runId = await engine.start(calling(slug))
  const [child] = await until('the child', async () =>
    (await childrenOf(runId)).length > 0 ? await childrenOf(runId) : undefined,
  )
  expect(await engine.suspended(runId)).toMatchObject({ status: 'suspended', leaseWorker: null })
  expect((await engine.tasks(runId))['call']).toMatchObject({
    status: 'suspended',
    state: { reason: 'child-run' },
    childrenLeft: 1,
  })
  const screen = await engine.taskIn(child?.id ?? '', 'decide', 'suspended')
  await engine.suspended(child?.id ?? '')
  // The queue deletes a job a moment after its turn.
  await until(
    'no job left',
    async () =>
      (
        await enginePool().query(`select from graphile_worker.jobs where key = any($1)`, [
          [`run:${runId}`, `run:${child?.id}`],
        ])
      ).rowCount === 0,
  )
  await engine.act((tx) =>
    answerScreen(tx, {
      organizationId: engine.organizationId,
      taskId: screen.id,
      output: 'yes',
      by: 'Ada',
    }),
  )
  expect(await engine.ended(runId)).toMatchObject({
    status: 'completed',
    output: { end: { decide: 'yes' } },
  })
})

test('a failing child fails the step with its own error, and on_failure handles it', async () => {
  const { slug } = await publish(graph('fail', { fail: { type: 'fail' } }))
  const plain = await engine.start(calling(slug))
  expect(await engine.ended(plain)).toMatchObject({
    status: 'failed',
    error: { code: 'unexpected_error', stepId: 'call' },
  })
  const handled = await engine.start(
    graph('call -!continue-> mend\ncall -> end', {
      call: { type: 'sub-workflow', config: { workflow: slug } },
      mend: { config: { value: { $: 'error.code' } } },
      end: { config: { value: { $: 'steps.call.output' } } },
    }),
  )
  expect(await engine.ended(handled)).toMatchObject({
    status: 'completed',
    output: { end: 'unexpected_error' },
  })
})

test('a retry policy of the step starts the sub-workflow again', async () => {
  const { slug } = await publish(
    graph('count -> check', { count: { type: 'count' }, check: { type: 'fail' } }),
  )
  const runId = await engine.start(
    graph('call', {
      call: {
        type: 'sub-workflow',
        config: { workflow: slug },
        retry: { maxAttempts: 4, delaySeconds: 0, factor: 1, maxDelaySeconds: 0 },
      },
    }),
  )
  expect(await engine.ended(runId)).toMatchObject({ status: 'failed' })
  const ended = await childrenOf(runId)
  expect(ended.length).toBe(2)
  expect(ended.map(({ status }) => status)).toEqual(['failed', 'failed'])
})

test('invalid start data, an unknown workflow and an unpublished one fail the step', async () => {
  const strict = await publish({
    ...graph('a'),
    startData: { type: 'object', properties: { n: { type: 'string' } }, required: ['n'] },
  })
  expect(await engine.ended(await engine.start(calling(strict.slug)))).toMatchObject({
    status: 'failed',
    error: { code: 'invalid_request' },
  })
  expect(await engine.ended(await engine.start(calling('no-such-workflow')))).toMatchObject({
    status: 'failed',
    error: { code: 'not_found' },
  })
  await engine.act((tx) =>
    tx
      .update(workflows)
      .set({ publishedVersionId: null })
      .where(eq(workflows.id, strict.workflowId)),
  )
  expect(await engine.ended(await engine.start(calling(strict.slug)))).toMatchObject({
    status: 'failed',
    error: { code: 'conflict' },
  })
})

test(
  'a step runs a fixed version, or the newest of the moment; ' + 'a child keeps its version (E8)',
  async () => {
    const { slug, workflowId } = await publish(
      graph('decide -> say', { decide: { type: 'ask' }, say: { config: { value: 'one' } } }),
    )
    const runId = await engine.start(calling(slug))
    const [child] = await until('the child', async () =>
      (await childrenOf(runId)).length > 0 ? await childrenOf(runId) : undefined,
    )
    await seedVersion(
      engine.organizationId,
      workflowId,
      graph('say', { say: { config: { value: 'two' } } }),
      2,
    )
    const screen = await engine.taskIn(child?.id ?? '', 'decide', 'suspended')
    await engine.act((tx) =>
      answerScreen(tx, {
        organizationId: engine.organizationId,
        taskId: screen.id,
        output: null,
        by: 'Ada',
      }),
    )
    expect(await engine.ended(runId)).toMatchObject({ output: { end: { say: 'one' } } })
    expect(await engine.ended(await engine.start(calling(slug)))).toMatchObject({
      output: { end: { say: 'two' } },
    })
    const fixed = await engine.start(calling(slug, { version: 1 }))
    const [old] = await until('the child', async () =>
      (await childrenOf(fixed)).length > 0 ? await childrenOf(fixed) : undefined,
    )
    await engine.taskIn(old?.id ?? '', 'decide', 'suspended')
    await engine.act((tx) =>
      cancelRun(tx, { organizationId: engine.organizationId, runId: fixed, by: 'Ada' }),
    )
  },
)

test('cancelling a run, or the task that waits, cancels its children and theirs (E6)', async () => {
  const inner = await publish(graph('decide', { decide: { type: 'ask' } }))
  const outer = await publish(calling(inner.slug))
  for (const way of ['run', 'task'] as const) {
    const runId = await engine.start(calling(outer.slug))
    const [child] = await until('the child', async () =>
      (await childrenOf(runId)).length > 0 ? await childrenOf(runId) : undefined,
    )
    const [grandchild] = await until('the grandchild', async () =>
      (await childrenOf(child?.id ?? '')).length > 0
        ? await childrenOf(child?.id ?? '')
        : undefined,
    )
    await engine.taskIn(grandchild?.id ?? '', 'decide', 'suspended')
    await engine.suspended(runId)
    const taskId = (await engine.tasks(runId))['call']?.id ?? ''
    await engine.act(async (tx) => {
      if (way === 'run')
        await cancelRun(tx, { organizationId: engine.organizationId, runId, by: 'Ada' })
      else await cancelTask(tx, { organizationId: engine.organizationId, taskId, by: 'Ada' })
    })
    expect((await engine.run(child?.id ?? '')).status).toBe('cancelled')
    expect((await engine.run(grandchild?.id ?? '')).status).toBe('cancelled')
    expect(await engine.statuses(grandchild?.id ?? '')).toEqual({ decide: 'cancelled' })
    expect(await engine.ended(runId)).toMatchObject({ status: 'cancelled' })
  }
})

test('a child that a person cancels fails the step', async () => {
  const { slug } = await publish(graph('decide', { decide: { type: 'ask' } }))
  const runId = await engine.start(calling(slug))
  const [child] = await until('the child', async () =>
    (await childrenOf(runId)).length > 0 ? await childrenOf(runId) : undefined,
  )
  await engine.act((tx) =>
    cancelRun(tx, {
      organizationId: engine.organizationId,
      runId: child?.id ?? '',
      by: 'Ada',
      reason: 'a mistake',
    }),
  )
  expect(await engine.ended(runId)).toMatchObject({
    status: 'failed',
    error: { code: 'child_cancelled', message: 'Cancelled by Ada: a mistake', stepId: 'call' },
  })
})

test('a workflow that calls itself ends at the depth bound', async () => {
  const { slug, workflowId } = await publish(graph('a'))
  await seedVersion(engine.organizationId, workflowId, calling(slug), 2)
  const runId = await engine.start(calling(slug))
  expect(await engine.ended(runId, 20_000)).toMatchObject({
    status: 'failed',
    error: { code: 'too_deep' },
  })
})
