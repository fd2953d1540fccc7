import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { authDb, inOrganization } from '#db/client'
import { files } from '#db/schema/documents'
import { sessions } from '#db/schema/people'
import type { InboxItem, ScreenView } from '#lib/contracts/runs/screens'
import { watchRuns } from '#lib/engine/watch/watch'
import { newId } from '#lib/ids'
import { useApi } from '#test/harness/api'
import { askAs, itemsOf } from '#test/harness/ask-as'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { framesOf, type Frame } from '#test/harness/sse-frames'
import { until } from '#test/harness/until'
import { useWorker } from '#test/harness/worker'
import { graph } from '#test/samples/graph'
import { signedIn, type Person } from '#test/samples/person'

const eventsRoute = endpointsAt('/api/v2/screens/{taskId}/events')
const api = useApi()
const ask = askAs(api)
useWorker()

let ada: Person
let bea: Person
let owner: Person
beforeAll(async () => {
  ada = await signedIn(api.organization.id, 'worker', 'Ada')
  bea = await signedIn(api.organization.id, 'worker', 'Bea')
  owner = await signedIn(api.organization.id, 'owner', 'Olive')
})

const definition = graph('look', {
  look: {
    type: 'screen',
    config: {
      title: 'Review referral',
      show: [{ label: 'Letter', value: { $: 'start.letter' } }],
      schema: { type: 'object', properties: { note: { type: 'string' } } },
    },
  },
})

type Opened = { taskId: string; runId: string; workflowId: string }

/** A run that waits at its screen. */
async function open(startData: object = {}, of = definition): Promise<Opened> {
  const { workflowId } = await seedWorkflow(api.organization.id, of)
  const started = await ask('POST /api/v2/workflows/{id}/runs', owner, {
    params: { id: workflowId },
    body: { startData },
  })
  const item = await until('the screen', async () => {
    const inbox = await ask('GET /api/v2/screens', owner, { query: `?workflow=${workflowId}` })
    return (itemsOf(inbox) as unknown as InboxItem[])[0]
  })
  return { taskId: item.taskId, runId: String(started.body['id']), workflowId }
}

async function* watch(taskId: string, { headers }: Person): AsyncGenerator<Frame> {
  const address = `http://localhost:3000/api/v2/screens/${taskId}/events`
  yield* framesOf(await eventsRoute.GET(new Request(address, { headers }), { taskId }))
}

const act = (name: 'claim' | 'release' | 'complete', taskId: string, by: Person, body?: object) =>
  ask(`POST /api/v2/screens/{taskId}/${name}`, by, {
    params: { taskId },
    ...(body ? { body } : {}),
  })

/** In words, so that a test reads like what a person sees. */
const seen = ({ event, data }: Frame): string => {
  if (event === 'end') return 'end'
  const { claim, completedBy, cancelled } = data as unknown as ScreenView
  if (cancelled) return cancelled
  if (completedBy) return `completed by ${completedBy}`
  return claim ? `${claim.mine ? 'mine' : claim.name}` : 'free'
}

it('shows claim, take-over, release and completion to who has it open', async () => {
  const { taskId } = await open()
  const then: Record<string, () => Promise<unknown>> = {
    free: () => act('claim', taskId, bea),
    Bea: () => act('claim', taskId, owner, { takeOver: true }),
    Olive: async () => {
      await act('release', taskId, owner)
      then['free'] = () => act('claim', taskId, ada)
    },
    mine: () => act('complete', taskId, ada, { output: { note: 'fine' } }),
  }
  const words: string[] = []
  for await (const frame of watch(taskId, ada)) {
    const now = seen(frame)
    if (now === words.at(-1)) continue
    words.push(now)
    await then[now]?.()
  }
  expect(words).toEqual(['free', 'Bea', 'Olive', 'free', 'mine', 'completed by Ada', 'end'])
})

it('says who cancelled it, also with the whole run', async () => {
  const task = await open()
  const run = await open()
  const ends: string[] = []
  for (const { taskId } of [task, run])
    for await (const frame of watch(taskId, ada)) {
      ends.push(seen(frame))
      if (ends.at(-1) !== 'free') continue
      if (taskId === task.taskId)
        await ask('POST /api/v2/task/{taskId}/cancel', owner, {
          params: { taskId },
          body: { reason: 'Moved away' },
        })
      else
        await ask('POST /api/v2/runs/{id}/cancel', owner, { params: { id: run.runId }, body: {} })
    }
  const ofTask = 'free, Cancelled by Olive: Moved away, end'
  expect(ends.join(', ')).toBe(`${ofTask}, free, Cancelled by Olive., end`)
  const read = await ask('GET /api/v2/screens/{taskId}', ada, { params: { taskId: run.taskId } })
  expect(read.body).toMatchObject({ status: 'cancelled', cancelled: 'Cancelled by Olive.' })
})

it('tells at once, and does not wait until somebody asks', async () => {
  const { taskId } = await open()
  let told = 0
  const stop = watchRuns().subscribe(taskId, () => void told++)
  for (const [name, body] of [
    ['claim', undefined],
    ['release', undefined],
    ['complete', { output: {} }],
  ] as const) {
    const before = told
    await act(name, taskId, bea, body)
    await until(name, () => told > before)
  }
  stop()
})

it('is for those who may see it, as long as they are signed in', async () => {
  const { taskId } = await open()
  await expect(watch(newId(), ada).next()).rejects.toThrow('404')
  const leaving = await signedIn(api.organization.id, 'worker', 'Lea')
  const words: string[] = []
  for await (const frame of watch(taskId, leaving)) {
    words.push(seen(frame))
    await authDb()
      .delete(sessions)
      .where(eq(sessions.id, String(leaving.actor.sessionId)))
    await act('claim', taskId, bea)
  }
  expect(words).toEqual(['free'])
})

/** A file of the organization, or of one of its runs. */
async function fileOf(fileName: string, runId: string | null): Promise<string> {
  const { id: organizationId } = api.organization
  const id = newId()
  await inOrganization(organizationId, (tx) =>
    tx.insert(files).values({
      id,
      organizationId,
      runId,
      fileName,
      mimeType: 'text/plain',
      size: 4,
      sha256: 'a'.repeat(64),
      storageKey: `${organizationId}/${id}`,
    }),
  )
  return id
}

it('shows a file that a colleague adds or removes to who has the screen open, at once', async () => {
  const { taskId, runId } = await open()
  const fileId = await fileOf('letter.txt', null)
  const ofBea = { createdById: bea.actor.id, unclaimed: true }
  await inOrganization(api.organization.id, async (tx) => {
    await tx.update(files).set(ofBea).where(eq(files.id, fileId))
  })
  let told = 0
  const stop = watchRuns().subscribe(runId, () => void told++)
  const acts = [
    () => ask('POST /api/v2/runs/{id}/files', bea, { params: { id: runId }, body: { fileId } }),
    () =>
      ask('POST /api/v2/runs/{id}/files/{fileId}/remove', bea, {
        params: { id: runId, fileId },
        body: { reason: 'wrong-file' },
      }),
  ]
  const revisions: string[] = []
  for await (const { data } of watch(taskId, ada)) {
    const { filesRevision } = data as unknown as ScreenView
    if (filesRevision === revisions.at(-1)) continue
    revisions.push(filesRevision)
    const next = acts.shift()
    if (!next) break
    const before = told
    expect((await next()).status).toBeLessThan(300)
    await until('the watchers are told', () => told > before)
  }
  stop()
  expect(revisions).toEqual(['0 ', `1 ${fileId}`, '0 '])
})

const documentsFor = async (taskId: string, person: Person) => {
  const { body } = await ask('GET /api/v2/screens/{taskId}', person, { params: { taskId } })
  return (body as unknown as ScreenView).documents.map(({ fileName }) => fileName)
}

it('lists the documents of its case, those that it shows first, and no others', async () => {
  const shown = await fileOf('shown.txt', null)
  const started = await fileOf('started.txt', null)
  const letter = { id: shown, fileName: 'shown.txt' }
  const { taskId, runId } = await open({ other: [started], letter })
  await fileOf('made.txt', runId)
  await fileOf('of nobody.txt', null)
  expect(await documentsFor(taskId, ada)).toEqual(['shown.txt', 'started.txt', 'made.txt'])
})

it('lists documents of the start data in the order of the form, not of the database', async () => {
  const names = ['referral', 'insurance', 'id']
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  const form = { ...definition, startData: { type: 'object', properties } }
  const ids = await Promise.all(names.map((name) => fileOf(`${name}.txt`, null)))
  const startData = Object.fromEntries(names.map((name, at) => [name, ids[at]]))
  const { taskId } = await open(startData, form)
  expect(await documentsFor(taskId, ada)).toEqual(['referral.txt', 'insurance.txt', 'id.txt'])
})
