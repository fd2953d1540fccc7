import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { engineDb } from '#db/client'
import { runs, tasks } from '#db/schema/runs'
import { workItems } from '#db/schema/work-items'
import { deleteRuns } from '#lib/engine/store/delete-runs'
import type { Definition } from '#lib/domain/workflow/definition'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { until } from '#test/harness/until'
import { useWorker } from '#test/harness/worker'
import { graph } from '#test/samples/graph'
import { signedIn, type Person } from '#test/samples/person'

const startRoute = endpointsAt('/api/v2/workflows/{id}/runs')
const claimRoute = endpointsAt('/api/v2/screens/{taskId}/claim')
const releaseRoute = endpointsAt('/api/v2/screens/{taskId}/release')
const completeRoute = endpointsAt('/api/v2/screens/{taskId}/complete')
const cancelRoute = endpointsAt('/api/v2/runs/{id}/cancel')

const api = useApi()
useWorker()
let ada: Person
beforeAll(async () => {
  ada = await signedIn(api.organization.id, 'worker', 'Ada')
})

type Item = typeof workItems.$inferSelect

/** The work items of a workflow that is started now, once there are so many. */
async function opened(definition: Definition, count: number): Promise<Item[]> {
  const { workflowId } = await seedWorkflow(api.organization.id, definition)
  const path = `/api/v2/workflows/${workflowId}/runs`
  const sent = { params: { id: workflowId }, body: { startData: {} } }
  const { status } = await api.send(startRoute.POST, path, sent)
  if (status !== 202) throw new Error(`The run was not started: ${status}.`)
  return await until('the work items', async () => {
    const items = await engineDb()
      .select()
      .from(workItems)
      .where(eq(workItems.workflowId, workflowId))
    return items.length === count ? items : undefined
  })
}

async function send(route: typeof claimRoute, taskId: string, act: string, body: object = {}) {
  const headers = { 'content-type': 'application/json', ...ada.headers }
  const sent = { as: null, params: { taskId }, headers, body }
  const path = `/api/v2/screens/${taskId}/${act}`
  const { status } = await api.send(route.POST, path, sent)
  if (status !== 200) throw new Error(`The screen was not changed: ${status}.`)
}

async function itemOf(taskId: string): Promise<Item | undefined> {
  const [item] = await engineDb().select().from(workItems).where(eq(workItems.taskId, taskId))
  return item
}

const look = {
  ...graph('look', {
    look: { type: 'screen', config: { title: 'Look at it', groups: ['Billing'] } },
  }),
}

it('is made when a screen opens, follows its claim, and closes with its answer', async () => {
  const [item] = (await opened(look, 1)) as [Item]
  const { taskId } = item
  expect(item).toMatchObject({
    caseRunId: item.runId,
    stepId: 'look',
    title: 'Look at it',
    candidates: ['group:billing'],
    assigneeId: null,
    dueAt: null,
    closedAt: null,
  })
  await engineDb()
    .update(tasks)
    .set({ priority: 7, claimedBy: ada.actor.id, claimedByName: 'Ada', claimedAt: new Date(5) })
    .where(eq(tasks.id, taskId))
  const first = { firstAssignedAt: new Date(5), priority: 7 }
  expect(await itemOf(taskId)).toMatchObject({ ...first, assigneeId: ada.actor.id })
  // A sender and their note are those of one claim.
  await engineDb()
    .update(workItems)
    .set({ senderId: ada.actor.id, senderName: 'Ada', note: 'Please look.' })
    .where(eq(workItems.taskId, taskId))
  await engineDb()
    .update(tasks)
    .set({ claimedBy: null, claimedByName: null, claimedAt: null })
    .where(eq(tasks.id, taskId))
  const nobodys = { assigneeId: null, senderId: null, senderName: null, note: null }
  expect(await itemOf(taskId)).toMatchObject({ ...first, ...nobodys })
})

it('says who answered a screen and which were cancelled', async () => {
  const anyone = graph('look', { look: { type: 'screen', config: { title: 'Look' } } })
  const [done] = (await opened(anyone, 1)) as [Item]
  await send(claimRoute, done.taskId, 'claim')
  await send(releaseRoute, done.taskId, 'release')
  await send(completeRoute, done.taskId, 'complete', { output: {} })
  const completed = { outcome: 'completed', closedById: ada.actor.id, nextActionAt: null }
  expect(await itemOf(done.taskId)).toMatchObject(completed)

  const [dropped] = (await opened(anyone, 1)) as [Item]
  const path = `/api/v2/runs/${dropped.runId}/cancel`
  const sent = { params: { id: dropped.runId }, body: {} }
  expect((await api.send(cancelRoute.POST, path, sent)).status).toBe(200)
  const cancelled = { outcome: 'cancelled', closedById: null }
  expect(await itemOf(dropped.taskId)).toMatchObject(cancelled)
})

it('knows the run around a loop, and goes with its run', async () => {
  const loop = graph('each -each-> look', {
    each: { type: 'for-each', config: { items: [1, 2] } },
    look: { type: 'screen', config: { title: 'Look' } },
  })
  const items = await opened(loop, 2)
  const [around] = items.map(({ caseRunId }) => caseRunId) as [string]
  expect(new Set(items.map(({ caseRunId }) => caseRunId))).toEqual(new Set([around]))
  expect(items.map(({ runId }) => runId)).not.toContain(around)
  const runIds = [...new Set(items.map(({ runId }) => runId))]
  await engineDb().transaction(async (tx) => {
    const [row] = await tx.select().from(runs).where(eq(runs.id, around))
    await deleteRuns(tx, row?.organizationId ?? '', runIds)
  })
  expect(await itemOf(items[0]?.taskId ?? '')).toBeUndefined()
})
