import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startMetriport, type MetriportServer } from '#test/fakes/metriport-server'
import { memoryStore } from '#test/fakes/memory-store'
import { hieMetriport } from './metriport.ts'
import type { HieTicket } from './port.ts'

let server: MetriportServer
const patientId = 'eddeefa1-b54a-41d6-854f-0e91b7871d6a'
const requestId = '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001'
const fhir = { kind: 'fhir' as const, patientId }
const documents = { kind: 'documents' as const, patientId }
const soon = () => AbortSignal.timeout(30_000)
const condition = { resourceType: 'Condition', id: 'c1' }
const bundle = { resourceType: 'Bundle', type: 'collection', entry: [{ resource: condition }] }

beforeAll(async () => {
  server = await startMetriport()
})
afterAll(async () => await server.close())
beforeEach(() => {
  server.patients = new Map([[patientId, [condition, { resourceType: 'Observation', id: 'o1' }]]])
  server.status = 'processing'
  server.documents = []
  server.contents.clear()
  server.requests.clear()
  for (const list of [server.calls, server.storageCalls, server.instead]) list.length = 0
})

function open(config: object = {}, secrets: object = {}) {
  const settings = {
    config: hieMetriport.config.parse({
      baseUrl: server.baseUrl,
      facilityId: 'facility-1',
      ...config,
    }),
    secrets: { apiKey: server.apiKey, webhookKey: server.webhookKey, ...secrets },
  }
  return hieMetriport.open({ ...settings, store: memoryStore(), allowPrivate: server.hosts })
}
const receive = (message: { body: string; headers: Record<string, string> }, port = open()) =>
  port.webhooks?.receive(new Headers(message.headers), Buffer.from(message.body))
/** The status of a request after its start and this message. */
async function told(news: HieTicket, wanted: typeof fhir = fhir): Promise<HieTicket> {
  const { ticket } = await open().start(wanted, { requestId, signal: soon() })
  return { ...ticket, ...news }
}

describe('FHIR data from Metriport', () => {
  it('is asked for with filters and our id, as its documentation says', async () => {
    const progress = await open().start(
      {
        ...fhir,
        resources: ['Condition', 'Observation'],
        dateFrom: '2026-01-01',
        dateTo: '2026-01-31',
      },
      { requestId, signal: soon() },
    )
    expect(progress).toMatchObject({
      status: 'processing',
      ticket: { requestId: expect.any(String) },
      providerRequestId: expect.any(String),
    })
    expect(server.calls[0]).toMatchObject({
      method: 'POST',
      path: `/medical/v1/patient/${patientId}/consolidated/query`,
      query: {
        resources: 'Condition,Observation',
        dateFrom: '2026-01-01',
        dateTo: '2026-01-31',
        conversionType: 'json',
      },
      body: { metadata: { roundsRequestId: requestId } },
    })
  })

  it('asked for again while it is under way is the same request', async () => {
    const first = await open().start(fhir, { requestId, signal: soon() })
    const second = await open().start(fhir, { requestId, signal: soon() })
    expect(second).toEqual(first)
  })

  it('is read from the webhook’s address, packed or not, without our key', async () => {
    server.contents.set('plain', Buffer.from(JSON.stringify(bundle)))
    server.contents.set('packed', gzipSync(JSON.stringify(bundle)))
    for (const file of ['plain', 'packed']) {
      const [news] = receive(server.signed(server.dataMessage(patientId, file)))?.news ?? []
      const ticket = await told(news?.ticket ?? {})
      expect(await open().poll(fhir, ticket, soon())).toEqual({ status: 'ready' })
      expect(await open().bundle(fhir, ticket, soon())).toEqual(bundle)
    }
    expect(server.storageCalls).toHaveLength(2)
    expect(server.storageCalls.every(({ headers }) => headers['x-api-key'] === undefined)).toBe(
      true,
    )
  })

  it('is requested when the webhook’s address has expired', async () => {
    const ticket = await told({ url: `${server.storageUrl}/data/gone?X-Amz-Signature=old` })
    expect(
      await open().bundle({ ...fhir, resources: ['Condition'] } as typeof fhir, ticket, soon()),
    ).toMatchObject({ total: 1, entry: [{ resource: condition }] })
  })

  it('is checked without a webhook, and requested when it is ready', async () => {
    const port = open({}, { webhookKey: undefined })
    const { ticket = {} } = await port.start(fhir, { requestId, signal: soon() })
    expect(await port.poll(fhir, ticket, soon())).toEqual({ status: 'processing' })
    server.status = 'completed'
    expect(await port.poll(fhir, ticket, soon())).toEqual({ status: 'ready' })
    expect(await port.bundle(fhir, ticket, soon())).toMatchObject({
      resourceType: 'Bundle',
      total: 2,
    })
  })

  it('that is ready waits a minute for the webhook', async () => {
    server.status = 'completed'
    const ticket = await told({})
    const first = await open().poll(fhir, ticket, soon())
    expect(first).toMatchObject({
      status: 'processing',
      retryAfterSeconds: 60,
      ticket: { completedSince: expect.any(Number) },
    })
    expect(
      await open().poll(fhir, { ...ticket, completedSince: Date.now() - 60_000 }, soon()),
    ).toEqual({ status: 'ready' })
  })

  it('of a patient without any is an empty bundle', async () => {
    const message = server.dataMessage(patientId, 'x')
    const empty = {
      ...message,
      patients: [{ ...message.patients[0], bundle: { resourceType: 'Bundle', entry: [] } }],
    }
    const [news] = receive(server.signed(empty))?.news ?? []
    expect(news?.ticket).toEqual({ empty: true })
    expect(await open().bundle(fhir, await told({ empty: true }), soon())).toMatchObject({
      resourceType: 'Bundle',
      total: 0,
      entry: [],
    })
  })

  it.each<[string, () => Promise<unknown>, object]>([
    [
      'an unknown patient',
      () => open().start({ ...fhir, patientId: 'nobody' }, { requestId, signal: soon() }),
      { code: 'not_found', statusCode: 404 },
    ],
    [
      'a wrong key',
      () => open({}, { apiKey: 'wrong' }).start(fhir, { requestId, signal: soon() }),
      { code: 'provider_error', details: { status: 401, code: 'UnauthorizedError' } },
    ],
    [
      'no key',
      () => open({}, { apiKey: undefined }).start(fhir, { requestId, signal: soon() }),
      { code: 'provider_error', details: { code: 'incomplete', retryable: false } },
    ],
    [
      'a failed query',
      async () => open().poll(fhir, await told({ failed: true }), soon()),
      { code: 'provider_error', details: { code: 'query_failed', retryable: false } },
    ],
    [
      'an address without encryption',
      async () => open().bundle(fhir, await told({ url: 'http://example.com/x' }), soon()),
      { code: 'provider_error', details: { code: 'bad_address' } },
    ],
    [
      'an internal address',
      async () => open().bundle(fhir, await told({ url: 'https://127.0.0.1/x' }), soon()),
      { code: 'provider_error', details: { code: 'internal_address' } },
    ],
  ])(
    '%s is an error that says so',
    async (_what, call, expected) => await expect(call()).rejects.toMatchObject(expected),
  )

  it('that is no bundle is an error', async () => {
    server.contents.set('odd', Buffer.from('{"resourceType":"Patient"}'))
    await expect(
      open().bundle(
        fhir,
        await told({ url: `${server.storageUrl}/data/odd?X-Amz-Signature=abc` }),
        soon(),
      ),
    ).rejects.toMatchObject({ code: 'provider_error', details: { code: 'no_bundle' } })
  })
})

describe('documents from Metriport', () => {
  const reference = (id: string, contentType: string, title: string, date: string) => ({
    resourceType: 'DocumentReference',
    id,
    status: 'current',
    date,
    description: 'A document',
    content: [{ attachment: { contentType, title, url: `https://api.metriport.com/${title}` } }],
  })

  it('are requested at the facility, and ready when all are downloaded', async () => {
    const { ticket = {} } = await open().start(documents, { requestId, signal: soon() })
    expect(server.calls[0]).toMatchObject({
      query: { patientId, facilityId: 'facility-1' },
      body: { metadata: { roundsRequestId: requestId } },
    })
    expect(await open().poll(documents, ticket, soon())).toEqual({ status: 'processing' })
    server.status = 'completed'
    expect(await open().poll(documents, ticket, soon())).toEqual({ status: 'ready' })
    expect(await open().poll(documents, { ...ticket, downloaded: true }, soon())).toEqual({
      status: 'ready',
    })
    server.status = 'failed'
    await expect(open().poll(documents, ticket, soon())).rejects.toMatchObject({
      details: { code: 'query_failed' },
    })
  })

  it('are filtered by MIME type and day, in the old shape and the new', async () => {
    server.documents = [
      reference('1', 'application/pdf', 'one.pdf', '2026-02-01T10:00:00Z'),
      reference('2', 'application/xml', 'two.xml', '2026-02-01T10:00:00Z'),
      {
        id: '3',
        fileName: 'three.pdf',
        mimeType: 'application/pdf',
        indexed: '2026-02-10T00:00:00Z',
        description: 'Old',
        status: 'current',
        size: '1',
      },
      reference('4', 'application/pdf', 'four.pdf', '2026-03-01T10:00:00Z'),
    ]
    const found = await open().documents(
      {
        ...documents,
        mimeTypes: ['application/pdf'],
        dateFrom: '2026-02-01',
        dateTo: '2026-02-28',
      },
      {},
      soon(),
    )
    expect(found.map(({ id, fileName, mimeType }) => [id, fileName, mimeType])).toEqual([
      ['3', 'three.pdf', 'application/pdf'],
      ['1', 'one.pdf', 'application/pdf'],
    ])
    expect(server.calls.at(-1)).toMatchObject({
      path: '/medical/v1/document',
      query: { patientId, dateFrom: '2026-02-01', dateTo: '2026-02-28' },
    })
  })

  it('are downloaded from a presigned address, byte for byte, without our key', async () => {
    const bytes = Buffer.from([0x25, 0x50, 0x44, 0x46, 0x00, 0xff, 0xfe, 0x80])
    server.documents = [reference('1', 'application/pdf', 'one.pdf', '2026-02-01')]
    server.contents.set('one.pdf', bytes)
    const [document] = await open().documents(documents, {}, soon())
    expect(
      Buffer.from((await open().download(document ?? expect.fail(), soon())) as Uint8Array),
    ).toEqual(bytes)
    expect(server.storageCalls[0]?.headers['x-api-key']).toBeUndefined()
  })

  it('need a facility', async () => {
    await expect(
      open({ facilityId: undefined }).start(documents, { requestId, signal: soon() }),
    ).rejects.toMatchObject({
      code: 'provider_error',
      message: expect.stringContaining('facility'),
      details: { retryable: false },
    })
  })
})

describe('webhooks of Metriport', () => {
  it('a ping is answered', () => {
    const ping = {
      ping: 'abc-1',
      meta: { messageId: 'm', when: '2026-01-01T00:00:00Z', type: 'ping' },
    }
    expect(receive(server.signed(ping))).toEqual({ reply: { pong: 'abc-1' }, news: [] })
  })

  it('a message names the request by our id and by theirs', () => {
    const message = server.dataMessage(patientId, 'f', {
      requestId: 'theirs',
      data: { roundsRequestId: requestId },
    })
    expect(receive(server.signed(message))?.news).toEqual([
      {
        requestId,
        providerRequestId: 'theirs',
        patientId,
        ticket: { url: expect.stringContaining('/data/f?') },
      },
    ])
    const documentsMessage = {
      meta: { messageId: 'm', when: 'x', type: 'medical.document-download', requestId: 'theirs' },
      patients: [{ patientId, type: 'document-download', status: 'completed', documents: [] }],
    }
    expect(receive(server.signed(documentsMessage))?.news).toEqual([
      {
        requestId: undefined,
        providerRequestId: 'theirs',
        patientId,
        ticket: { downloaded: true },
      },
    ])
    const conversion = {
      ...documentsMessage,
      meta: { ...documentsMessage.meta, type: 'medical.document-conversion' },
    }
    expect(receive(server.signed(conversion))?.news).toEqual([])
  })

  const message = () => server.signed(server.dataMessage(patientId, 'f'))
  it.each<[string, () => unknown, object]>([
    [
      'another key',
      () => receive(server.signed(server.dataMessage(patientId, 'f'), 'other')),
      { code: 'unauthorized' },
    ],
    ['no signature', () => receive({ ...message(), headers: {} }), { code: 'unauthorized' }],
    [
      'a signature of another length',
      () => receive({ ...message(), headers: { 'x-metriport-signature': 'ab' } }),
      { code: 'unauthorized' },
    ],
    [
      'a signature that is no hex',
      () => receive({ ...message(), headers: { 'x-metriport-signature': 'z'.repeat(64) } }),
      { code: 'unauthorized' },
    ],
    [
      'one changed byte',
      () => receive({ ...message(), body: message().body.replace('completed', 'Completed') }),
      { code: 'unauthorized' },
    ],
    [
      'a connection without a key',
      () => receive(message(), open({}, { webhookKey: undefined })),
      { code: 'unauthorized' },
    ],
    [
      'no JSON',
      () => {
        const body = 'x'
        const { headers } = server.signed('x')
        return receive({ body, headers })
      },
      { code: 'unauthorized' },
    ],
    [
      'JSON that is no message',
      () => receive(server.signed({ hello: 1 })),
      { code: 'invalid_request' },
    ],
  ])('%s is refused', (_what, call, expected) =>
    expect(call).toThrow(expect.objectContaining(expected)),
  )
})

it('the test of a connection proves address and key', async () => {
  expect(await open().test(soon())).toContain('took our API key')
  await expect(open({}, { apiKey: 'x' }).test(soon())).rejects.toMatchObject({
    details: { status: 401 },
  })
})
