import { beforeAll, describe, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { connections } from '#db/schema/connections'
import { workflows } from '#db/schema/workflows'
import type { FoundWorkflow } from '#lib/contracts/workflows/workflow-search'
import type { Definition } from '#lib/domain/workflow/definition'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'

const api = useApi()
const route = endpointsAt('/api/v2/workflow-search').GET

const connectionId = newId()
const groupId = newId()

const intake: Definition = {
  startData: {
    type: 'object',
    properties: {
      patientName: { type: 'string', title: 'Patient', description: 'As on the card' },
      urgency: { type: 'string' },
    },
  },
  steps: [
    {
      id: 'review',
      type: 'screen',
      title: 'Review the referral',
      after: [],
      config: {
        title: 'Review',
        instructions: 'Read the "long" story.\nThen decide 100%.',
        groups: [groupId],
        schema: { type: 'object', properties: { decision: { type: 'string', title: 'Outcome' } } },
      },
      before_complete: 'export default async ({ output }) => output.decision',
    },
    {
      id: 'note',
      type: 'create-text-note',
      title: 'File it',
      after: [{ step: 'review' }],
      config: {
        connection: 'main',
        patientId: 'EMR-1',
        title: { $: 'start.patientName & " was seen"' },
        body: { $: 'steps.review.output.decision' },
      },
    },
    {
      id: 'read',
      type: 'policy-text',
      title: 'Read the rules',
      after: [],
      config: { policyId: 'fall-prevention' },
    },
  ],
  settings: {},
}
const other: Definition = {
  startData: { type: 'object', properties: {} },
  steps: [
    {
      id: 'run',
      type: 'sub-workflow',
      title: 'Run the intake',
      after: [],
      config: { workflow: 'intake', startData: { patientName: 'somebody' } },
    },
  ],
  settings: {},
}

let intakeId = ''
let otherId = ''

beforeAll(async () => {
  const organizationId = api.organization.id
  intakeId = (await seedWorkflow(organizationId, intake, 'Intake')).workflowId
  otherId = (await seedWorkflow(organizationId, other, 'Morning list')).workflowId
  await inOrganization(organizationId, async (tx) => {
    await tx.insert(connections).values({
      id: connectionId,
      organizationId,
      kind: 'emr',
      slug: 'main',
      provider: 'sandbox',
      name: 'Main',
      config: {},
    })
    await tx.update(workflows).set({ slug: 'intake' }).where(eq(workflows.id, intakeId))
    const [review, ...rest] = intake.steps
    if (!review) throw new Error('no step')
    const draft = { ...intake, steps: [{ ...review, title: 'Look it over' }, ...rest] }
    await tx.update(workflows).set({ draft }).where(eq(workflows.id, intakeId))
  })
})

type Query = Record<string, string>
const search = async (query: Query, sent: Parameters<typeof api.send>[2] = {}) =>
  await api.send(route, `/api/v2/workflow-search?${new URLSearchParams(query).toString()}`, sent)

/** The found places: step, place, draft or published. */
async function placesOf(query: Query): Promise<unknown[]> {
  const { body } = await search(query)
  return (body['items'] as FoundWorkflow[]).flatMap(({ name, hits }) =>
    hits.map(({ step, where, draft, published }) => {
      const versions = [draft ? 'draft' : '', published ? 'published' : ''].filter(Boolean)
      return [name, step?.id ?? null, where, versions.join(' ')]
    }),
  )
}
const both = 'draft published'

describe('the search inside of workflows', () => {
  it('finds text in names, titles, settings, forms and code, and says in which version', async () => {
    expect(await placesOf({ text: 'morning' })).toEqual([['Morning list', null, 'Name', both]])
    expect(await placesOf({ text: 'LOOK it' })).toEqual([['Intake', 'review', 'Title', 'draft']])
    expect(await placesOf({ text: 'the referral' })).toEqual([
      ['Intake', 'review', 'Title', 'published'],
    ])
    expect(await placesOf({ text: 'on the card' })).toEqual([
      ['Intake', null, 'Start form: Patient', both],
    ])
    expect(await placesOf({ text: 'outcome' })).toEqual([
      ['Intake', 'review', 'Form: Outcome', both],
    ])
    expect(await placesOf({ text: 'export default' })).toEqual([
      ['Intake', 'review', 'Check before completion', both],
    ])
  })

  it('takes signs as they are, and shows the words around', async () => {
    expect(await placesOf({ text: '_' })).toEqual([])
    expect(await placesOf({ text: '.*' })).toEqual([])
    const { body } = await search({ text: '"long" story.\nThen decide 100%' })
    const [found] = body['items'] as FoundWorkflow[]
    expect(found?.hits).toMatchObject([
      {
        field: 'config.instructions',
        excerpt: { before: 'Read the ', match: '"long" story. Then decide 100%', after: '.' },
      },
    ])
  })

  it('finds fields where they are declared and where they are read', async () => {
    expect(await placesOf({ field: 'patientName' })).toEqual([
      ['Intake', null, 'Start form: Patient', both],
      ['Intake', 'note', 'Title', both],
    ])
    expect(await placesOf({ field: 'decision' })).toEqual([
      ['Intake', 'review', 'Form: Outcome', both],
      ['Intake', 'review', 'Check before completion', both],
      ['Intake', 'note', 'Body', both],
    ])
    expect(await placesOf({ field: 'steps.review.output.decision' })).toEqual([
      ['Intake', 'note', 'Body', both],
    ])
    expect(await placesOf({ field: 'decisio' })).toEqual([])
  })

  it('finds a field by what people call it, and where its name is read', async () => {
    expect(await placesOf({ field: 'outcome' })).toEqual(await placesOf({ field: 'decision' }))
    expect(await placesOf({ field: 'Patient' })).toEqual(await placesOf({ field: 'patientName' }))
  })

  it('finds steps by their type and by what they use; all must hold for one step', async () => {
    const note = ['Intake', 'note', '', both]
    expect(await placesOf({ stepType: 'create-text-note' })).toEqual([note])
    expect(await placesOf({ connection: connectionId })).toEqual([note])
    expect(await placesOf({ policy: 'fall-prevention' })).toEqual([['Intake', 'read', '', both]])
    expect(await placesOf({ group: groupId })).toEqual([['Intake', 'review', '', both]])
    expect(await placesOf({ workflow: intakeId })).toEqual([['Morning list', 'run', '', both]])
    expect(await placesOf({ connection: connectionId, text: 'was seen' })).toEqual([
      ['Intake', 'note', 'Title', both],
    ])
    expect(await placesOf({ stepType: 'screen', text: 'was seen' })).toEqual([])
  })

  it('refuses to search for nothing and for what is not there', async () => {
    expect((await search({})).status).toBe(400)
    expect((await search({ connection: newId() })).status).toBe(404)
    expect((await search({ workflow: 'no-such' })).status).toBe(404)
  })

  it('goes page by page', async () => {
    const first = await search({ text: 'e', limit: '1' })
    const cursor = String(first.body['nextCursor'])
    const second = await search({ text: 'e', limit: '1', cursor })
    const ids = [first, second].flatMap(({ body }) =>
      (body['items'] as FoundWorkflow[]).map(({ id }) => id),
    )
    expect(ids).toEqual([otherId, intakeId])
    expect(second.body['nextCursor']).toBeNull()
  })

  it('finds nothing of another organization', async () => {
    const organization = await organizationWithKeys()
    expect((await search({ text: 'e' }, { organization })).body['items']).toEqual([])
    expect((await search({ connection: connectionId }, { organization })).status).toBe(404)
  })
})
