import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { engineDb } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import { letters } from '#db/schema/letters'
import { newActor } from '#lib/auth/actor'
import { newId } from '#lib/ids'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { formOf } from '#test/fakes/form-of'
import { lobTracking, startLobServer } from '#test/fakes/lob-server'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { letterPdf } from '#test/samples/letter-pdf'
import { multipart, multipartHeaders } from '#test/samples/multipart'
import { createConnection } from '../connections/create-connection.ts'
import { lookAgainSeconds } from './look-again.ts'
import { sendRunLetter } from './send-run-letter.ts'
import { lookAtDueLetters } from './start-letter-work.ts'

const lettersRoute = endpointsAt('/api/v2/communication/letters')
const filesRoute = endpointsAt('/api/v2/files')
const previewRoute = endpointsAt('/api/v2/communication/letters/preview')
const sentRoute = endpointsAt('/api/v2/communication/letters/{trackingId}/preview')
const checkRoute = endpointsAt('/api/v2/communication/addresses/check')

// Before the settings are read for the first time: the server lies on an internal address.
const lob = await startLobServer()
process.env['HTTP_ALLOW_PRIVATE'] = lob.host

const api = useApi()
const path = '/api/v2/communication/letters'
const { signal } = new AbortController()
const to = {
  name: 'Avery Lindqvist',
  addressLine1: '185 Berry Street',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94107',
  country: 'US',
}
const from = { ...to, name: 'Cedar Clinic', addressLine1: '1 Main Street' }
let fileId: string
let coveredId: string

async function uploaded(content: Uint8Array, organization = api.organization): Promise<string> {
  const part = { name: 'file', fileName: 'a.pdf', type: 'application/pdf', content }
  const sent = { body: multipart(part), headers: multipartHeaders, organization }
  return String((await api.send(filesRoute.POST, '/api/v2/files', sent)).body['id'])
}
const ownerOf = (organizationId: string) =>
  newActor({
    kind: 'api-key' as const,
    id: newId(),
    name: 'owner',
    email: null,
    organizationId,
    role: 'owner' as const,
    sessionId: null,
  })
const make = async (organizationId: string, slug: string, config: object = {}) =>
  await createConnection(ownerOf(organizationId), {
    kind: 'letters',
    slug,
    name: slug,
    provider: 'lob',
    config: { apiUrl: lob.baseUrl, timeoutSeconds: 5, ...config },
    secrets: { apiKey: lob.liveKey },
  })

beforeAll(async () => {
  await make(api.organization.id, 'lob')
  await make(api.organization.id, 'cheap', { mailType: 'usps_standard' })
  await createConnection(ownerOf(api.organization.id), {
    kind: 'letters',
    slug: 'sandbox',
    name: 'sandbox',
    provider: 'sandbox',
    config: {},
    secrets: {},
  })
  fileId = await uploaded(await letterPdf(3))
  coveredId = await uploaded(
    await letterPdf(1, { words: { text: 'Dear Avery', left: 60, top: 150 } }),
  )
}, 60_000)
afterAll(async () => await lob.close())
afterAll(stopProcessPools)
beforeEach(() => {
  lob.calls.length = 0
  lob.instead.length = 0
  lob.verified.clear()
})

const post = (body: object = {}) =>
  api.send(lettersRoute.POST, path, { body: { fileId, connection: 'lob', to, from, ...body } })
const step = (change: Partial<Parameters<typeof sendRunLetter>[1]> = {}) =>
  sendRunLetter(api.organization.id, {
    key: newId(),
    runId: newId(),
    connection: 'lob',
    fileId,
    to,
    from,
    metadata: {},
    color: false,
    doubleSided: true,
    extraService: 'none',
    addressPolicy: 'ask',
    confirmed: false,
    waits: true,
    createdBy: 'a workflow',
    signal,
    ...change,
  })
const mailed = async (change?: Parameters<typeof step>[0]) => {
  const letter = await step(change)
  if ('undecided' in letter) throw new Error('the address was doubtful')
  return letter
}
const asked = (pathname: string) => lob.calls.filter(({ url }) => url.pathname === pathname)
const checks = () => asked('/v1/us_verifications')
const sent = async () => {
  const calls = asked('/v1/letters').filter(({ method }) => method === 'POST')
  return await Promise.all(calls.map(async (call) => (await formOf(call))?.fields ?? {}))
}
const rowOf = async (id: string) => {
  const [row] = await engineDb().select().from(letters).where(eq(letters.id, id))
  if (!row) throw new Error(`there is no letter ${id}`)
  return row
}
const resultOf = async (id: string | null) => {
  const [row] = await engineDb()
    .select()
    .from(asyncResults)
    .where(eq(asyncResults.id, id ?? ''))
  return row
}
/** Makes these letters due, no others, and has a worker look. */
async function look(...ids: string[]): Promise<number> {
  await engineDb()
    .update(letters)
    .set({ nextLookAt: new Date(Date.now() + 3_600_000) })
  await engineDb()
    .update(letters)
    .set({ nextLookAt: new Date(0) })
    .where(inArray(letters.id, ids))
  return await lookAtDueLetters(signal)
}
const atLob = async (trackingId: string) =>
  lob.letters.get((await rowOf(trackingId)).providerId ?? '')
const wrongCity = () =>
  lob.verified.set('185 Berry Street', { components: { city: 'Oakland', state: 'CA' } })

describe('certified mail', () => {
  it('is ordered from Lob, and its number is answered at once', async () => {
    const answer = await post({ extraService: 'certified_return_receipt' })
    expect(answer).toMatchObject({
      status: 201,
      body: { trackingNumber: '9407300000000000000001' },
    })
    expect(await sent()).toMatchObject([{ extra_service: 'certified_return_receipt' }])
  })

  it('that a connection does not offer is refused before anything is asked', async () => {
    const answer = await post({ connection: 'cheap', extraService: 'certified' })
    expect(answer).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'extraService' }] } },
    })
    expect(lob.calls).toEqual([])
  })
})

describe('the check of the address', () => {
  it('sends nothing to one that cannot be delivered to, and does not repeat it', async () => {
    lob.verified.set('185 Berry Street', { deliverability: 'undeliverable' })
    for (const addressCheck of ['fail', 'use', 'keep']) {
      const { status, body } = await post({ addressCheck })
      expect([status, body['details']]).toMatchObject([
        400,
        { addressCheck: { outcome: 'undeliverable' }, issues: [{ path: 'to' }] },
      ])
      expect(JSON.stringify(body)).not.toMatch(/Berry|Avery/)
    }
    expect(await sent()).toEqual([])
    expect(await post({ addressCheck: 'off' })).toMatchObject({ status: 201 })
  })

  it.each([
    ['use', 'Oakland', true],
    ['keep', 'San Francisco', false],
  ])('of which the sender wants %s prints %s', async (addressCheck, city, corrected) => {
    wrongCity()
    const { body } = await post({ addressCheck })
    expect(await sent()).toMatchObject([{ 'to[address_city]': city }])
    expect(await rowOf(String(body['trackingId']))).toMatchObject({
      recipient: { city },
      addressCheck: { outcome: 'corrected', corrected },
    })
  })

  it('fails by default when the address has to be corrected', async () => {
    wrongCity()
    const answer = await post()
    expect(answer).toMatchObject({
      status: 400,
      body: { details: { addressCheck: { outcome: 'corrected' } } },
    })
    expect(JSON.stringify(answer.body)).not.toContain('Oakland')
    expect(await sent()).toEqual([])
  })

  it('of a step asks a person; what they confirm is sent, unless it is undeliverable', async () => {
    wrongCity()
    const suggestion = expect.objectContaining({ city: 'Oakland', name: 'Avery Lindqvist' })
    expect(await step()).toMatchObject({ undecided: { outcome: 'corrected', suggestion } })
    expect(await step({ confirmed: true })).toMatchObject({ status: 'created' })
    lob.verified.set('185 Berry Street', { deliverability: 'undeliverable' })
    expect(await step({ confirmed: true })).toMatchObject({
      undecided: { outcome: 'undeliverable' },
    })
    expect(await sent()).toHaveLength(1)
  })

  it('happens once: a later attempt prints what the first one committed', async () => {
    wrongCity()
    const call = { key: newId(), addressPolicy: 'use' as const }
    const first = await mailed(call)
    await engineDb()
      .update(letters)
      .set({ answer: null, status: 'unknown', attemptUntil: null })
      .where(eq(letters.id, first.trackingId))
    lob.verified.set('185 Berry Street', { deliverability: 'undeliverable' })
    expect(await mailed(call)).toEqual(first)
    expect(checks()).toHaveLength(1)
    const forms = await sent()
    expect(forms).toHaveLength(2)
    expect(forms[1]).toEqual(forms[0])
  })

  it('is an endpoint too, that answers the suggestion and sends nothing', async () => {
    wrongCity()
    const address = '/api/v2/communication/addresses/check'
    const answer = await api.send(checkRoute.POST, address, {
      body: { address: to, connection: 'lob' },
    })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        outcome: 'corrected',
        suggestion: { ...to, city: 'Oakland', postalCode: '94107-2282' },
      },
    })
    expect(await sent()).toEqual([])
  })
})

describe('tracking in the background', () => {
  it('asks until the letter is delivered, and then the step goes on', async () => {
    const { trackingId, asyncResultId } = await mailed({ extraService: 'certified' })
    expect((await rowOf(trackingId)).nextLookAt).not.toBeNull()
    await look(trackingId)
    expect(await rowOf(trackingId)).toMatchObject({ status: 'created', looks: 1 })
    const letter = await atLob(trackingId)
    letter?.tracking_events.push(lobTracking('In Transit', '2026-03-09T09:00:00.000Z', '94107'))
    await look(trackingId)
    expect(await rowOf(trackingId)).toMatchObject({ status: 'in_transit', looks: 1 })
    expect(await resultOf(asyncResultId)).toMatchObject({ status: 'pending' })
    letter?.tracking_events.push(lobTracking('Delivered', '2026-03-10T09:00:00.000Z', '94107'))
    await look(trackingId)
    expect(await rowOf(trackingId)).toMatchObject({ status: 'delivered', nextLookAt: null })
    expect(await resultOf(asyncResultId)).toMatchObject({
      status: 'completed',
      result: { trackingId, status: 'delivered', trackingNumber: '9407300000000000000001' },
    })
    lob.calls.length = 0
    await look()
    expect(lob.calls).toEqual([])
  })

  it('ends the wait with a letter that comes back', async () => {
    const { trackingId, asyncResultId } = await mailed()
    const letter = await atLob(trackingId)
    letter?.tracking_events.push(lobTracking('Returned to Sender', '2026-03-10T09:00:00.000Z'))
    await look(trackingId)
    expect(await resultOf(asyncResultId)).toMatchObject({
      status: 'completed',
      result: { status: 'returned_to_sender' },
    })
  })

  it('tries again after a failure that passes, and says when the letter is unknown', async () => {
    const { trackingId, asyncResultId } = await mailed()
    lob.instead.push(...Array.from({ length: 3 }, () => ({ status: 503 })))
    await look(trackingId)
    expect(await rowOf(trackingId)).toMatchObject({ status: 'created', looks: 1 })
    lob.letters.delete((await rowOf(trackingId)).providerId ?? '')
    await look(trackingId)
    expect(await rowOf(trackingId)).toMatchObject({ status: 'created', nextLookAt: null })
    expect(await resultOf(asyncResultId)).toMatchObject({
      status: 'failed',
      error: { code: 'not_found' },
    })
  })

  it('gives up a letter of which nobody heard for 60 days', async () => {
    const { trackingId, asyncResultId } = await mailed()
    const createdAt = new Date(Date.now() - 61 * 86_400_000)
    await engineDb().update(letters).set({ createdAt }).where(eq(letters.id, trackingId))
    await look(trackingId)
    expect(await rowOf(trackingId)).toMatchObject({ nextLookAt: null })
    expect(await resultOf(asyncResultId)).toMatchObject({ error: { code: 'timed_out' } })
  })

  it('takes a few letters of each organization at once', async () => {
    const other = await organizationWithKeys()
    const { trackingId: first } = await mailed({ waits: false })
    const row = await rowOf(first)
    const copies = [...Array(5).fill(api.organization.id), other.id].map((organizationId) => ({
      ...row,
      id: newId(),
      key: newId(),
      organizationId: String(organizationId),
      fileId: null,
    }))
    await engineDb().insert(letters).values(copies)
    expect(await look(...copies.map(({ id }) => id))).toBe(5)
    const looked = await Promise.all(copies.map(async ({ id }) => (await rowOf(id)).looks))
    expect(looked.slice(0, 5).filter(Boolean)).toHaveLength(4)
  })

  it('waits longer each time, six hours at most', () => {
    expect([0, 1, 4, 30].map((looks) => lookAgainSeconds(300, looks))).toEqual([
      300, 600, 4800, 21_600,
    ])
    expect(lookAgainSeconds(0, 0)).toBe(5)
  })
})

describe('the preview', () => {
  const preview = (body: object, organization = api.organization) =>
    api.send(previewRoute.POST, `${path}/preview`, {
      body: { connection: 'lob', ...body },
      organization,
    })

  it('says how it is printed, and what it costs where that is known', async () => {
    expect((await preview({ fileId, to })).body).toMatchObject({
      pages: 3,
      sheets: 2,
      toLines: ['Avery Lindqvist', '185 Berry Street', 'San Francisco, CA 94107'],
      fromLines: null,
      template: { frontSheet: 'none' },
      issues: [],
      cost: null,
    })
    const certified = { fileId, connection: 'sandbox', extraService: 'certified' }
    expect((await preview(certified)).body).toMatchObject({
      sheets: 3,
      template: { frontSheet: 'certified_sheet' },
      cost: { amount: '5.90', currency: 'USD' },
    })
    expect(lob.calls).toEqual([])
  })

  it('says what would be refused, and sending refuses it', async () => {
    const { body } = await preview({ fileId: coveredId })
    expect(body['issues']).toEqual([{ path: 'file', message: expect.stringContaining('covered') }])
    expect(body['coveredWords']).toHaveLength(2)
    expect(await post({ fileId: coveredId })).toMatchObject({
      status: 400,
      body: { details: { issues: body['issues'] } },
    })
    const onASheet = await preview({ fileId: coveredId, extraService: 'certified' })
    expect(onASheet.body['issues']).toEqual([])
    const wide = await uploaded(await letterPdf(1, { size: [595, 842] }))
    expect((await preview({ fileId: wide, extraService: 'registered' })).body).toMatchObject({
      pages: null,
      issues: [{ path: 'file', message: expect.stringContaining('US letter') }],
    })
  })

  it('shows a letter that was sent; 404 for another organization', async () => {
    const { trackingId } = await mailed()
    const address = `${path}/${trackingId}/preview`
    const params = { trackingId }
    expect((await api.send(sentRoute.GET, address, { params })).body).toMatchObject({
      fileId,
      toLines: ['Avery Lindqvist', '185 Berry Street', 'San Francisco, CA 94107'],
    })
    const organization = await organizationWithKeys()
    expect((await api.send(sentRoute.GET, address, { params, organization })).status).toBe(404)
    expect((await preview({ fileId }, organization)).status).toBe(404)
  })
})
