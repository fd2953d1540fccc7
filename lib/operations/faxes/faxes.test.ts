import { eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { engineDb } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import { files } from '#db/schema/documents'
import { faxes } from '#db/schema/faxes'
import { runs } from '#db/schema/runs'
import { newActor } from '#lib/auth/actor'
import { newId } from '#lib/ids'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { startDocumoServer } from '#test/fakes/documo-server'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { graph } from '#test/samples/graph'
import { letterPdf } from '#test/samples/letter-pdf'
import { multipart, multipartHeaders } from '#test/samples/multipart'
import { createConnection } from '../connections/create-connection.ts'
import { sendFax } from './send-fax.ts'
import { lookAtDueFaxes } from './start-fax-work.ts'

const listRoute = endpointsAt('/api/v2/communication/faxes')
const filesRoute = endpointsAt('/api/v2/files')
const addressRoute = endpointsAt('/api/v2/communication/fax-connections/{slug}/webhook')
const hookRoute = endpointsAt('/api/v2/hooks/fax/{token}')

// Before the settings are read for the first time: the server lies on an internal address.
const documo = await startDocumoServer()
process.env['HTTP_ALLOW_PRIVATE'] = documo.host

const api = useApi()
const { signal } = new AbortController()
const credential = `Basic ${Buffer.from('rounds:a long one').toString('base64')}`
let fileId: string

async function uploaded(
  content: Uint8Array | string,
  organization = api.organization,
): Promise<string> {
  const part = { name: 'file', fileName: 'a.pdf', type: 'application/pdf', content }
  const sent = { body: multipart(part), headers: multipartHeaders, organization }
  return String((await api.send(filesRoute.POST, '/api/v2/files', sent)).body['id'])
}

beforeAll(async () => {
  const organizationId = api.organization.id
  const owner = newActor({
    kind: 'api-key' as const,
    id: newId(),
    name: 'owner',
    email: null,
    organizationId,
    role: 'owner' as const,
    sessionId: null,
  })
  const make = (slug: string, config: object) =>
    createConnection(owner, {
      kind: 'fax',
      slug,
      name: slug,
      provider: 'documo',
      config: { apiUrl: documo.baseUrl, timeoutSeconds: 5, ...config },
      secrets: { apiKey: documo.apiKey, webhookUser: 'rounds', webhookPassword: 'a long one' },
    })
  const { workflowId } = await seedWorkflow(organizationId, {
    ...graph('keep', { keep: { type: 'transform', config: { value: 1 } } }),
    startData: {
      type: 'object',
      required: ['file'],
      additionalProperties: false,
      properties: {
        file: { type: 'object', properties: { id: { type: 'string' } } },
        from: { type: 'string' },
        pages: { type: 'integer' },
      },
    },
  })
  await make('main', { workflow: workflowId })
  await make('kept', {})
  await make('wrong', { workflow: 'nothing' })
  fileId = await uploaded(await letterPdf(2))
}, 60_000)
afterAll(async () => await documo.close())
afterAll(stopProcessPools)
beforeEach(() => {
  documo.forms.length = 0
  documo.instead.length = 0
})

const call = () => ({
  key: newId(),
  runId: newId(),
  connection: 'main',
  to: '+12125550123',
  files: [fileId],
  cover: undefined,
  createdBy: 'a test',
  takeOver: false,
  signal,
})
const send = (change: Partial<Parameters<typeof sendFax>[1]> = {}) =>
  sendFax(api.organization.id, { ...call(), ...change })
const rowOf = async (id: string) => {
  const [row] = await engineDb().select().from(faxes).where(eq(faxes.id, id))
  return row
}
const resultOf = async (id: string) => {
  const [row] = await engineDb().select().from(asyncResults).where(eq(asyncResults.id, id))
  return row
}
/** Has a worker look at all faxes under way, as if their time had come. */
async function lookNow(): Promise<void> {
  await engineDb()
    .update(faxes)
    .set({ nextLookAt: new Date(0) })
    .where(isNotNull(faxes.nextLookAt))
  await lookAtDueFaxes(50, signal)
}
async function hook(slug: string, messageId: string, authorization = credential) {
  const path = `/api/v2/communication/fax-connections/${slug}/webhook`
  const { body } = await api.send(addressRoute.GET, path, { params: { slug } })
  const { pathname } = new URL(String(body['url']))
  const token = pathname.split('/').at(-1) ?? ''
  const sent = { body: { messageId }, headers: { authorization }, params: { token } }
  return await api.send(hookRoute.POST, pathname, { ...sent, as: null })
}
const stateOf = (providerId: string | null | undefined, state: object) =>
  Object.assign(documo.faxes.get(providerId ?? '') ?? {}, state)
/** A fax that has come in at Documo. */
function arrived(): string {
  const messageId = newId()
  documo.faxes.set(messageId, {
    messageId,
    status: 'success',
    direction: 'inbound',
    faxCallerId: '2125550123',
    faxNumber: '2125550100',
    pagesCount: 1,
  })
  return messageId
}
const received = async (providerId: string) =>
  await engineDb().select().from(faxes).where(eq(faxes.providerId, providerId))

describe('a fax', () => {
  it('is sent once for its key; its number is not kept', async () => {
    const first = await send({ key: 'one' })
    expect(await send({ key: 'one' })).toEqual(first)
    expect(documo.forms).toHaveLength(1)
    const row = await rowOf(first.faxId)
    expect(row).toMatchObject({ direction: 'out', status: 'queued', pages: 2 })
    expect(JSON.stringify(row)).not.toContain('5550123')
  })

  it('ends its async result when it is through: a worker asks', async () => {
    const { faxId, asyncResultId } = await send()
    stateOf((await rowOf(faxId))?.providerId, { status: 'transmitting' })
    await lookNow()
    expect(await resultOf(asyncResultId)).toMatchObject({ status: 'pending' })
    stateOf((await rowOf(faxId))?.providerId, { status: 'success', pagesCount: 3 })
    await lookNow()
    expect(await resultOf(asyncResultId)).toMatchObject({
      status: 'completed',
      result: { faxId, status: 'delivered', pages: 3, failure: null },
    })
    expect(await rowOf(faxId)).toMatchObject({ status: 'delivered', nextLookAt: null })
  })

  it('ends when a webhook says so, with the reason of the line; a repeat changes nothing', async () => {
    const { faxId, asyncResultId } = await send()
    const providerId = (await rowOf(faxId))?.providerId ?? ''
    stateOf(providerId, { status: 'failed', resultInfo: 'Busy' })
    for (const _each of ['first', 'again']) {
      expect((await hook('main', providerId)).status).toBe(200)
      await lookAtDueFaxes(10, signal)
    }
    expect(await resultOf(asyncResultId)).toMatchObject({
      result: { status: 'failed', failure: 'busy' },
    })
    expect(await received(providerId)).toHaveLength(1)
  })

  it('of which no answer came is unknown, and is sent again only by who asks for it', async () => {
    documo.takeThenCut = true
    await expect(send({ key: 'lost' })).rejects.toMatchObject({ details: { outcome: 'unknown' } })
    expect(documo.forms).toHaveLength(1)
    const { faxId } = await send({ key: 'lost', takeOver: true })
    expect(await rowOf(faxId)).toMatchObject({ attempts: 2, status: 'queued', failure: null })
  })

  it.each([
    ['no PDF', 'not a PDF', 'files.0'],
    ['a broken PDF', '%PDF-1.7 and no more', 'files.0'],
  ])('of %s is refused before it is sent', async (_what, content, path) => {
    await expect(send({ files: [await uploaded(content)] })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path }] },
    })
    expect(documo.forms).toEqual([])
  })

  it('of a file of another organization is 404', async () => {
    const organization = await organizationWithKeys()
    const theirs = await uploaded(await letterPdf(1), organization)
    await expect(send({ files: [theirs] })).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a fax that comes in', () => {
  it('becomes a file and starts its workflow once, however often the webhook comes', async () => {
    const providerId = arrived()
    for (const _each of ['first', 'again'])
      expect((await hook('main', providerId)).status).toBe(200)
    await lookNow()
    await hook('main', providerId)
    await lookNow()
    const [fax, ...others] = await received(providerId)
    expect(others).toEqual([])
    expect(fax).toMatchObject({ direction: 'in', status: 'received', pages: 1, nextLookAt: null })
    const [file] = await engineDb()
      .select()
      .from(files)
      .where(eq(files.id, fax?.fileId ?? ''))
    expect(file).toMatchObject({ runId: fax?.runId, size: documo.pdf.byteLength })
    const started = await engineDb()
      .select({ id: runs.id, startData: runs.startData })
      .from(runs)
      .where(eq(runs.organizationId, api.organization.id))
    expect(started).toMatchObject([
      {
        id: fax?.runId,
        startData: { file: { id: fax?.fileId }, from: '+12125550123', pages: 1 },
      },
    ])
    expect(JSON.stringify(fax)).not.toContain('5550123')
  })

  it('is kept as a file where no workflow is named', async () => {
    const providerId = arrived()
    await hook('kept', providerId)
    await lookNow()
    const fax = { status: 'received', runId: null, fileId: expect.any(String) }
    expect(await received(providerId)).toMatchObject([fax])
  })

  it('whose workflow cannot start is kept, and the list says why', async () => {
    const providerId = arrived()
    await hook('wrong', providerId)
    await lookNow()
    const path = '/api/v2/communication/faxes?direction=in&status=refused'
    const { body } = await api.send(listRoute.GET, path)
    expect(body['items']).toMatchObject([
      { providerId, fileId: expect.any(String), failure: { code: 'not_found' } },
    ])
  })

  it('is tried again when the provider is down', async () => {
    const providerId = arrived()
    await hook('main', providerId)
    documo.instead.push(...Array.from({ length: 3 }, () => ({ status: 503 })))
    await lookAtDueFaxes(10, signal)
    expect(await received(providerId)).toMatchObject([{ status: 'receiving', looks: 1 }])
    await hook('main', providerId)
    await lookAtDueFaxes(10, signal)
    expect(await received(providerId)).toMatchObject([{ status: 'received' }])
  })

  it('that we did not send but somebody else is none of ours', async () => {
    const providerId = arrived()
    stateOf(providerId, { direction: 'outbound' })
    await hook('main', providerId)
    await lookNow()
    expect(await received(providerId)).toEqual([])
  })

  it('with another password is 401, and nothing is kept', async () => {
    const providerId = arrived()
    expect((await hook('main', providerId, 'Basic x')).status).toBe(401)
    expect(await received(providerId)).toEqual([])
  })
})
