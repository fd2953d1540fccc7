import { eq, inArray } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { runs, tasks } from '#db/schema/runs'
import { workItems } from '#db/schema/work-items'
import type { HomeView } from '#lib/contracts/service/home'
import type { RunStatus } from '#lib/domain/statuses'
import { startRun } from '#lib/engine/commands/start-run'
import { firstIdAt, newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { graph } from '#test/samples/graph'
import { signedIn } from '#test/samples/person'
import { seedWorkflow } from '#test/harness/seed-organization'

const homeRoute = endpointsAt('/api/v2/home')
const runsRoute = endpointsAt('/api/v2/runs')

const api = useApi()
const hourMs = 3_600_000
const definition = graph('look', { look: { type: 'screen', config: { title: 'Look' } } })

async function home(more: Parameters<typeof api.send>[2] = {}): Promise<HomeView> {
  const { status, body } = await api.send(homeRoute.GET, '/api/v2/home', more)
  expect(status).toBe(200)
  return body as unknown as HomeView
}

async function addRun(
  workflow: { workflowId: string; versionId: string },
  status: RunStatus,
  {
    hoursAgo = 1,
    seconds = 0,
    retries,
    ...values
  }: { hoursAgo?: number; seconds?: number; retries?: string } & Partial<
    typeof runs.$inferInsert
  > = {},
): Promise<string> {
  const createdAt = new Date(Date.now() - hoursAgo * hourMs)
  const id = firstIdAt(createdAt).slice(0, 14) + newId().slice(14)
  const finishedAt =
    status === 'running' || status === 'suspended'
      ? null
      : new Date(createdAt.getTime() + seconds * 1000)
  await inOrganization(api.organization.id, (tx) =>
    tx.insert(runs).values({
      id,
      organizationId: api.organization.id,
      ...workflow,
      status,
      trigger: 'api',
      startData: {},
      retriedFromRunId: retries ?? null,
      createdAt,
      finishedAt,
      ...values,
    }),
  )
  return id
}
async function addTask(runId: string, values: Partial<typeof tasks.$inferInsert>): Promise<void> {
  const key = newId()
  const row = {
    id: newId(),
    organizationId: api.organization.id,
    runId,
    key,
    stepId: 'look',
    stepType: 'screen',
    title: 'Look',
    effect: 'pure' as const,
    status: 'suspended' as const,
    ...values,
  }
  await inOrganization(api.organization.id, (tx) => tx.insert(tasks).values(row))
}

it('is empty for an empty organization', async () => {
  const view = await home({ organization: await organizationWithKeys() })
  expect(view).toMatchObject({
    screens: { open: 0, mine: 0, overdue: 0, top: [] },
    failing: [],
    duration: { runs: 0, medianSeconds: null, p95Seconds: null },
    queue: { pending: 0, oldestSeconds: null },
    books: {
      accepted: 0,
      completed: 0,
      failed: 0,
      cancelled: 0,
      active: 0,
      suspended: 0,
      balanced: true,
    },
  })
  expect(view.days).toHaveLength(14)
})

it('counts what exists, and the run totals balance', async () => {
  const one = await seedWorkflow(api.organization.id, definition, 'One')
  const two = await seedWorkflow(api.organization.id, definition, 'Two')
  const ada = await signedIn(api.organization.id, 'builder', 'Ada')
  for (const seconds of [1, 2, 3, 4, 100]) await addRun(one, 'completed', { seconds })
  await addRun(one, 'completed', { hoursAgo: 24 * 8, seconds: 5000 })
  await addRun(one, 'failed', { hoursAgo: 30 })
  const failed = [
    await addRun(two, 'failed', { hoursAgo: 3 }),
    await addRun(two, 'failed', { hoursAgo: 2 }),
  ]
  await addRun(one, 'failed', { hoursAgo: 4 })
  await addRun(one, 'cancelled')
  const waiting = await addRun(one, 'suspended')
  const active = await addRun(two, 'running', { hoursAgo: 24 * 20 })
  const screen = {
    reason: 'screen' as const,
    title: 'Review',
    instructions: '',
    show: [],
    schema: {},
    uiSchema: {},
    data: {},
  }
  for (const values of [
    { priority: 1 },
    { priority: 9 },
    { claimedBy: ada.actor.id, claimedByName: 'Ada', claimedAt: new Date() },
    { claimedBy: newId(), claimedByName: 'Bea', claimedAt: new Date() },
  ])
    await addTask(waiting, { state: screen, ...values })
  await addTask(active, { status: 'pending', createdAt: new Date(Date.now() - 90_000) })
  await addTask(active, { status: 'pending', dueAt: new Date(Date.now() + hourMs) })
  await addTask(active, { status: 'waiting-dependencies' })

  await inOrganization(api.organization.id, (tx) =>
    tx
      .update(workItems)
      .set({ dueAt: new Date(0) })
      .where(eq(workItems.priority, 1)),
  )
  const view = await home({ as: null, headers: ada.headers })
  expect(view.screens).toMatchObject({ open: 3, mine: 1, overdue: 1 })
  // In the order in which the next one is taken: one's own, what is overdue, the urgent.
  expect(
    view.screens.top.map(({ priority, title, claim }) => [priority, title, claim?.mine]),
  ).toEqual([
    [0, 'Review', true],
    [1, 'Review', undefined],
    [9, 'Review', undefined],
  ])
  expect(view.failing).toMatchObject([
    { workflow: { id: two.workflowId, name: 'Two' }, failed: 2, lastRunId: failed[1] },
    { workflow: { id: one.workflowId }, failed: 1 },
  ])
  // What was retried is no longer failing; its retry is while it fails.
  const again = await addRun(two, 'failed', { hoursAgo: 1, retries: failed[1] ?? '' })
  const retried = await addRun(two, 'failed', { hoursAgo: 1 })
  await addRun(two, 'completed', { hoursAgo: 0.5, seconds: 3, retries: retried })
  const { failing } = await home({ as: null, headers: ada.headers })
  expect(failing).toMatchObject([{ workflow: { name: 'Two' }, failed: 2, lastRunId: again }, {}])
  // The failure of a run that another one started is that one's; a test run of a draft is not work.
  const child = await addRun(one, 'failed', { parentRunId: again })
  const draft = await addRun(one, 'failed', { versionId: null })
  expect((await home({ as: null, headers: ada.headers })).failing).toEqual(failing)
  const listed = await api.send(runsRoute.GET, '/api/v2/runs?failing=true')
  expect((listed.body['items'] as { id: string }[]).map(({ id }) => id)).toHaveLength(4)
  await inOrganization(api.organization.id, (tx) =>
    tx.delete(runs).where(inArray(runs.id, [child, draft])),
  )
  expect(view.duration).toEqual({ runs: 5, medianSeconds: 3, p95Seconds: expect.closeTo(80.8, 1) })
  expect(view.queue).toMatchObject({ pending: 1, oldestSeconds: expect.closeTo(90, -1) })
  expect(view.books).toEqual({
    accepted: 13,
    completed: 6,
    failed: 4,
    cancelled: 1,
    active: 1,
    suspended: 1,
    balanced: true,
  })
  const sum = (view.days ?? []).reduce(
    (all, day) => all + day.completed + day.failed + day.cancelled + day.running + day.suspended,
    0,
  )
  expect(sum).toBe(12)
  const days = (view.days ?? []).map(({ day }) => day)
  expect(days).toEqual(days.toSorted())
})

it('counts tasks that have no row yet, because no worker has started their run', async () => {
  const before = (await home()).queue?.pending ?? Number.NaN
  const parallel = graph('a -> c\nb -> c')
  const version = {
    organizationId: api.organization.id,
    ...(await seedWorkflow(api.organization.id, parallel)),
    definition: parallel,
  }
  await inOrganization(api.organization.id, (tx) =>
    startRun(tx, {
      ...version,
      startData: {},
      trigger: 'api',
      startedBy: null,
      startedByUserId: null,
    }),
  )
  expect((await home()).queue?.pending ?? Number.NaN).toBe(before + 2)
})
