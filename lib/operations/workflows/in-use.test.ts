import { beforeEach, describe, expect, it } from 'vitest'
import type { Definition } from '#lib/domain/workflow/definition'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { graph } from '#test/samples/graph'
import { childWorkflow } from '../runs/child-workflow.ts'

const audit = endpointsAt('/api/v2/audit')
const lettersHook = endpointsAt('/api/v2/communication/connections/{slug}/webhook')
const connection = endpointsAt('/api/v2/connections/{id}')
const connections = endpointsAt('/api/v2/connections')
const hieHook = endpointsAt('/api/v2/hie/connections/{slug}/webhook')
const policy = endpointsAt('/api/v2/policies/{policyId}')
const policies = endpointsAt('/api/v2/policies')
const draft = endpointsAt('/api/v2/workflows/{id}/draft')
const publish = endpointsAt('/api/v2/workflows/{id}/publish')
const one = endpointsAt('/api/v2/workflows/{id}')
const version = endpointsAt('/api/v2/workflows/{id}/versions/{number}')
const all = endpointsAt('/api/v2/workflows')

// Things that workflows name are not deleted or renamed: 409 says which workflows, and what to do.
const api = useApi()
beforeEach(async () => void Object.assign(api.organization, await organizationWithKeys()))

type Handler = typeof one.GET
const send = (handler: Handler, params: Record<string, string>, body?: object, query = '') =>
  api.send(handler, `/x${query}`, { params, ...(body ? { body } : {}) })

async function published(name: string, definition: Definition): Promise<string> {
  const made = await api.send(all.POST, '/x', { body: { name, definition } })
  const id = String(made.body['id'])
  const answer = await send(publish.POST, { id }, { revision: 1 })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return id
}

async function saveDraft(id: string, definition: Definition): Promise<void> {
  const headers = { 'if-match': '"1"' }
  const body = { definition }
  await api.send(draft.PUT, '/x', { params: { id }, headers, body })
}

const warehouse = async (slug: string) => {
  const body = { kind: 'warehouse', slug, name: slug, provider: 'sandbox' }
  return String((await api.send(connections.POST, '/x', { body })).body['id'])
}
const after = { type: 'transform', config: { value: 1 } }
const uses = (type: string, config: Record<string, unknown>) =>
  graph('look -> after', { look: { type, title: 'Look', config }, after })
const search = (slug: string) => uses('warehouse-query', { connection: slug, query: 'select 1' })
type Read = { draft: Definition; published: { number: number } }
const read = async (id: string) => (await send(one.GET, { id })).body as Read
const configOf = async (id: string) => {
  const { draft: current, published: latest } = await read(id)
  const frozen = await send(version.GET, { id, number: String(latest.number) })
  const definition = frozen.body['definition'] as Definition
  return [current.steps[0]?.config, definition.steps[0]?.config]
}
const inUse = (id: string) => ({
  status: 409,
  body: {
    error: 'in_use',
    details: { usedBy: [{ id, published: true, steps: [{ id: 'look', title: 'Look' }] }] },
  },
})

describe('a connection', () => {
  it('in use is deleted only with a replacement or by its name', async () => {
    const id = await warehouse('old')
    await warehouse('new')
    const user = await published('User', search('old'))
    expect(await send(connection.DELETE, { id })).toMatchObject(inUse(user))
    const wrong = ['?confirm=other', '?replaceWith=old', '?replaceWith=missing']
    const statuses = []
    for (const query of wrong)
      statuses.push((await send(connection.DELETE, { id }, undefined, query)).status)
    expect(statuses).toEqual([400, 400, 404])
    expect((await send(connection.DELETE, { id }, undefined, '?replaceWith=new')).status).toBe(204)
    const now = { connection: 'new', query: 'select 1' }
    expect(await configOf(user)).toMatchObject([now, now])
    const entries = await api.send(audit.GET, `/x?objectId=${user}`)
    const first = (entries.body['items'] as object[])[0]
    const details = { replaced: 'old', by: 'new', version: 2 }
    expect(first).toMatchObject({ action: 'workflow.published', details })
  })

  it('in use is deleted when its name confirms it, and an unused one without', async () => {
    const id = await warehouse('old')
    const free = await warehouse('free')
    await published('User', search('old'))
    expect((await send(connection.DELETE, { id }, undefined, '?confirm=old')).status).toBe(204)
    expect((await send(connection.DELETE, { id: free })).status).toBe(204)
  })

  it('used only by a draft is also in use', async () => {
    const id = await warehouse('old')
    const user = await published('User', search('old'))
    await saveDraft(user, search('elsewhere'))
    const usedBy = [{ published: true, draft: false }]
    expect((await send(connection.DELETE, { id })).body).toMatchObject({ details: { usedBy } })
  })

  it('in use is renamed only together with its users', async () => {
    const id = await warehouse('old')
    const user = await published('User', search('old'))
    expect(await send(connection.PATCH, { id }, { slug: 'better' })).toMatchObject(inUse(user))
    const same = { slug: 'old', name: 'Same slug' }
    expect((await send(connection.PATCH, { id }, same)).status).toBe(200)
    const renamed = await send(connection.PATCH, { id }, { slug: 'better', replace: true })
    expect(renamed).toMatchObject({ status: 200, body: { slug: 'better' } })
    const now = { connection: 'better' }
    expect(await configOf(user)).toMatchObject([now, now])
  })
})

describe('a policy', () => {
  it('in use is deleted only with a replacement or by its id', async () => {
    for (const id of ['old', 'new'])
      await api.send(policies.POST, '/x', { body: { id, title: id, text: 'Text.' } })
    const user = await published('User', uses('policy-text', { policyId: 'old' }))
    const params = { policyId: 'old' }
    expect(await send(policy.DELETE, params)).toMatchObject(inUse(user))
    expect((await send(policy.DELETE, params, undefined, '?replaceWith=none')).status).toBe(404)
    expect((await send(policy.DELETE, params, undefined, '?replaceWith=new')).status).toBe(204)
    expect(await configOf(user)).toMatchObject([{ policyId: 'new' }, { policyId: 'new' }])
    const again = await send(policy.DELETE, { policyId: 'new' }, undefined, '?confirm=new')
    expect(again.status).toBe(204)
  })
})

describe('a workflow that others run', () => {
  const plain = uses('transform', { value: 1 })

  it('is renamed with them when that is wanted, and they find it in any case', async () => {
    const child = await published('Child', plain)
    const parent = await published('Parent', uses('sub-workflow', { workflow: 'child' }))
    expect((await send(one.PATCH, { id: child }, { slug: 'second' })).status).toBe(200)
    // Its former slug also counts as use.
    expect(await send(one.DELETE, { id: child })).toMatchObject(inUse(parent))
    expect((await send(one.PATCH, { id: child }, { slug: 'child' })).status).toBe(200)
    expect((await send(one.PATCH, { id: child }, { slug: 'kid', replace: true })).status).toBe(200)
    expect(await configOf(parent)).toMatchObject([{ workflow: 'kid' }, { workflow: 'kid' }])
    const found = await childWorkflow(api.organization.id, {
      runId: newId(),
      workflow: 'kid',
      version: undefined,
      startData: {},
      signal: new AbortController().signal,
    })
    expect(found.workflowId).toBe(child)
  })

  it('is deleted only with a replacement that is published, or by its slug', async () => {
    const child = await published('Child', plain)
    const parent = await published('Parent', uses('sub-workflow', { workflow: 'child' }))
    await api.send(all.POST, '/x', { body: { name: 'Draft only', definition: plain } })
    await published('Other', plain)
    const remove = (query: string) => send(one.DELETE, { id: child }, undefined, query)
    expect(await remove('')).toMatchObject(inUse(parent))
    expect((await remove('?replaceWith=draft-only')).status).toBe(409)
    expect((await remove('?replaceWith=other')).status).toBe(204)
    expect(await configOf(parent)).toMatchObject([{ workflow: 'other' }, { workflow: 'other' }])
    const other = { id: 'other' }
    expect((await send(one.DELETE, other, undefined, '?confirm=other')).status).toBe(204)
  })

  it('may be deleted when only it runs itself', async () => {
    const self = await published('Self', plain)
    const { draft: current } = await read(self)
    const definition = { ...current, ...uses('sub-workflow', { workflow: 'self' }) }
    await saveDraft(self, definition)
    expect((await send(one.DELETE, { id: self })).status).toBe(204)
  })
})

describe('a credential', () => {
  it('in an inbound webhook address is only for members who manage connections', async () => {
    for (const [kind, handler] of [
      ['letters', lettersHook.GET],
      ['hie', hieHook.GET],
    ] as const) {
      const body = { kind, slug: 'box', name: 'Box', provider: 'sandbox' }
      await api.send(connections.POST, '/x', { body })
      const ask = async (as: 'owner' | 'builder' | 'worker') =>
        (await api.send(handler, '/x', { params: { slug: 'box' }, as })).status
      const statuses = [await ask('owner'), await ask('builder'), await ask('worker')]
      expect([kind, ...statuses]).toEqual([kind, 200, 403, 403])
    }
  })

  it('in the link of a shared form is only for members who may edit workflows', async () => {
    const id = await published('Shared', uses('transform', { value: 1 }))
    const tokenOf = async (as: 'builder' | 'worker') =>
      (await api.send(one.GET, '/x', { params: { id }, as })).body['formToken']
    expect([await tokenOf('builder'), await tokenOf('worker')]).toEqual([expect.any(String), null])
  })

  it('users in other organizations are not searched', async () => {
    const id = await warehouse('old')
    const mine = { ...api.organization }
    Object.assign(api.organization, await organizationWithKeys())
    await warehouse('old')
    await published('Theirs', search('old'))
    Object.assign(api.organization, mine)
    expect((await send(connection.DELETE, { id })).status).toBe(204)
  })
})
