import { beforeAll, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { accessRules } from '#db/schema/access'
import type { WorkflowExport } from '#lib/contracts/workflows/workflows'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { graph } from '#test/samples/graph'

const api = useApi()
const workflows = endpointsAt('/api/v2/workflows')
const workflow = endpointsAt('/api/v2/workflows/{id}')
const tags = endpointsAt('/api/v2/workflow-tags')
const search = endpointsAt('/api/v2/workflow-search')

type As = 'owner' | 'builder' | 'worker'
const definition = graph('look', { look: { type: 'screen', config: { title: 'Look' } } })
let intake = ''
let billing = ''

const setTags = async (id: string, body: { tags: string[] }, as: As = 'builder') =>
  await api.send(workflow.PATCH, '/x', { params: { id }, body, as })
const namesOf = async (path: string, endpoint: typeof workflows.GET) => {
  const { body } = await api.send(endpoint, path)
  return (body['items'] as { name: string }[]).map(({ name }) => name)
}

beforeAll(async () => {
  const { id } = api.organization
  intake = (await seedWorkflow(id, definition, 'Intake')).workflowId
  billing = (await seedWorkflow(id, definition, 'Billing')).workflowId
  await setTags(intake, { tags: ['Fax', ' fax', 'Front desk'] })
  await setTags(billing, { tags: ['money', 'front desk'] })
})

it('sets tags in small letters, each once, and refuses what is no tag', async () => {
  const { body } = await api.send(workflow.GET, '/x', { params: { id: intake } })
  expect(body).toMatchObject({ tags: ['fax', 'front desk'], draftRevision: 1 })
  for (const wrong of [['a,b'], [''], ['a\nb'], ['x'.repeat(41)], Array(21).fill('a') as string[]])
    expect((await setTags(intake, { tags: wrong })).status).toBe(400)
  expect((await setTags(intake, { tags: [] }, 'worker')).status).toBe(403)
})

it('narrows the list and the search, in upper or lower case', async () => {
  expect(await namesOf('/api/v2/workflows?tag=FAX', workflows.GET)).toEqual(['Intake'])
  expect(await namesOf('/api/v2/workflows?tag=front%20desk', workflows.GET)).toEqual([
    'Billing',
    'Intake',
  ])
  expect(await namesOf('/api/v2/workflows?tag=fa', workflows.GET)).toEqual([])
  const found = '/api/v2/workflow-search?stepType=screen&tag=money'
  expect(await namesOf(found, search.GET)).toEqual(['Billing'])
  expect((await api.send(search.GET, '/api/v2/workflow-search?tag=money')).status).toBe(400)
})

it('goes with an export, an import and a copy', async () => {
  const exported = endpointsAt('/api/v2/workflows/{id}/export')
  const copies = endpointsAt('/api/v2/workflows/{id}/duplicate')
  const imports = endpointsAt('/api/v2/workflows/import')
  const params = { id: billing }
  const organization = await organizationWithKeys()
  const file = (await api.send(exported.GET, '/x', { params })).body as unknown as WorkflowExport
  expect(file.tags).toEqual(['front desk', 'money'])
  const imported = await api.send(imports.POST, '/x', { body: file, organization })
  expect(imported.body['tags']).toEqual(['front desk', 'money'])
  const { tags: _tags, ...older } = file
  expect((await api.send(imports.POST, '/x', { body: older, organization })).body['tags']).toEqual(
    [],
  )
  const copy = await api.send(copies.POST, '/x', { params, body: {} })
  expect(copy.body['tags']).toEqual(['front desk', 'money'])
})

it('lists the tags of the workflows that the caller sees', async () => {
  const organization = await organizationWithKeys()
  const one = (await seedWorkflow(organization.id, definition, 'Open')).workflowId
  const closed = (await seedWorkflow(organization.id, definition, 'Closed')).workflowId
  const set = async (id: string, names: string[]) =>
    await api.send(workflow.PATCH, '/x', {
      params: { id },
      body: { tags: names },
      as: 'owner',
      organization,
    })
  await set(one, ['a'])
  await set(closed, ['a', 'b'])
  await inOrganization(organization.id, async (tx) => {
    const owners = [{ role: 'owner' }]
    const rules = { run: owners, edit: owners, publish: owners, seeRuns: owners }
    const screens = { '*': owners }
    await tx.insert(accessRules).values({
      organizationId: organization.id,
      objectId: closed,
      workflowId: closed,
      rules: { ...rules, screens },
    })
  })
  const tagsOf = async (as: As) =>
    (await api.send(tags.GET, '/api/v2/workflow-tags', { as, organization })).body['items']
  expect(await tagsOf('owner')).toEqual([
    { tag: 'a', workflows: 2 },
    { tag: 'b', workflows: 1 },
  ])
  expect(await tagsOf('worker')).toEqual([{ tag: 'a', workflows: 1 }])
})
