import { beforeAll, describe, expect, it } from 'vitest'
import type { InboxItem, ScreenView } from '#lib/contracts/runs/screens'
import { newId } from '#lib/ids'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { graph } from '#test/samples/graph'
import { signedIn, type Person } from '#test/samples/person'
import { seedWorkflow } from '#test/harness/seed-organization'
import { until } from '#test/harness/until'
import { useWorker } from '#test/harness/worker'

const completeRoute = endpointsAt('/api/v2/screens/{taskId}/complete')
const draftRoute = endpointsAt('/api/v2/screens/{taskId}/draft')
const screenRoute = endpointsAt('/api/v2/screens/{taskId}')
const screensRoute = endpointsAt('/api/v2/screens')
const uploadsRoute = endpointsAt('/api/v2/uploads')
const startRoute = endpointsAt('/api/v2/workflows/{id}/runs')

const api = useApi()
useWorker()
let ada: Person
beforeAll(async () => {
  ada = await signedIn(api.organization.id, 'worker', 'Ada')
})

const schema = {
  type: 'object',
  properties: {
    comment: { type: 'string' },
    documents: { type: 'array', 'x-formFieldType': 'multi-file' },
  },
}

const as = () => ({
  as: null,
  headers: { 'content-type': 'application/json', ...ada.headers },
})

/** The id of a screen that waits for Ada. */
async function open(): Promise<string> {
  const definition = graph('look', { look: { type: 'screen', config: { title: 'Look', schema } } })
  const { workflowId: id } = await seedWorkflow(api.organization.id, definition)
  const start = { params: { id }, body: { startData: {} } }
  await api.send(startRoute.POST, `/api/v2/workflows/${id}/runs`, start)
  const address = `/api/v2/screens?workflow=${id}`
  return await until('the screen', async () => {
    const { body } = await api.send(screensRoute.GET, address, as())
    return (body['items'] as InboxItem[])[0]?.taskId
  })
}

async function draftOf(taskId: string) {
  const more = { params: { taskId }, ...as() }
  const { body } = await api.send(screenRoute.GET, `/api/v2/screens/${taskId}`, more)
  return (body as unknown as ScreenView).draft
}

describe('the draft of a screen', () => {
  it('stays its person’s when somebody else completes the screen, and goes with their own', async () => {
    const taskId = await open()
    const more = { params: { taskId }, body: { data: { comment: 'an hour of work' } }, ...as() }
    await api.send(draftRoute.PUT, `/api/v2/screens/${taskId}/draft`, more)
    const address = `/api/v2/screens/${taskId}/complete`
    const done = { params: { taskId }, body: { output: { comment: 'by another' } } }
    expect((await api.send(completeRoute.POST, address, { ...done, as: 'owner' })).status).toBe(200)
    expect((await draftOf(taskId))?.data).toEqual({ comment: 'an hour of work' })

    const own = await open()
    const ownAddress = `/api/v2/screens/${own}/complete`
    const ownDone = { params: { taskId: own }, body: { output: { comment: 'mine' } }, ...as() }
    expect((await api.send(completeRoute.POST, ownAddress, ownDone)).status).toBe(200)
    expect(await draftOf(own)).toBeNull()
  })

  it('is not overwritten by a save that is based on an older one', async () => {
    const taskId = await open()
    const save = async (comment: string, basedOn?: number | null) => {
      const more = { params: { taskId }, body: { data: { comment }, basedOn }, ...as() }
      return await api.send(draftRoute.PUT, `/api/v2/screens/${taskId}/draft`, more)
    }
    expect((await save('a', null)).body).toMatchObject({ revision: 1 })
    expect((await save('b', 1)).body).toMatchObject({ revision: 2 })
    for (const basedOn of [null, 1])
      expect(await save('from another tab', basedOn)).toMatchObject({
        status: 409,
        body: { error: 'version_conflict', details: { revision: 2 } },
      })
    expect(await draftOf(taskId)).toMatchObject({ data: { comment: 'b' }, revision: 2 })
    // A save that is repeated because its answer was lost.
    expect((await save('b', 1)).status).toBe(200)
    expect((await save('without a base')).status).toBe(200)
    expect(await draftOf(taskId)).toMatchObject({
      data: { comment: 'without a base' },
      revision: 4,
    })
  })
})

describe('an answer with files', () => {
  const complete = async (taskId: string, id: string) => {
    const output = { documents: [{ id, fileName: 'scan.pdf' }] }
    const more = { params: { taskId }, body: { output }, ...as() }
    return await api.send(completeRoute.POST, `/api/v2/screens/${taskId}/complete`, more)
  }

  it('is refused while a file is not there, or not all of it', async () => {
    const taskId = await open()
    const refusal = (words: string) => ({
      status: 400,
      body: {
        details: {
          issues: [{ path: 'output.documents.0.id', message: expect.stringContaining(words) }],
        },
      },
    })
    expect(await complete(taskId, newId())).toMatchObject(refusal('no uploaded file'))
    const body = { fileName: 'scan.pdf', size: 10 }
    const started = await api.send(uploadsRoute.POST, '/api/v2/uploads', { body, ...as() })
    expect(await complete(taskId, String(started.body['id']))).toMatchObject(
      refusal('still being sent'),
    )
  })
})
