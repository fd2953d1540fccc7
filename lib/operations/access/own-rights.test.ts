import { beforeAll, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { accessRules, roles } from '#db/schema/access'
import type { AccessRules } from '#lib/domain/access/rules'
import { workflowActs, type MayNot, type WorkflowAct } from '#lib/domain/access/own-rights'
import type { Definition } from '#lib/domain/workflow/definition'
import { useApi } from '#test/harness/api'
import { askAs, itemsOf } from '#test/harness/ask-as'
import { seedWorkflow } from '#test/harness/seed-organization'
import { graph } from '#test/samples/graph'
import { signedIn, type Person } from '#test/samples/person'

// What pages offer is what the operations allow: a button never leads to a refusal.
const api = useApi()
const ask = askAs(api)
const definition = {
  ...graph('shape', { shape: { type: 'transform', config: { value: 1 } } }),
  startData: { type: 'object', properties: { age: { type: 'number' } }, required: ['age'] },
} as Definition
const refused = { startData: { age: 'no number' } }

/** A call of each act that changes nothing where it is allowed, besides the last. */
const calls: Record<WorkflowAct, [endpoint: string, body?: object]> = {
  edit: ['PATCH /api/v2/workflows/{id}', { description: '' }],
  publish: ['POST /api/v2/workflows/{id}/publish', { revision: 999 }],
  run: ['POST /api/v2/workflows/{id}/runs', refused],
  pause: ['POST /api/v2/workflows/{id}/pause'],
  cancelRuns: ['POST /api/v2/workflows/{id}/cancel-runs', {}],
  schedule: [
    'POST /api/v2/workflows/{id}/schedules',
    { name: 'Daily', cron: '0 7 * * *', timeZone: 'UTC', ...refused },
  ],
  duplicate: ['POST /api/v2/workflows/{id}/duplicate', {}],
  delete: ['DELETE /api/v2/workflows/{id}'],
}

const people: Record<string, Person> = {}

async function make(rules: AccessRules | undefined): Promise<string> {
  const { id: organizationId } = api.organization
  const { workflowId } = await seedWorkflow(organizationId, definition, 'Referral')
  if (rules)
    await inOrganization(organizationId, (tx) =>
      tx.insert(accessRules).values({ organizationId, objectId: workflowId, workflowId, rules }),
    )
  return workflowId
}

beforeAll(async () => {
  const { id: organizationId } = api.organization
  await inOrganization(organizationId, (tx) =>
    tx.insert(roles).values({
      organizationId,
      slug: 'releaser',
      name: 'Releaser',
      permissions: ['workflows:read', 'workflows:publish', 'runs:read', 'runs:control'],
    }),
  )
  for (const role of ['owner', 'builder', 'worker', 'releaser'])
    people[role] = await signedIn(organizationId, role, role)
})

const everyRole = ['builder', 'worker', 'releaser'].map((role) => ({ role }))
const given: Record<string, AccessRules | undefined> = {
  'without rules': undefined,
  'that rules give to everybody': {
    run: everyRole,
    edit: everyRole,
    publish: everyRole,
    seeRuns: everyRole,
  },
  'that others edit': { edit: [], publish: everyRole, run: everyRole },
  'that everybody edits and others publish': {
    edit: everyRole,
    publish: [],
    seeRuns: [{ role: 'releaser' }],
  },
}

it.each(Object.keys(given))('a workflow %s', async (name) => {
  for (const [role, person] of Object.entries(people)) {
    const id = await make(given[name])
    const params = { id }
    const read = await ask('GET /api/v2/workflows/{id}', person, { params })
    expect([role, read.status]).toEqual([role, 200])
    const mayNot = read.body['mayNot'] as MayNot
    const list = itemsOf(await ask('GET /api/v2/workflows', person))
    expect(list.find((each) => each['id'] === id)?.['mayNot']).toEqual(mayNot)
    const forbidden: string[] = []
    for (const act of workflowActs) {
      const [endpoint, body] = calls[act]
      const { status } = await ask(endpoint, person, { params, ...(body ? { body } : {}) })
      if (status === 403) forbidden.push(act)
    }
    expect([role, Object.keys(mayNot)]).toEqual([role, forbidden])
  }
})

it('says why, to the person themselves', async () => {
  const id = await make({ edit: [] })
  const mayNotOf = async (role: string) =>
    (await ask('GET /api/v2/workflows/{id}', people[role] as Person, { params: { id } })).body[
      'mayNot'
    ] as MayNot
  expect(await mayNotOf('owner')).toEqual({})
  expect((await mayNotOf('builder')).edit).toBe(
    'The access rules of this workflow say who may edit it, and you are not among them. ' +
      'Ask an owner.',
  )
  expect((await mayNotOf('worker')).edit).toBe('Your role does not let you edit it. Ask an owner.')
  expect((await mayNotOf('releaser')).cancelRuns).toBe(
    'Neither your role nor an access rule lets you cancel its runs. Ask an owner.',
  )
})
