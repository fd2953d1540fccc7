import { beforeAll, expect, it } from 'vitest'
import type { InboxItem } from '#lib/contracts/runs/screens'
import { referenceOf } from '#lib/domain/run/reference'
import type { Definition } from '#lib/domain/workflow/definition'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { until } from '#test/harness/until'
import { useWorker } from '#test/harness/worker'
import { graph } from '#test/samples/graph'
import { signedIn, type Person } from '#test/samples/person'

const screensRoute = endpointsAt('/api/v2/screens')
const nextRoute = endpointsAt('/api/v2/screens/next')
const runsRoute = endpointsAt('/api/v2/runs')
const startRoute = endpointsAt('/api/v2/workflows/{id}/runs')

const api = useApi()
useWorker()
let ada: Person
let bea: Person
let workflowId: string

const definition: Definition = {
  ...graph('name -> look', {
    name: {
      type: 'name-case',
      config: {
        title: { $: 'start.name' },
        subtitle: { $: 'start.note' },
        columns: [{ label: 'Record', value: { $: 'start.record' } }],
      },
    },
    look: { type: 'screen', config: { title: 'Check the referral' } },
  }),
}

const cases = [
  { name: 'Zoltan Quux', note: 'knee', record: 'R-1' },
  { name: 'Maya 50% Lind', note: 'hip, urgent', record: 'R-2' },
  { name: 'Noor_Haddad', note: 'knee', record: 'S-30' },
]

type Query = { q?: string; claim?: string; workflow?: string }

async function findItems(query: Query, person = ada): Promise<InboxItem[]> {
  const search = new URLSearchParams({ workflow: workflowId, ...query }).toString()
  const sent = { as: null, headers: person.headers }
  const { body } = await api.send(screensRoute.GET, `/api/v2/screens?${search}`, sent)
  return body['items'] as InboxItem[]
}
const find = async (query: Query, person = ada): Promise<(string | null)[]> =>
  (await findItems(query, person)).map((item) => item.case.title)

async function takeNext(person: Person, body: object): Promise<string | undefined> {
  const headers = { 'content-type': 'application/json', ...person.headers }
  const sent = { as: null, headers, body: { workflow: workflowId, ...body } }
  const answer = await api.send(nextRoute.POST, '/api/v2/screens/next', sent)
  return (answer.body['screen'] as { taskId: string } | null)?.taskId
}

beforeAll(async () => {
  ada = await signedIn(api.organization.id, 'worker', 'Ada')
  bea = await signedIn(api.organization.id, 'worker', 'Bea')
  workflowId = (await seedWorkflow(api.organization.id, definition)).workflowId
  for (const startData of cases) {
    const path = `/api/v2/workflows/${workflowId}/runs`
    const sent = { params: { id: workflowId }, body: { startData } }
    const { status } = await api.send(startRoute.POST, path, sent)
    if (status !== 202) throw new Error(`The run was not started: ${status}.`)
  }
  await until('the screens', async () => (await find({})).length === cases.length)
})

it.each<[q: string, found: string[]]>([
  ['zoltan', ['Zoltan Quux']],
  ['QUUX', ['Zoltan Quux']],
  ['knee', ['Zoltan Quux', 'Noor_Haddad']],
  ['r-2', ['Maya 50% Lind']],
  ['check the', ['Zoltan Quux', 'Maya 50% Lind', 'Noor_Haddad']],
  // Signs of patterns stand for themselves.
  ['%', ['Maya 50% Lind']],
  ['_', ['Noor_Haddad']],
  // The label of a column is that of every case.
  ['Record', []],
])('finds “%s” in what names a case', async (q, found) => {
  expect((await find({ q })).toSorted()).toEqual(found.toSorted())
})

it('finds a case, and the run itself, by the reference that somebody quotes', async () => {
  const [item] = await findItems({ q: 'zoltan' })
  const q = referenceOf(item?.runId ?? '').toLowerCase()
  expect(await find({ q })).toEqual(['Zoltan Quux'])
  const found = await api.send(runsRoute.GET, `/api/v2/runs?q=${q}`, {})
  expect((found.body['items'] as { id: string }[]).map(({ id }) => id)).toEqual([item?.runId])
  const organization = await organizationWithKeys()
  const elsewhere = await api.send(runsRoute.GET, `/api/v2/runs?q=${q}`, { organization })
  expect(elsewhere.body['items']).toEqual([])
})

it('takes the next case of those that match, and shows who has which', async () => {
  const taken = await takeNext(ada, { q: 'knee' })
  expect(taken).toBeDefined()
  expect(await takeNext(bea, { q: 'nobody is called so' })).toBeUndefined()
  expect(await find({ claim: 'mine' })).toHaveLength(1)
  expect(await find({ claim: 'others' })).toEqual([])
  expect(await find({ claim: 'others' }, bea)).toEqual(await find({ claim: 'mine' }))
  expect(await find({ claim: 'unclaimed', q: 'knee' }, bea)).toHaveLength(1)
})

it('refuses an empty text and one that is too long', async () => {
  for (const q of [' ', 'a'.repeat(201)]) {
    const path = `/api/v2/screens?q=${encodeURIComponent(q)}`
    expect((await api.send(screensRoute.GET, path, {})).status).toBe(400)
  }
})
