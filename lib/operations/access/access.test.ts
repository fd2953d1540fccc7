import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { tasks } from '#db/schema/runs'
import type { Definition } from '#lib/domain/workflow/definition'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { until } from '#test/harness/until'
import { useWorker } from '#test/harness/worker'
import { graph } from '#test/samples/graph'
import { signedIn, type Person } from '#test/samples/person'

const api = useApi()
useWorker()

type Place = { slug: string; id: string }
let ada: Person
let bea: Person
let builder: Person
let workflow: Place
let secretRun = ''
let secretTask = ''

const definition = (config: Record<string, unknown> = {}): Definition =>
  ({
    ...graph('look', { look: { type: 'screen', config: { title: 'Look', ...config } } }),
    startData: { type: 'object', properties: { patient: { type: 'string' } } },
  }) as Definition

async function ask(
  path: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  who: Person | 'owner',
  sent: { params?: Record<string, string>; body?: unknown; query?: string } = {},
) {
  const { query = '', ...rest } = sent
  const address = Object.entries(sent.params ?? {}).reduce(
    (made, [name, value]) => made.replace(`{${name}}`, value),
    path,
  )
  const as = who === 'owner' ? { as: 'owner' as const } : { as: null, headers: who.headers }
  const handler = endpointsAt(path)[method]
  return await api.send(handler, `${address}${query}`, { ...rest, ...as, method })
}

const itemsOf = (answer: { body: Record<string, unknown> }) =>
  answer.body['items'] as Record<string, unknown>[]

async function startAt(id: string, patient: string) {
  const started = await ask('/api/v2/workflows/{id}/runs', 'POST', 'owner', {
    params: { id },
    body: { startData: { patient } },
  })
  expect(started.status).toBe(202)
  const runId = String(started.body['id'])
  const open = async () => {
    const [task] = await inOrganization(api.organization.id, (tx) =>
      tx.select({ id: tasks.id, status: tasks.status }).from(tasks).where(eq(tasks.runId, runId)),
    )
    return task?.status === 'suspended' ? task.id : undefined
  }
  const taskId = await until('the screen is open', open)
  return { runId, taskId }
}

beforeAll(async () => {
  ada = await signedIn(api.organization.id, 'worker', 'Ada')
  bea = await signedIn(api.organization.id, 'worker', 'Bea')
  builder = await signedIn(api.organization.id, 'builder', 'Bob')
  const made = await seedWorkflow(api.organization.id, definition(), 'Intake')
  const read = await ask('/api/v2/workflows/{id}', 'GET', 'owner', {
    params: { id: made.workflowId },
  })
  workflow = { id: made.workflowId, slug: String(read.body['slug']) }
  const started = await startAt(workflow.id, 'Zebra Quill')
  secretRun = started.runId
  secretTask = started.taskId
  const onlyAda = [{ person: ada.actor.id }]
  const rules = { run: onlyAda, seeRuns: onlyAda, edit: [], publish: [], screens: { '*': onlyAda } }
  const set = await ask('/api/v2/workflows/{id}/access', 'PUT', 'owner', {
    params: { id: workflow.id },
    body: { rules },
  })
  if (set.status !== 200) throw new Error(`the rules were refused: ${JSON.stringify(set.body)}`)
})

/** Every way to the workflow, its run and its screen, and what it answers. */
const ways = (): [string, 'GET' | 'POST' | 'PUT', Record<string, string>, unknown?][] => [
  ['/api/v2/workflows/{id}', 'GET', { id: workflow.id }],
  ['/api/v2/workflows/{id}', 'GET', { id: workflow.slug }],
  ['/api/v2/workflows/{id}/export', 'GET', { id: workflow.id }],
  ['/api/v2/workflows/{id}/versions', 'GET', { id: workflow.id }],
  ['/api/v2/workflows/{id}/runs', 'POST', { id: workflow.id }, { startData: {} }],
  ['/api/v2/workflows/{id}/runs', 'POST', { id: workflow.slug }, { startData: {} }],
  ['/api/v2/forms/{slug}', 'GET', { slug: workflow.slug }],
  ['/api/v2/forms/{slug}/submissions', 'POST', { slug: workflow.slug }, { data: {} }],
  ['/api/v2/runs/{id}', 'GET', { id: secretRun }],
  ['/api/v2/runs/{id}/events', 'GET', { id: secretRun }],
  ['/api/v2/screens/{taskId}', 'GET', { taskId: secretTask }],
  ['/api/v2/screens/{taskId}/claim', 'POST', { taskId: secretTask }, {}],
  ['/api/v2/screens/{taskId}/draft', 'PUT', { taskId: secretTask }, { data: {} }],
  ['/api/v2/screens/{taskId}/complete', 'POST', { taskId: secretTask }, { output: {} }],
]

describe('a workflow that rules give to one person', () => {
  it('is not there for another worker, by any way', async () => {
    for (const [path, method, params, body] of ways()) {
      const { status, body: answer } = await ask(path, method, bea, { params, body })
      expect([path, method, status]).toEqual([path, method, 404])
      expect(JSON.stringify(answer)).not.toContain('Zebra')
    }
  })

  it('is not in lists, searches and counts of another worker', async () => {
    const lists: [string, string?][] = [
      ['/api/v2/workflows'],
      ['/api/v2/workflows', '?search=Intake'],
      ['/api/v2/forms'],
      ['/api/v2/runs'],
      ['/api/v2/runs', '?q=Zebra'],
      ['/api/v2/runs', '?startData.patient=Zebra+Quill'],
      ['/api/v2/screens'],
    ]
    for (const [path, query = ''] of lists) {
      const answer = await ask(path, 'GET', bea, { query })
      expect([path, query, answer.status, itemsOf(answer)]).toEqual([path, query, 200, []])
    }
    const home = await ask('/api/v2/home', 'GET', bea)
    expect(home.body).toMatchObject({
      screens: { open: 0, mine: 0, top: [] },
      failing: [],
      days: null,
      books: null,
    })
  })

  it('is there for the person who is named, and no more than their role', async () => {
    expect((await ask('/api/v2/runs/{id}', 'GET', ada, { params: { id: secretRun } })).status).toBe(
      200,
    )
    expect(itemsOf(await ask('/api/v2/runs', 'GET', ada, { query: '?q=Zebra' }))).toHaveLength(1)
    expect(itemsOf(await ask('/api/v2/screens', 'GET', ada))).toHaveLength(1)
    expect(itemsOf(await ask('/api/v2/workflows', 'GET', ada))).toHaveLength(1)
    const params = { id: workflow.id }
    const pause = await ask('/api/v2/workflows/{id}/pause', 'POST', ada, { params })
    expect(pause.status).toBe(403)
  })

  it('is closed to a builder too, and open to the owner', async () => {
    const params = { id: workflow.id }
    expect((await ask('/api/v2/workflows/{id}', 'GET', builder, { params })).status).toBe(404)
    expect(itemsOf(await ask('/api/v2/runs', 'GET', builder))).toEqual([])
    expect(itemsOf(await ask('/api/v2/runs', 'GET', 'owner'))).toHaveLength(1)
  })

  it('is explained', async () => {
    const why = async (person: Person, verb: string) =>
      await ask('/api/v2/access/explanation', 'GET', 'owner', {
        query: `?person=${person.actor.id}&act=${verb}&workflow=${workflow.id}`,
      })
    expect((await why(ada, 'run')).body).toMatchObject({
      ok: true,
      by: { person: ada.actor.id },
      from: { kind: 'workflow' },
      sentence: 'Ada may start runs of “Intake”.',
      reasons: ['The rule of the workflow “Intake” names them.'],
    })
    expect((await why(bea, 'run')).body).toMatchObject({ ok: false, by: 'none' })
  })

  it('is found again from the next request on when the rule goes', async () => {
    const params = { id: workflow.id }
    const before = await ask('/api/v2/workflows/{id}/access', 'GET', 'owner', { params })
    await ask('/api/v2/workflows/{id}/access', 'PUT', 'owner', { params, body: { rules: {} } })
    expect((await ask('/api/v2/workflows/{id}', 'GET', bea, { params })).status).toBe(200)
    const body = { rules: before.body['rules'] }
    await ask('/api/v2/workflows/{id}/access', 'PUT', 'owner', { params, body })
    expect((await ask('/api/v2/workflows/{id}', 'GET', bea, { params })).status).toBe(404)
  })
})

describe('what is theirs', () => {
  it('a worker sees the runs of screens that they may do or did, and no others', async () => {
    const open = await seedWorkflow(api.organization.id, definition(), 'Open')
    const { runId, taskId } = await startAt(open.workflowId, 'Heron')
    const read = async (person: Person) =>
      (await ask('/api/v2/runs/{id}', 'GET', person, { params: { id: runId } })).status
    expect([await read(ada), await read(bea)]).toEqual([200, 200])
    const sent = { params: { taskId }, body: { output: {} } }
    expect((await ask('/api/v2/screens/{taskId}/complete', 'POST', bea, sent)).status).toBe(200)
    expect([await read(ada), await read(bea)]).toEqual([404, 200])
    expect(itemsOf(await ask('/api/v2/runs', 'GET', ada, { query: '?q=Heron' }))).toEqual([])
  })

  it('a screen is for the people that its step chose', async () => {
    const chosen = definition({ assignees: [{ $: 'start.patient' }] })
    const { workflowId } = await seedWorkflow(api.organization.id, chosen, 'Chosen')
    const { taskId } = await startAt(workflowId, ada.actor.email ?? '')
    const claim = async (person: Person) =>
      (
        await ask('/api/v2/screens/{taskId}/claim', 'POST', person, {
          params: { taskId },
          body: {},
        })
      ).status
    expect([await claim(bea), await claim(ada)]).toEqual([404, 200])
  })

  it('a viewer sees nothing until a rule names them', async () => {
    const vera = await signedIn(api.organization.id, 'viewer', 'Vera')
    const see = async () => [
      itemsOf(await ask('/api/v2/workflows', 'GET', vera)).length,
      itemsOf(await ask('/api/v2/runs', 'GET', vera)).length,
    ]
    expect(await see()).toEqual([0, 0])
    const { workflowId } = await seedWorkflow(api.organization.id, definition(), 'Viewed')
    await startAt(workflowId, 'Ibis')
    await ask('/api/v2/workflows/{id}/access', 'PUT', 'owner', {
      params: { id: workflowId },
      body: { rules: { seeRuns: [{ person: vera.actor.id }] } },
    })
    expect(await see()).toEqual([1, 1])
  })
})

describe('roles of the organization', () => {
  const role = { slug: 'triage', name: 'Triage', permissions: ['runs:read', 'workflows:read'] }

  it('are made of permissions, given, changed for everybody at once, and kept while used', async () => {
    expect((await ask('/api/v2/roles', 'POST', 'owner', { body: role })).status).toBe(201)
    expect((await ask('/api/v2/roles', 'POST', 'owner', { body: role })).status).toBe(409)
    const tom = await signedIn(api.organization.id, 'triage', 'Tom')
    expect((await ask('/api/v2/runs', 'GET', tom)).status).toBe(200)
    expect((await ask('/api/v2/screens', 'GET', tom)).status).toBe(403)
    const { slug, ...rest } = role
    const body = { ...rest, permissions: ['screens:work'] }
    await ask('/api/v2/roles/{slug}', 'PUT', 'owner', { params: { slug }, body })
    expect((await ask('/api/v2/runs', 'GET', tom)).status).toBe(403)
    expect((await ask('/api/v2/screens', 'GET', tom)).status).toBe(200)
    const removed = await ask('/api/v2/roles/{slug}', 'DELETE', 'owner', { params: { slug } })
    expect(removed).toMatchObject({ status: 409, body: { error: 'in_use' } })
  })

  it('say what a rule cannot give to them and to their people', async () => {
    await ask('/api/v2/roles', 'POST', 'owner', {
      body: { slug: 'looker', name: 'Looker', permissions: ['runs:read'] },
    })
    const lou = await signedIn(api.organization.id, 'looker', 'Lou')
    const found = async (search: string) =>
      itemsOf(await ask('/api/v2/access/subjects', 'GET', 'owner', { query: `?search=${search}` }))
    const mayNot = ['run', 'edit', 'publish', 'approve', 'create', 'screens']
    expect(await found('look')).toEqual([
      expect.objectContaining({ kind: 'role', id: 'looker', mayNot: expect.any(Array) }),
    ])
    for (const { mayNot: said } of [...(await found('Looker')), ...(await found('Lou'))])
      expect((said as string[]).toSorted()).toEqual(mayNot.toSorted())
    expect(await found('Lou')).toEqual([
      expect.objectContaining({ kind: 'person', id: lou.actor.id }),
    ])
    expect(await found('worker&kind=role')).toMatchObject([
      { mayNot: ['edit', 'publish', 'create'] },
    ])
    expect(await found('owner&kind=role')).toMatchObject([{ id: 'owner', mayNot: [] }])
  })

  it('have only permissions that there are, and belong to their organization', async () => {
    const wrong = { ...role, slug: 'wrong', name: 'Wrong', permissions: ['fly'] }
    expect((await ask('/api/v2/roles', 'POST', 'owner', { body: wrong })).status).toBe(400)
    const other = await organizationWithKeys()
    const listed = await api.send(endpointsAt('/api/v2/roles').GET, '/api/v2/roles', {
      organization: other,
    })
    expect(itemsOf(listed).map(({ slug }) => slug)).not.toContain('triage')
  })
})
