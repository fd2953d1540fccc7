import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { firstTasks, runs, tasks } from '#db/schema/runs'
import { getTaskOrThrow } from '#lib/operations/tasks/find-task'
import { getRunPageOrThrow } from '#lib/operations/runs/run-page'
import { newId } from '#lib/ids'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { seedOrganization, seedWorkflow } from '#test/harness/seed-organization'
import { ask, echo } from '#test/samples/steps'
import { cancelRun } from '../commands/cancel-run.ts'
import { cancelTask } from '../commands/cancel-task.ts'
import { answerScreen } from '../commands/answer-screen.ts'
import { startRun } from '../commands/start-run.ts'
import { deterministicTaskId } from '../model/task-id.ts'

const engine = useEngine([echo, ask], { workers: 0 })
const definition = graph('a -> b -> c\nd')
const notYet = ['a', 'd', 'b', 'c']

const rowsOf = async (runId: string) =>
  await engineDb().select().from(tasks).where(eq(tasks.runId, runId)).orderBy(tasks.id)
const idOf = (runId: string, key: string): string =>
  deterministicTaskId(runId, key, notYet.indexOf(key))

/** A run of a published version that no worker has started. */
const begin = async (): Promise<string> => await engine.start(definition)

test(
  'until its first commit a run has no task rows, and its tasks are shown ' +
    'with the ids that they will have',
  async () => {
    const runId = await begin()
    expect(await rowsOf(runId)).toEqual([])
    const page = await engine.act((tx) => getRunPageOrThrow(tx, runId))
    const before = page.tasks.map(({ id, key, status, attempt, createdAt }) => ({
      id,
      key,
      status,
      attempt,
      createdAt,
    }))
    const as = (status: string) => ({ status, attempt: 0, createdAt: page.createdAt })
    expect(before).toEqual(
      notYet.map((key) => ({
        id: idOf(runId, key),
        key,
        ...as(key === 'a' || key === 'd' ? 'pending' : 'waiting-dependencies'),
      })),
    )
    expect(await engine.act((tx) => getTaskOrThrow(tx, idOf(runId, 'c')))).toMatchObject({
      runId,
      stepId: 'c',
      status: 'waiting-dependencies',
    })

    await engine.startWorker()
    await engine.ended(runId)
    await engine.stopWorkers()
    const after = (await rowsOf(runId)).map(({ id, key, status, attempt, createdAt }) => ({
      id,
      key,
      status,
      attempt,
      createdAt: createdAt.toISOString(),
    }))
    expect(after).toEqual(before.map((task) => ({ ...task, status: 'completed', attempt: 1 })))
    expect(await engine.run(runId)).toMatchObject({ unwritten: false })
  },
)

test('the ids of SQL and of the worker are the same', async () => {
  const cases = Array.from({ length: 20 }, (_, index) => ({
    run: newId(),
    key: index % 2 === 0 ? `step_${index}` : 'Überprüfung ✓',
    place: index ** 5,
  }))
  for (const { run, key, place } of cases)
    expect(
      (
        await engineDb().execute<{ id: string }>(
          `select born_task_id('${run}', '${key}', ${place}) as id`,
        )
      ).rows,
    ).toEqual([{ id: deterministicTaskId(run, key, place) }])
})

test(
  'a task without a row can be cancelled: all rows are written, and the steps ' +
    'that can follow only it are cancelled',
  async () => {
    const runId = await begin()
    const cancelled = await engine.act((tx) =>
      cancelTask(tx, {
        organizationId: engine.organizationId,
        taskId: idOf(runId, 'b'),
        by: 'Ada',
      }),
    )
    expect(cancelled.halted).toEqual([idOf(runId, 'c')])
    expect(await engine.statuses(runId)).toEqual({
      a: 'pending',
      b: 'cancelled',
      c: 'cancelled',
      d: 'pending',
    })
    expect(await rowsOf(runId)).toHaveLength(4)
    await engine.startWorker()
    await engine.ended(runId)
    await engine.stopWorkers()
    expect(await engine.statuses(runId)).toEqual({
      a: 'completed',
      b: 'cancelled',
      c: 'cancelled',
      d: 'completed',
    })
  },
)

test('a run without rows can be cancelled; its tasks are answered and stored', async () => {
  const runId = await begin()
  const { cancelled } = await engine.act((tx) =>
    cancelRun(tx, { organizationId: engine.organizationId, runId, by: 'Ada' }),
  )
  expect(cancelled.toSorted()).toEqual(notYet.map((key) => idOf(runId, key)).toSorted())
  expect((await rowsOf(runId)).map(({ status }) => status)).toEqual([
    'cancelled',
    'cancelled',
    'cancelled',
    'cancelled',
  ])
})

test('a task without a row is no screen; one of another organization or no run is not found', async () => {
  const runId = await begin()
  const answer = {
    organizationId: engine.organizationId,
    taskId: idOf(runId, 'a'),
    output: {},
    by: 'Ada',
  }
  await expect(engine.act((tx) => answerScreen(tx, answer))).rejects.toMatchObject({
    code: 'conflict',
  })
  const other = (await seedOrganization()).organizationId
  await expect(
    inOrganization(other, (tx) => answerScreen(tx, { ...answer, organizationId: other })),
  ).rejects.toMatchObject({ code: 'not_found' })
  await expect(
    engine.act((tx) => getTaskOrThrow(tx, deterministicTaskId(runId, 'nothing', 9))),
  ).rejects.toMatchObject({ code: 'not_found' })
})

test('a run that suspends has the rows of all its tasks', async () => {
  const runId = await engine.start(graph('ask -> after', { ask: { type: 'ask' } }))
  await engine.startWorker()
  await engine.suspended(runId)
  await engine.stopWorkers()
  expect((await rowsOf(runId)).map(({ key, status }) => [key, status])).toEqual([
    ['ask', 'suspended'],
    ['after', 'waiting-dependencies'],
  ])
})

test('a version’s tasks are written by its first start, and again after a rollback', async () => {
  const { workflowId, versionId } = await seedWorkflow(engine.organizationId, definition)
  const start = {
    organizationId: engine.organizationId,
    workflowId,
    versionId,
    definition,
    startData: {},
    trigger: 'api' as const,
    startedBy: null,
    startedByUserId: null,
  }
  const stored = async () =>
    await engineDb().select().from(firstTasks).where(eq(firstTasks.versionId, versionId))
  await expect(
    engine.act(async (tx) => {
      await startRun(tx, start)
      throw new Error('taken back')
    }),
  ).rejects.toThrow('taken back')
  expect(await stored()).toEqual([])
  const ids = (
    await Promise.all(Array.from({ length: 5 }, () => engine.act((tx) => startRun(tx, start))))
  ).map(({ runId }) => runId)
  expect(await stored()).toHaveLength(4)
  const started = await engineDb()
    .select({ unwritten: runs.unwritten })
    .from(runs)
    .where(inArray(runs.id, ids))
  expect(started).toEqual(ids.map(() => ({ unwritten: true })))
})

test('a test run of a draft starts with rows', async () => {
  const { workflowId } = await seedWorkflow(engine.organizationId, definition)
  const runId = await engine.startVersion(workflowId, null, definition)
  expect((await rowsOf(runId)).map(({ key, status }) => [key, status])).toEqual([
    ['a', 'pending'],
    ['d', 'pending'],
    ['b', 'waiting-dependencies'],
    ['c', 'waiting-dependencies'],
  ])
})
