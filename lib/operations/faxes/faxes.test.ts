import { eq, isNotNull, sql } from 'drizzle-orm'
import { text } from 'node:stream/consumers'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { engineDb } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import { connections } from '#db/schema/connections'
import { files } from '#db/schema/documents'
import { faxes } from '#db/schema/faxes'
import { auditEntries } from '#db/schema/records'
import { runs } from '#db/schema/runs'
import { newActor } from '#lib/auth/actor'
import { openFile } from '#lib/documents/file-store'
import type { FaxCover } from '#lib/domain/provider/fax'
import { newId } from '#lib/ids'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { startDocumoServer } from '#test/fakes/documo-server'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { loseCommitAfter } from '#test/harness/around-statements'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { until } from '#test/harness/until'
import { graph } from '#test/samples/graph'
import { letterPdf } from '#test/samples/letter-pdf'
import { multipart, multipartHeaders } from '#test/samples/multipart'
import { createConnection } from '../connections/create-connection.ts'
import { sendFax } from './send-fax.ts'
import { lookAtDueFaxes } from './start-fax-work.ts'

const listRoute = endpointsAt('/api/v2/communication/faxes')
const oneRoute = endpointsAt('/api/v2/communication/faxes/{faxId}')
const againRoute = endpointsAt('/api/v2/communication/faxes/{faxId}/again')
const startRoute = endpointsAt('/api/v2/communication/faxes/{faxId}/runs')
const connectionRoute = endpointsAt('/api/v2/connections/{id}')
const linesRoute = endpointsAt('/api/v2/workflows/{id}/fax-lines')
const filesRoute = endpointsAt('/api/v2/files')
const addressRoute = endpointsAt('/api/v2/communication/fax-connections/{slug}/webhook')
const hookRoute = endpointsAt('/api/v2/hooks/fax/{token}')

// Before the settings are read for the first time: the server lies on an internal address.
const documo = await startDocumoServer()
process.env['HTTP_ALLOW_PRIVATE'] = documo.host

const api = useApi()
const { signal } = new AbortController()
const retry = { tries: 3, pauseMinutes: 5, longestPauseMinutes: 60 }
const credential = `Basic ${Buffer.from('rounds:a long one').toString('base64')}`
let fileId: string
let elsewhere: Awaited<ReturnType<typeof organizationWithKeys>>
let runId: string
/** Starts with faxes; the second cannot, because it needs what a fax does not have. */
let keep: string
let picky: string

async function uploaded(
  content: Uint8Array | string,
  organization = api.organization,
): Promise<string> {
  const part = { name: 'file', fileName: 'a.pdf', type: 'application/pdf', content }
  const sent = { body: multipart(part), headers: multipartHeaders, organization }
  return String((await api.send(filesRoute.POST, '/api/v2/files', sent)).body['id'])
}

beforeAll(async () => {
  elsewhere = await organizationWithKeys()
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
  const make = (slug: string) =>
    createConnection(owner, {
      kind: 'fax',
      slug,
      name: slug,
      provider: 'documo',
      config: { apiUrl: documo.baseUrl, timeoutSeconds: 60 },
      secrets: { apiKey: documo.apiKey, webhookUser: 'rounds', webhookPassword: 'a long one' },
    })
  const ofFax = {
    file: { type: 'object', properties: { id: { type: 'string' } } },
    from: { type: 'string' },
    pages: { type: 'integer' },
  }
  const seeded = await seedWorkflow(organizationId, {
    ...graph('keep', { keep: { type: 'transform', config: { value: 1 } } }),
    startData: {
      type: 'object',
      required: ['file'],
      additionalProperties: false,
      properties: ofFax,
    },
  })
  keep = seeded.workflowId
  const refusing = await seedWorkflow(organizationId, {
    ...graph('keep', { keep: { type: 'transform', config: { value: 1 } } }),
    startData: {
      type: 'object',
      required: ['diagnosis'],
      properties: { ...ofFax, diagnosis: { type: 'string' } },
    },
  })
  picky = refusing.workflowId
  for (const slug of ['main', 'kept', 'wrong']) await make(slug)
  await setLines(keep, [{ connection: 'main' }])
  await setLines(picky, [{ connection: 'wrong' }])
  fileId = await uploaded(await letterPdf(2))
  runId = newId()
}, 60_000)
afterAll(async () => await documo.close())
afterAll(stopProcessPools)
beforeEach(() => {
  documo.forms.length = 0
  documo.instead.length = 0
})

const call = () => ({
  key: newId(),
  runId,
  connection: 'main',
  to: '+12125550123',
  files: [fileId],
  cover: undefined as FaxCover | undefined,
  timeZone: 'America/New_York',
  createdBy: 'a test',
  takeOver: false,
  tries: { series: newId(), number: 1, retry },
  signal,
})
async function setLines(id: string, lines: object[], sent: Parameters<typeof api.send>[2] = {}) {
  const path = `/api/v2/workflows/${id}/fax-lines`
  return await api.send(linesRoute.PUT, path, { body: { lines }, params: { id }, ...sent })
}
const one = async (faxId: string, sent: Parameters<typeof api.send>[2] = {}) =>
  await api.send(oneRoute.GET, `/api/v2/communication/faxes/${faxId}`, {
    params: { faxId },
    ...sent,
  })
const act = async (route: typeof againRoute, faxId: string, sent: Parameters<typeof api.send>[2]) =>
  await api.send(route.POST, `/api/v2/communication/faxes/${faxId}`, { params: { faxId }, ...sent })
const listed = async (query: string) =>
  (await api.send(listRoute.GET, `/api/v2/communication/faxes?${query}`)).body['items']
const auditsOf = async (objectId: string) =>
  (
    await engineDb()
      .select({ action: auditEntries.action })
      .from(auditEntries)
      .where(eq(auditEntries.objectId, objectId))
  ).map(({ action }) => action)
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
async function hook(
  slug: string,
  messageId: string,
  authorization = credential,
  more: { event?: string } = {},
) {
  const path = `/api/v2/communication/fax-connections/${slug}/webhook`
  const { body } = await api.send(addressRoute.GET, path, { params: { slug } })
  const { pathname } = new URL(String(body['url']))
  const token = pathname.split('/').at(-1) ?? ''
  const sent = { body: { ...more, messageId }, headers: { authorization }, params: { token } }
  return await api.send(hookRoute.POST, pathname, { ...sent, as: null })
}
const stateOf = (providerId: string | null | undefined, state: object) =>
  Object.assign(documo.faxes.get(providerId ?? '') ?? {}, state)
/** A fax that has come in at Documo. */
function arrived(faxNumber = '2125550100'): string {
  const messageId = newId()
  documo.faxes.set(messageId, {
    messageId,
    status: 'success',
    direction: 'inbound',
    faxCallerId: '2125550123',
    faxNumber,
    pagesCount: 1,
  })
  return messageId
}
const received = async (providerId: string) =>
  await engineDb().select().from(faxes).where(eq(faxes.providerId, providerId))

describe('a fax', () => {
  it('is sent once for its key; its number is stored encrypted, and found', async () => {
    const first = await send({ key: 'one' })
    expect(await send({ key: 'one' })).toEqual(first)
    expect(documo.forms).toHaveLength(1)
    const row = await rowOf(first.faxId)
    expect(row).toMatchObject({ direction: 'out', status: 'queued', pages: 2 })
    expect(JSON.stringify(row)).not.toContain('5550123')
    for (const q of ['(212) 555-0123', '%2B12125550123', first.faxId])
      expect(await listed(`q=${q}`)).toContainEqual(
        expect.objectContaining({ faxId: first.faxId, number: '+12125550123' }),
      )
    expect(await listed('q=2125550124')).toEqual([])
  })

  it('begins with a cover page that we draw, which its page shows', async () => {
    const cover = {
      recipientName: 'Appeals <unit>',
      subject: 'An appeal',
      mark: 'urgent' as const,
      notes: 'Please call.\nThank you.',
      confidential: true,
    }
    const { faxId } = await send({ cover })
    expect(documo.forms.at(-1)).toMatchObject({
      fields: { coverPage: 'false' },
      attachments: [{ pages: 1 }, { pages: 2 }],
    })
    const { body } = await one(faxId)
    expect(body).toMatchObject({
      pages: 3,
      cover,
      files: [
        { fileName: 'cover-page.pdf', isCover: true },
        { fileName: 'a.pdf', isCover: false },
      ],
    })
    expect(await auditsOf(faxId)).toEqual(['fax.read'])
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

  it('shows why it failed, in our words and the provider’s, and when it is tried again', async () => {
    const series = newId()
    const { faxId } = await send({ tries: { series, number: 1, retry } })
    stateOf((await rowOf(faxId))?.providerId, { status: 'failed', resultInfo: 'Busy' })
    await lookNow()
    const again = await send({ tries: { series, number: 2, retry } })
    const { body } = await one(faxId)
    expect(body).toMatchObject({
      status: 'failed',
      failure: { code: 'busy', message: expect.stringContaining('busy'), said: 'Busy' },
      tryNumber: 1,
      tries: 3,
      others: [{ faxId: again.faxId, tryNumber: 2, isAgain: false }],
    })
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
    const theirs = await uploaded(await letterPdf(1), elsewhere)
    await expect(send({ files: [theirs] })).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('sending again', () => {
  it('sends the same pages as another fax, also to another number, with an audit entry', async () => {
    const { faxId } = await send()
    expect((await act(againRoute, faxId, { body: {} })).status).toBe(409)
    stateOf((await rowOf(faxId))?.providerId, {
      status: 'failed',
      resultInfo: 'Unallocated number',
    })
    await lookNow()
    const answer = await act(againRoute, faxId, { body: { to: '+12125550199' } })
    expect(answer).toMatchObject({ status: 201, body: { faxId: expect.any(String) } })
    expect(documo.forms.at(-1)).toMatchObject({
      fields: { faxNumber: '+12125550199' },
      attachments: [{ pages: 2 }],
    })
    const second = String(answer.body['faxId'])
    expect(await rowOf(second)).toMatchObject({ againOf: faxId, asyncResultId: null, runId })
    expect((await one(faxId)).body['others']).toMatchObject([{ faxId: second, isAgain: true }])
    expect(await auditsOf(faxId)).toContain('fax.sent-again')
    // While the second is under way, a third would be one too many.
    expect((await act(againRoute, faxId, { body: {} })).status).toBe(409)
  })

  it('sends one fax when two people ask for it at once', async () => {
    const { faxId } = await send()
    stateOf((await rowOf(faxId))?.providerId, { status: 'failed', resultInfo: 'Line busy' })
    await lookNow()
    documo.forms.length = 0
    const ask = async () => (await act(againRoute, faxId, { body: {} })).status
    // Both have looked, and nobody has written yet.
    const asked = await engineDb().transaction(async (tx) => {
      await tx.select().from(faxes).where(eq(faxes.id, faxId)).for('update')
      const both = [ask(), ask()]
      await until('both to wait', async () => {
        const { rows } = await engineDb().execute<{ count: number }>(
          sql`select count(distinct pid)::int as count from pg_locks
            join pg_stat_activity using (pid)
            where datname = current_database() and not granted`,
        )
        return rows[0]?.count === 2
      })
      return both
    })
    expect((await Promise.all(asked)).toSorted()).toEqual([201, 409])
    expect(documo.forms).toHaveLength(1)
  })

  it('is refused without the right, for a wrong number, and for a received fax', async () => {
    const { faxId } = await send()
    stateOf((await rowOf(faxId))?.providerId, { status: 'success' })
    await lookNow()
    const refused = async (sent: object) => (await act(againRoute, faxId, sent)).status
    expect(await refused({ body: {}, as: 'worker' })).toBe(403)
    expect(await refused({ body: { to: '555' } })).toBe(400)
    expect(await refused({ body: {}, organization: elsewhere })).toBe(404)
    const providerId = arrived()
    await hook('kept', providerId)
    await lookNow()
    const [fax] = await received(providerId)
    expect((await act(againRoute, fax?.id ?? '', { body: {} })).status).toBe(409)
  })
})

describe('fax lines', () => {
  const startedBy = async (providerId: string) => {
    const [fax] = await received(providerId)
    const [run] = await engineDb()
      .select({ workflowId: runs.workflowId, trigger: runs.trigger, startedBy: runs.startedBy })
      .from(runs)
      .where(eq(runs.id, fax?.runId ?? newId()))
    return run
  }

  it('a number has its own workflow, and all others start that of the connection', async () => {
    const other = await seedWorkflow(
      api.organization.id,
      graph('keep', { keep: { type: 'transform', config: { value: 1 } } }),
    )
    const lines = [{ connection: 'main', number: '+12125550177' }]
    expect((await setLines(other.workflowId, lines)).body).toMatchObject({
      lines: [{ ...lines[0], enabled: true }],
      updatedBy: 'owner',
    })
    expect(await auditsOf(other.workflowId)).toEqual(['workflow.fax-lines-changed'])
    const own = arrived('2125550177')
    const rest = arrived('2125550178')
    for (const providerId of [own, rest]) await hook('main', providerId)
    await lookNow()
    expect(await startedBy(own)).toEqual({
      workflowId: other.workflowId,
      trigger: 'fax',
      startedBy: 'Fax to +12125550177',
    })
    expect(await startedBy(rest)).toMatchObject({ workflowId: keep })
    await setLines(other.workflowId, [{ ...lines[0], enabled: false }])
    const off = arrived('2125550177')
    await hook('main', off)
    await lookNow()
    expect(await received(off)).toMatchObject([{ status: 'received', runId: null }])
    await setLines(other.workflowId, [])
  })

  it('a line starts one workflow; unknown connections and lines twice are refused', async () => {
    const taken = await setLines(picky, [{ connection: 'main' }])
    expect(taken).toMatchObject({ status: 409, body: { details: { workflowId: keep } } })
    const unknown = await setLines(picky, [{ connection: 'nothing' }])
    expect(unknown).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'lines.0.connection' }] } },
    })
    const twice = await setLines(picky, [{ connection: 'kept' }, { connection: 'kept' }])
    expect(twice.status).toBe(400)
    expect((await setLines(picky, [], { as: 'worker' })).status).toBe(403)
    const [wrong] = await engineDb()
      .select({ id: connections.id })
      .from(connections)
      .where(eq(connections.slug, 'wrong'))
    const params = { id: wrong?.id ?? '' }
    const gone = await api.send(connectionRoute.DELETE, '/api/v2/connections/x', { params })
    expect([gone.status, JSON.stringify(gone.body)]).toEqual([
      409,
      expect.stringContaining('in_use'),
    ])
    // A refusal changes nothing.
    const path = `/api/v2/workflows/${picky}/fax-lines`
    const { body } = await api.send(linesRoute.GET, path, { params: { id: picky } })
    expect(body).toMatchObject({ lines: [{ connection: 'wrong', number: '' }] })
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
      .where(sql`${runs.startData} @> ${JSON.stringify({ file: { id: fax?.fileId } })}::jsonb`)
    expect(started).toMatchObject([
      {
        id: fax?.runId,
        startData: { file: { id: fax?.fileId }, from: '+12125550123', pages: 1 },
      },
    ])
    expect(JSON.stringify(fax)).not.toContain('5550123')
  })

  it('keeps its pages when the answer to the commit gets lost', async () => {
    const messageId = arrived()
    expect((await hook('kept', messageId)).status).toBe(200)
    loseCommitAfter(/^update "faxes" set "status"/)
    await lookNow()
    vi.restoreAllMocks()
    const [fax] = await received(messageId)
    expect(fax).toMatchObject({ status: 'received', nextLookAt: null })
    const [file] = await engineDb()
      .select()
      .from(files)
      .where(eq(files.id, fax?.fileId ?? ''))
    expect(await text((await openFile(file?.storageKey ?? '')) as WebStream)).toContain('%PDF')
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
    expect(await listed('direction=in&status=refused')).toMatchObject([
      { providerId, fileId: expect.any(String), failure: { code: 'invalid_request' } },
    ])
  })

  it('starts a workflow by hand, as often as somebody wants, with an audit entry', async () => {
    const providerId = arrived()
    await hook('kept', providerId)
    await lookNow()
    const [fax] = await received(providerId)
    const faxId = fax?.id ?? ''
    const start = async (sent: object) => await act(startRoute, faxId, sent)
    expect((await start({ body: { workflow: picky } })).status).toBe(400)
    expect((await start({ body: { workflow: keep }, as: 'worker' })).status).toBe(403)
    const first = await start({ body: { workflow: keep } })
    const second = await start({ body: { workflow: keep } })
    expect([first.status, second.status]).toEqual([201, 201])
    const { body } = await one(faxId)
    expect(body).toMatchObject({
      status: 'received',
      runId: second.body['runId'],
      runs: [{ id: first.body['runId'] }, { id: second.body['runId'] }],
      files: [{ id: fax?.fileId, isCover: false }],
    })
    for (const { body: ofRun } of [first, second])
      expect(await listed(`runId=${String(ofRun['runId'])}`)).toMatchObject([{ faxId }])
    // The pages stay as long as the last run that they started.
    const [file] = await engineDb()
      .select({ runId: files.runId })
      .from(files)
      .where(eq(files.id, fax?.fileId ?? ''))
    expect(file).toEqual({ runId: second.body['runId'] })
    expect(await auditsOf(faxId)).toEqual(
      expect.arrayContaining(['fax.started-workflow', 'fax.read']),
    )
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

  it('is kept although Documo does not say its direction; what was sent never is', async () => {
    const providerId = arrived()
    stateOf(providerId, { direction: undefined })
    await hook('main', providerId, credential, { event: 'fax.v1.outbound.succeed' })
    expect(await received(providerId)).toEqual([])
    await hook('main', providerId, credential, { event: 'fax.v1.inbound.succeed' })
    await lookNow()
    expect(await received(providerId)).toMatchObject([{ direction: 'in', status: 'received' }])
  })

  it('with another password is 401, and nothing is kept', async () => {
    const providerId = arrived()
    expect((await hook('main', providerId, 'Basic x')).status).toBe(401)
    expect(await received(providerId)).toEqual([])
  })
})
