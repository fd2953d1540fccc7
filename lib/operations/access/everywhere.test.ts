import { beforeAll, describe, expect, it } from 'vitest'
import { authDb, inOrganization } from '#db/client'
import { accessRules } from '#db/schema/access'
import { connectionHistory } from '#db/schema/connections'
import { files } from '#db/schema/documents'
import { members } from '#db/schema/people'
import { modelCalls } from '#db/schema/models'
import { runs } from '#db/schema/runs'
import type { AccessRules } from '#lib/domain/access/rules'
import type { Problem } from '#lib/domain/workflow/problem'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { graph } from '#test/samples/graph'
import { signedIn, type Person } from '#test/samples/person'
import { childWorkflow } from '../runs/child-workflow.ts'

// Ways to a workflow that do not lead over its own address: what names it, what runs it, what hangs
// on its runs.
const api = useApi()
let bob: Person
let openId = ''
let closed: { workflowId: string; versionId: string }
let connectionId = ''
const runIds = { open: newId(), closed: newId(), child: newId() }

const plain = graph('one', { one: { type: 'transform', config: { value: 1 } } })
const running = (workflow: unknown) =>
  graph('call', { call: { type: 'sub-workflow', config: { workflow } } })
const querying = graph('ask', {
  ask: { type: 'warehouse-query', config: { connection: 'lake', query: 'select 1' } },
})

type Sent = { params?: Record<string, string>; body?: unknown; query?: string; etag?: string }
async function ask(
  path: string,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  who: Person | 'owner',
  { params = {}, body, query = '', etag }: Sent = {},
) {
  const address = Object.entries(params).reduce(
    (made, [name, value]) => made.replace(`{${name}}`, value),
    path,
  )
  const as = who === 'owner' ? { as: 'owner' as const } : { as: null }
  const headers = { ...(who === 'owner' ? {} : who.headers), ...(etag ? { 'if-match': etag } : {}) }
  const sent = { params, method, headers, ...as, ...(body === undefined ? {} : { body }) }
  return await api.send(endpointsAt(path)[method], `${address}${query}`, sent)
}

async function setRules(organizationId: string, workflowId: string, rules: AccessRules) {
  await inOrganization(organizationId, (tx) =>
    tx.insert(accessRules).values({ organizationId, objectId: workflowId, workflowId, rules }),
  )
}
const nobody: AccessRules = { run: [], edit: [], publish: [], seeRuns: [], screens: { '*': [] } }

async function seedRun(id: string, workflow: typeof closed, more: object = {}) {
  const { id: organizationId } = api.organization
  await inOrganization(organizationId, (tx) =>
    tx.insert(runs).values({
      id,
      organizationId,
      ...workflow,
      status: 'completed',
      trigger: 'manual',
      startData: {},
      finishedAt: new Date(),
      ...more,
    }),
  )
}

beforeAll(async () => {
  const { id: organizationId } = api.organization
  bob = await signedIn(organizationId, 'builder', 'Bob')
  const body = { kind: 'warehouse', slug: 'lake', name: 'Lake', provider: 'sandbox' }
  const made = await ask('/api/v2/connections', 'POST', 'owner', { body })
  connectionId = String(made.body['id'])
  const open = await seedWorkflow(organizationId, querying, 'Open')
  openId = open.workflowId
  closed = await seedWorkflow(organizationId, querying, 'Zebra')
  await setRules(organizationId, closed.workflowId, nobody)
  await seedRun(runIds.open, open)
  await seedRun(runIds.closed, closed)
  await seedRun(runIds.child, closed, {
    parentRunId: runIds.open,
    parentTaskId: newId(),
    childIndex: 0,
    retriedFromRunId: runIds.open,
  })
})

describe('what uses a connection', () => {
  it('is named as far as the reader sees it, and the others are counted', async () => {
    const params = { id: connectionId }
    const read = async (who: Person | 'owner') =>
      (await ask('/api/v2/connections/{id}', 'GET', who, { params })).body
    expect(await read(bob)).toMatchObject({ usedBy: [{ id: openId }], usedByOthers: 1 })
    expect((await read('owner'))['usedBy']).toHaveLength(2)
  })

  it('shows no run in its calls that the reader does not see', async () => {
    const call = { organizationId: api.organization.id, connectionId, at: new Date() }
    await inOrganization(api.organization.id, (tx) =>
      tx.insert(connectionHistory).values(
        [runIds.open, runIds.closed].map((runId) => ({
          ...call,
          id: newId(),
          operation: 'query',
          durationMs: 1,
          runId,
          taskId: newId(),
        })),
      ),
    )
    const params = { id: connectionId }
    const callers = async (who: Person | 'owner') => {
      const { body } = await ask('/api/v2/connections/{id}/calls', 'GET', who, { params })
      return (body['items'] as { by: { runId: string | null } }[]).map(({ by }) => by.runId)
    }
    expect(await callers(bob)).toEqual([null, runIds.open])
    expect(await callers('owner')).toEqual([runIds.closed, runIds.open])
  })
})

it('counts the calls of models of a run and those below it as far as the reader sees them', async () => {
  const call = {
    organizationId: api.organization.id,
    connectionId,
    day: '2026-01-01',
    endedAt: new Date(),
    model: 'm',
    prompt: 'extract/1',
    inputTokens: 100,
    outputTokens: 10,
    attempt: 1,
  }
  await inOrganization(api.organization.id, (tx) =>
    tx.insert(modelCalls).values(
      [runIds.open, runIds.child].map((runId, index) => ({
        ...call,
        id: newId(),
        runId,
        taskId: newId(),
        begunAt: new Date(index),
        micros: index === 0 ? 4500 : null,
      })),
    ),
  )
  const used = async (id: string, who: Person | 'owner') =>
    (await ask('/api/v2/runs/{id}/model-use', 'GET', who, { params: { id } })).body
  const own = { runId: runIds.open, dollars: 0.0045, inputTokens: 100, step: null }
  expect(await used(runIds.open, bob)).toMatchObject({
    calls: 1,
    tokens: 110,
    dollars: 0.0045,
    byCall: [own],
  })
  expect(await used(runIds.open, 'owner')).toMatchObject({
    calls: 2,
    tokens: 220,
    unpriced: 1,
    byCall: [{ runId: runIds.child, dollars: null }, own],
  })
  expect(await used(runIds.closed, 'owner')).toMatchObject({ calls: 0, byCall: [] })
})

describe('the runs around a run', () => {
  it('are shown as far as the reader sees them', async () => {
    const read = async (id: string, who: Person | 'owner') =>
      (await ask('/api/v2/runs/{id}', 'GET', who, { params: { id } })).body
    expect(await read(runIds.open, 'owner')).toMatchObject({ children: [{ id: runIds.child }] })
    expect(await read(runIds.open, bob)).toMatchObject({ children: [] })
    const around = { parent: { runId: runIds.open }, retriedFromRunId: runIds.open }
    expect(await read(runIds.child, 'owner')).toMatchObject(around)
  })
})

describe('a workflow that runs another one', () => {
  const problemsOf = async (workflow: string) => {
    const sent = { params: { id: openId }, body: { definition: running(workflow) } }
    const { body } = await ask('/api/v2/workflows/{id}/problems', 'POST', bob, sent)
    return (body['problems'] as Problem[]).map(({ message }) => message)
  }

  it('is not published by who may not start that one, and learns nothing of it', async () => {
    const hidden = await problemsOf(`w-${closed.workflowId}`)
    expect(hidden).toEqual([`There is no workflow "w-${closed.workflowId}". Choose another.`])
    const { workflowId } = await seedWorkflow(api.organization.id, plain, 'Seen only')
    await setRules(api.organization.id, workflowId, { run: [] })
    expect(await problemsOf(`w-${workflowId}`)).toEqual([
      'The access rules do not let you start "Seen only", so this one cannot run it.',
    ])
  })

  it('stays as it is published: others may go on changing it', async () => {
    const organizationId = api.organization.id
    const parent = await seedWorkflow(organizationId, running(`w-${closed.workflowId}`), 'Parent')
    const params = { id: parent.workflowId }
    const { body } = await ask('/api/v2/workflows/{id}', 'GET', bob, { params })
    expect(body['problems']).toEqual([])
  })

  it('runs one that rules give to somebody only when it names it', async () => {
    const organizationId = api.organization.id
    const slug = `w-${closed.workflowId}`
    const parentOf = async (named: unknown) => {
      const id = newId()
      await seedRun(id, await seedWorkflow(organizationId, running(named), 'Parent'))
      return id
    }
    const start = async (runId: string) =>
      await childWorkflow(organizationId, {
        runId,
        workflow: slug,
        version: undefined,
        startData: {},
        signal: AbortSignal.timeout(20_000),
      })
    expect(await start(await parentOf(slug))).toMatchObject({ workflowId: closed.workflowId })
    const computed = await parentOf({ $: 'start.workflow' })
    await expect(start(computed)).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('is not changed by the way, when what it names is renamed', async () => {
    const { id: organizationId } = api.organization
    const child = await seedWorkflow(organizationId, plain, 'Child')
    const slug = `w-${child.workflowId}`
    const parent = await seedWorkflow(organizationId, running(slug), 'Zebra parent')
    await setRules(organizationId, parent.workflowId, nobody)
    const params = { id: child.workflowId }
    const body = { slug: `new-${child.workflowId}`, replace: true }
    const refused = await ask('/api/v2/workflows/{id}', 'PATCH', bob, { params, body })
    expect(refused).toMatchObject({ status: 403, body: { details: { workflows: [] } } })
    const removed = await ask('/api/v2/workflows/{id}', 'DELETE', bob, { params })
    expect(removed).toMatchObject({
      status: 409,
      body: { error: 'in_use', details: { usedBy: [], usedByOthers: 1 } },
    })
    expect(JSON.stringify([refused.body, removed.body])).not.toContain('Zebra')
  })
})

describe('data that name a file', () => {
  it('are refused when the file is not the sender’s: a run would show it to them', async () => {
    const { id: organizationId } = api.organization
    const fileId = newId()
    const file = { fileName: 'a.txt', mimeType: 'text/plain', size: 1, sha256: 'a' }
    await inOrganization(organizationId, (tx) =>
      tx
        .insert(files)
        .values({ id: fileId, organizationId, ...file, storageKey: 'a', runId: runIds.closed }),
    )
    const worker = await signedIn(organizationId, 'worker', 'Wanda')
    const { workflowId: id } = await seedWorkflow(organizationId, plain, 'Startable')
    const start = async (who: Person | 'owner') =>
      (
        await ask('/api/v2/workflows/{id}/runs', 'POST', who, {
          params: { id },
          body: { startData: { note: `see ${fileId}` } },
        })
      ).status
    expect(await start(worker)).toBe(400)
    const read = await ask('/api/v2/files/{id}', 'GET', worker, { params: { id: fileId } })
    expect(read.status).toBe(404)
    expect(await start('owner')).toBe(202)
  })
})

describe('the link of something in another organization', () => {
  it('leads there only for who may open it there', async () => {
    const other = (await organizationWithKeys()).id
    const { id: userId, name, email } = bob.actor
    const member = { organizationId: other, userId, role: 'worker', name, email: email ?? '' }
    await authDb().insert(members).values(member)
    const shown = await seedWorkflow(other, plain)
    const hidden = await seedWorkflow(other, plain)
    await setRules(other, hidden.workflowId, nobody)
    const find = async (kind: string, id: string) => {
      const query = `?kind=${kind}&id=${id}`
      const { body } = await ask('/api/v2/profile/memberships', 'GET', bob, { query })
      return (body['items'] as { organizationId: string }[]).map((item) => item.organizationId)
    }
    expect(await find('workflow', shown.workflowId)).toEqual([other])
    expect(await find('form', `w-${shown.workflowId}`)).toEqual([other])
    expect(await find('workflow', hidden.workflowId)).toEqual([])
    expect(await find('form', `w-${hidden.workflowId}`)).toEqual([])
    expect(await find('run', runIds.closed)).toEqual([])
    expect(await find('run', runIds.open)).toEqual([api.organization.id])
  })
})
