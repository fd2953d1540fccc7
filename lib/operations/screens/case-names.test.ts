import { beforeAll, expect, it } from 'vitest'
import type { InboxItem, ScreenView } from '#lib/contracts/runs/screens'
import type { RunSummary } from '#lib/domain/run/run'
import type { Definition } from '#lib/domain/workflow/definition'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { until } from '#test/harness/until'
import { useWorker } from '#test/harness/worker'
import { graph } from '#test/samples/graph'
import { signedIn, type Person } from '#test/samples/person'

const nextRoute = endpointsAt('/api/v2/screens/next')
const releaseRoute = endpointsAt('/api/v2/screens/{taskId}/release')
const runsRoute = endpointsAt('/api/v2/runs')
const screenRoute = endpointsAt('/api/v2/screens/{taskId}')
const screensRoute = endpointsAt('/api/v2/screens')
const startRoute = endpointsAt('/api/v2/workflows/{id}/runs')

const api = useApi()
useWorker()
let people: Person[]
beforeAll(async () => {
  people = await Promise.all(
    ['Ada', 'Bea', 'Cat'].map((name) => signedIn(api.organization.id, 'worker', name)),
  )
})

const screen = { type: 'screen', config: { title: 'Review' } }

async function seed(definition: Definition): Promise<string> {
  return (await seedWorkflow(api.organization.id, definition)).workflowId
}

async function start(workflowId: string, startData: object): Promise<void> {
  const path = `/api/v2/workflows/${workflowId}/runs`
  const sent = { params: { id: workflowId }, body: { startData } }
  expect((await api.send(startRoute.POST, path, sent)).status).toBe(202)
}

/** The open screens of a workflow, once there are so many. */
const screensOf = async (workflowId: string, count: number) =>
  await until('the screens', async () => {
    const { body } = await api.send(screensRoute.GET, `/api/v2/screens?workflow=${workflowId}`, {})
    const items = body['items'] as InboxItem[]
    return items.length === count ? items : undefined
  })

it('names screens by the start data, and by what a step says later', async () => {
  const workflowId = await seed({
    ...graph('read -> name -> look', {
      read: { type: 'transform', config: { value: { name: 'Zoltan  Quux', id: 4711 } } },
      name: {
        type: 'name-case',
        config: {
          title: { $: 'steps.read.output.name' },
          subtitle: 'From a fax',
          columns: [
            { label: 'Record', value: { $: 'steps.read.output.id' } },
            { label: 'Payer', value: { $: 'steps.read.output.payer' } },
          ],
          patient: { $: 'steps.read.output.id' },
        },
      },
      look: screen,
    }),
    settings: { runTitle: 'Fax {fax}' },
  })
  await start(workflowId, { fax: 7 })
  const [item] = await screensOf(workflowId, 1)
  const named = {
    title: 'Zoltan Quux',
    subtitle: 'From a fax',
    caseColumns: [{ label: 'Record', value: '4711' }],
    patientKey: '4711',
  }
  expect(item?.case).toEqual(named)
  const { taskId = '', runId } = item ?? {}
  const { body } = await api.send(screenRoute.GET, `/api/v2/screens/${taskId}`, {
    params: { taskId },
  })
  expect((body as unknown as ScreenView).case).toEqual(named)
  // By its new name, and still by its start data.
  for (const words of ['quux 4711', '7']) {
    const query = `?workflow=${workflowId}&q=${encodeURIComponent(words.split(' ')[0] ?? '')}`
    const found = await api.send(runsRoute.GET, `/api/v2/runs${query}`, {})
    expect((found.body['items'] as RunSummary[]).map(({ id }) => id)).toEqual([runId])
  }
})

it('names screens of a loop after the run around it', async () => {
  const workflowId = await seed({
    ...graph('each -each-> look', {
      each: { type: 'for-each', config: { items: [1, 2] } },
      look: screen,
    }),
    settings: { runTitle: '{patient}' },
  })
  await start(workflowId, { patient: 'Jane Doe' })
  const items = await screensOf(workflowId, 2)
  expect(items.map((item) => item.case.title)).toEqual(['Jane Doe', 'Jane Doe'])
})

it('gives each person another one of the same screens, and each their own first', async () => {
  const workflowId = await seed(graph('look', { look: screen }))
  for (const n of [1, 2, 3]) await start(workflowId, { n })
  const open = await screensOf(workflowId, 3)
  const next = async ({ headers }: Person, except?: string[]) => {
    const { body } = await api.send(nextRoute.POST, '/api/v2/screens/next', {
      body: { workflow: workflowId, ...(except ? { except } : {}) },
      as: null,
      headers: { 'content-type': 'application/json', ...headers },
    })
    return (body['screen'] as { taskId: string } | null)?.taskId ?? null
  }
  const taken = await Promise.all(people.map((person) => next(person)))
  expect(new Set(taken)).toEqual(new Set(open.map(({ taskId }) => taskId)))
  // Asked again, all have theirs; without it there is none.
  expect(await Promise.all(people.map((person) => next(person)))).toEqual(taken)
  const [ada] = people
  const [own] = taken
  if (!ada || !own) throw new Error('nobody has a screen')
  expect(await next(ada, [own])).toBeNull()
  const released = await api.send(releaseRoute.POST, `/api/v2/screens/${own}/release`, {
    params: { taskId: own },
    as: null,
    headers: ada.headers,
  })
  expect(released.status).toBe(200)
  expect(await next(ada)).toBe(own)
  // A key is no person.
  const byKey = await api.send(nextRoute.POST, '/api/v2/screens/next', { body: {} })
  expect(byKey.status).toBe(403)
})
