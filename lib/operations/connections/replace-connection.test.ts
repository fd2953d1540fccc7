import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { accessRules } from '#db/schema/access'
import { workflows } from '#db/schema/workflows'
import type {
  Replaced,
  ReplacementChange,
} from '#lib/contracts/integrations/connection-replacement'
import type { Definition } from '#lib/domain/workflow/definition'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { graph } from '#test/samples/graph'

const api = useApi()
beforeEach(async () => void Object.assign(api.organization, await organizationWithKeys()))

const replacement = endpointsAt('/api/v2/connections/{id}/replacement')
const connections = endpointsAt('/api/v2/connections')
const workflow = endpointsAt('/api/v2/workflows/{id}')
const audit = endpointsAt('/api/v2/audit')

const warehouse = async (slug: string, kind = 'warehouse') => {
  const body = { kind, slug, name: slug, provider: 'sandbox' }
  return String((await api.send(connections.POST, '/x', { body })).body['id'])
}
const uses = (slug: string): Definition =>
  graph('look -> after', {
    look: {
      type: 'warehouse-query',
      title: 'Look',
      config: { connection: slug, query: 'select 1' },
    },
    after: { type: 'transform', config: { value: 1 } },
  })
/** A published workflow whose draft and version name the connection. */
const naming = async (slug: string, name: string) =>
  (await seedWorkflow(api.organization.id, uses(slug), name)).workflowId

const preview = async (id: string) => {
  const { status, body } = await api.send(replacement.GET, '/x', { params: { id } })
  return { status, workflows: body['workflows'] as ReplacementChange[], others: body['others'] }
}
type Wanted = { id: string; draftRevision: number }[]
const replace = async (
  id: string,
  replaceWith: string,
  wanted: Wanted,
  as: 'owner' | 'builder' | 'worker' = 'owner',
) => {
  const body = { replaceWith, workflows: wanted }
  const answer = await api.send(replacement.POST, '/x', { params: { id }, body, as })
  return { status: answer.status, ...(answer.body as unknown as Replaced) }
}
const slugsOf = async (id: string) => {
  const { body } = await api.send(workflow.GET, '/x', { params: { id } })
  const { steps } = body['draft'] as Definition
  return steps.flatMap(({ config }) =>
    config['connection'] === undefined ? [] : [config['connection']],
  )
}

describe('another connection in the place of one', () => {
  it('is named by HTTP requests too, and those without one stay as they are', async () => {
    const old = await warehouse('old', 'web')
    await warehouse('new', 'web')
    const definition = graph('signed -> open', {
      signed: { type: 'http-request', config: { connection: 'old', url: '/patients' } },
      open: { type: 'http-request', config: { url: 'https://example.com/old' } },
    })
    const { workflowId } = await seedWorkflow(api.organization.id, definition, 'Asks')
    expect((await preview(old)).workflows).toMatchObject([
      { id: workflowId, steps: [{ id: 'signed' }] },
    ])
    await replace(old, 'new', [{ id: workflowId, draftRevision: 1 }])
    expect(await slugsOf(workflowId)).toEqual(['new'])
  })

  it('shows what would change, changes the drafts and publishes nothing', async () => {
    const old = await warehouse('old')
    await warehouse('new')
    const one = await naming('old', 'A')
    const two = await naming('old', 'B')
    const unconcerned = await naming('new', 'C')
    expect(await preview(old)).toMatchObject({
      status: 200,
      others: 0,
      workflows: [
        { id: one, name: 'A', draftRevision: 1, published: true, steps: [{ id: 'look' }] },
        { id: two, name: 'B' },
      ],
    })
    const done = await replace(old, 'new', [{ id: one, draftRevision: 1 }])
    expect(done).toMatchObject({
      status: 200,
      changed: [{ id: one, name: 'A', draftRevision: 2 }],
      notChanged: [],
    })
    expect(await slugsOf(one)).toEqual(['new'])
    expect([await slugsOf(two), await slugsOf(unconcerned)]).toEqual([['old'], ['new']])
    // Its published version names it until the draft is published.
    expect((await preview(old)).workflows).toMatchObject([
      { id: one, steps: [], published: true },
      { id: two, steps: [{ id: 'look' }] },
    ])
    const { body } = await api.send(audit.GET, '/x')
    const entries = body['items'] as { action: string; object: { id: string } }[]
    expect(entries.filter(({ object }) => object.id === one)).toMatchObject([
      { action: 'workflow.draft_saved', details: { replaced: 'old', by: 'new', revision: 2 } },
    ])
  })

  it('leaves a draft that was changed meanwhile, and says so; the others are changed', async () => {
    const old = await warehouse('old')
    await warehouse('new')
    const changed = await naming('old', 'A')
    const fine = await naming('old', 'B')
    await inOrganization(api.organization.id, async (tx) => {
      const newer = { draftRevision: 5, draftUpdatedBy: 'Bo' }
      await tx.update(workflows).set(newer).where(eq(workflows.id, changed))
    })
    const gone = '0199d3a0-7c2e-7b1a-9a53-1f6a52f4d999'
    const wanted = [changed, gone, fine].map((id) => ({ id, draftRevision: 1 }))
    const done = await replace(old, 'new', wanted)
    expect(done.changed.map(({ id }) => id)).toEqual([fine])
    expect(done.notChanged).toMatchObject([
      { id: changed, name: 'A', error: 'version_conflict' },
      { id: gone, name: null, error: 'not_found' },
    ])
    expect(done.notChanged[0]?.message).toContain('by Bo')
    expect(await slugsOf(changed)).toEqual(['old'])
    const again = await replace(old, 'new', [{ id: fine, draftRevision: 2 }])
    expect(again.notChanged).toMatchObject([{ id: fine, error: 'conflict' }])
  })

  it('changes only what the access rules allow', async () => {
    const old = await warehouse('old')
    await warehouse('new')
    const closed = await naming('old', 'A')
    const { id: organizationId } = api.organization
    await inOrganization(organizationId, async (tx) => {
      const rules = { edit: [{ role: 'owner' }] }
      await tx
        .insert(accessRules)
        .values({ organizationId, objectId: closed, workflowId: closed, rules })
    })
    const wanted = [{ id: closed, draftRevision: 1 }]
    const refused = await replace(old, 'new', wanted, 'builder')
    expect(refused).toMatchObject({ changed: [], notChanged: [{ error: 'forbidden' }] })
    expect(await slugsOf(closed)).toEqual(['old'])
    expect((await replace(old, 'new', wanted, 'worker')).status).toBe(403)
  })

  it('takes another connection of the same kind only', async () => {
    const old = await warehouse('old')
    await warehouse('mail', 'letters')
    const id = await naming('old', 'A')
    const wanted = [{ id, draftRevision: 1 }]
    expect((await replace(old, 'old', wanted)).status).toBe(400)
    expect((await replace(old, 'mail', wanted)).status).toBe(404)
    expect((await replace(old, 'none', wanted)).status).toBe(404)
    expect((await replace(old, 'none', [])).status).toBe(400)
    expect(await slugsOf(id)).toEqual(['old'])
  })
})
