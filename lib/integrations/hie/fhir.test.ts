import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { HieRequest } from '#lib/domain/provider/hie'
import { memoryStore } from '#test/fakes/memory-store'
import { hieFhir } from './fhir.ts'

type Seen = { path: string; query: URLSearchParams; headers: IncomingHttpHeaders }
type Answer = { status: number; headers?: Record<string, string>; body?: unknown; raw?: Uint8Array }
const seen: Seen[] = []
/**
 * The answers of the server, by path; each list is consumed from the front, its last answer stays.
 */
let answers: Record<string, Answer[]> = {}

/** A FHIR server that refuses like FHIR: a missing token, and a media type that it cannot send. */
const server = createServer((incoming, outgoing) => {
  const url = new URL(incoming.url ?? '', 'http://x')
  const call = {
    path: decodeURIComponent(url.pathname),
    query: url.searchParams,
    headers: incoming.headers,
  }
  seen.push(call)
  const list = answers[call.path]
  const told = (list && list.length > 1 ? list.shift() : list?.[0]) ?? { status: 404 }
  const refused = incoming.headers.authorization === 'Bearer token' ? undefined : { status: 401 }
  const { status, headers = {}, body, raw }: Answer = refused ?? told
  outgoing.writeHead(status, { 'content-type': 'application/fhir+json', ...headers }).end(
    raw ??
      JSON.stringify(
        body ?? {
          resourceType: 'OperationOutcome',
          issue: [{ severity: 'error', code: 'not-found' }],
        },
      ),
  )
})
let base = ''
const host = () => new URL(base).host
const patientId = 'p1'
const fhir: HieRequest = { kind: 'fhir', patientId }
const documents = { kind: 'documents' as const, patientId }
const soon = () => AbortSignal.timeout(30_000)
const everything = '/fhir/Patient/p1/$everything'
const resource = (id: string) => ({ resource: { resourceType: 'Condition', id } })
const bundle = (...ids: string[]) => ({
  resourceType: 'Bundle',
  type: 'searchset',
  entry: ids.map(resource),
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/fhir`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})
beforeEach(() => {
  seen.length = 0
  answers = {}
})
const open = (config: object = {}) =>
  hieFhir.open({
    config: hieFhir.config.parse({ baseUrl: base, auth: 'bearer', ...config }),
    secrets: { token: 'token' },
    store: memoryStore(),
    allowPrivate: [host()],
  })
const start = (request: HieRequest = fhir) =>
  open().start(request, { requestId: 'r', signal: soon() })

describe('Patient/$everything', () => {
  it('is requested asynchronously, checked, and read', async () => {
    answers = {
      [everything]: [
        { status: 202, headers: { 'content-location': `${base}/jobs/7`, 'retry-after': '3' } },
      ],
      '/fhir/jobs/7': [
        { status: 202, headers: { 'x-progress': '50%', 'retry-after': '5' } },
        { status: 200, body: bundle('a', 'b') },
      ],
    }
    const started = await start({
      ...fhir,
      resources: ['Condition', 'Observation'],
      dateFrom: '2026-01-01',
      dateTo: '2026-02-01',
    } as HieRequest)
    expect(started).toEqual({
      status: 'processing',
      ticket: { statusUrl: `${base}/jobs/7` },
      retryAfterSeconds: 3,
    })
    expect(seen[0]?.headers).toMatchObject({
      prefer: 'respond-async',
      accept: 'application/fhir+json',
    })
    expect(Object.fromEntries(seen[0]?.query ?? [])).toMatchObject({
      start: '2026-01-01',
      end: '2026-02-01',
      _type: 'Condition,Observation',
    })
    const ticket = { statusUrl: `${base}/jobs/7` }
    expect(await open().poll(fhir, ticket, soon())).toEqual({
      status: 'processing',
      retryAfterSeconds: 5,
    })
    expect(await open().poll(fhir, ticket, soon())).toEqual({
      status: 'ready',
      bundle: {
        resourceType: 'Bundle',
        type: 'collection',
        total: 2,
        entry: [resource('a'), resource('b')],
      },
    })
  })

  it('may name a relative status address', async () => {
    answers = { [everything]: [{ status: 202, headers: { 'content-location': 'jobs/8' } }] }
    expect(await start()).toMatchObject({ ticket: { statusUrl: `${base}/jobs/8` } })
  })

  it('answered at once is read with all its pages', async () => {
    answers = {
      [everything]: [
        {
          status: 200,
          body: { ...bundle('a'), link: [{ relation: 'next', url: `${base}/pages/2` }] },
        },
      ],
      '/fhir/pages/2': [{ status: 200, body: bundle('b') }],
    }
    expect(await start()).toMatchObject({
      status: 'ready',
      bundle: { total: 2, entry: [resource('a'), resource('b')] },
    })
  })

  it('is read from a batch response and from the files of a bulk export', async () => {
    const look = async () => await open().poll(fhir, { statusUrl: `${base}/jobs/7` }, soon())
    answers = {
      '/fhir/jobs/7': [
        {
          status: 200,
          body: {
            resourceType: 'Bundle',
            type: 'batch-response',
            entry: [{ response: { status: '200' }, resource: bundle('a') }],
          },
        },
      ],
    }
    expect(await look()).toMatchObject({ bundle: { total: 1, entry: [resource('a')] } })
    const output = [
      { type: 'Condition', url: `${base}/files/1` },
      { type: 'Patient', url: `${base}/files/2` },
    ]
    answers = {
      '/fhir/jobs/7': [
        {
          status: 200,
          headers: { 'content-type': 'application/json' },
          body: {
            transactionTime: '2026-01-01T00:00:00Z',
            request: base,
            requiresAccessToken: true,
            output,
            error: [],
          },
        },
      ],
      '/fhir/files/1': [
        {
          status: 200,
          raw: Buffer.from(
            '{"resourceType":"Condition","id":"a"}\n{"resourceType":"Condition","id":"b"}\n',
          ),
        },
      ],
      '/fhir/files/2': [{ status: 200, raw: Buffer.from('{"resourceType":"Patient","id":"p1"}') }],
    }
    expect(await look()).toMatchObject({ bundle: { total: 3 } })
  })

  const elsewhere = 'https://elsewhere.example.com/x'
  it.each<[string, Record<string, Answer[]>, () => Promise<unknown>, object]>([
    ['an unknown patient', {}, () => start(), { code: 'not_found' }],
    [
      'an address on another host',
      { [everything]: [{ status: 202, headers: { 'content-location': elsewhere } }] },
      () => start(),
      { details: { code: 'other_host', retryable: false } },
    ],
    [
      'no address',
      { [everything]: [{ status: 202 }] },
      () => start(),
      { code: 'provider_error', message: expect.stringContaining('Content-Location') },
    ],
    [
      'a next page on another host',
      {
        [everything]: [
          { status: 200, body: { ...bundle('a'), link: [{ relation: 'next', url: elsewhere }] } },
        ],
      },
      () => start(),
      { message: expect.stringContaining('another host') },
    ],
    [
      'a request that the server forgot',
      {},
      () => open().poll(fhir, { statusUrl: `${base}/jobs/9` }, soon()),
      { details: { code: 'request_gone', retryable: false } },
    ],
    [
      'no bundle',
      { [everything]: [{ status: 200, body: { resourceType: 'Patient' } }] },
      () => start(),
      { details: { code: 'no_bundle' } },
    ],
    [
      'a refusal',
      {
        [everything]: [
          {
            status: 422,
            body: {
              resourceType: 'OperationOutcome',
              issue: [{ severity: 'error', code: 'too-costly', diagnostics: 'Jane Doe' }],
            },
          },
        ],
      },
      () => start(),
      {
        details: { status: 422, code: 'too-costly' },
        message: 'The provider refused the request (422, too-costly).',
      },
    ],
  ])('%s is an error', async (_what, given, call, expected) => {
    answers = given
    await expect(call()).rejects.toMatchObject({ ...expected })
    expect(seen.every(({ headers }) => headers.host === host())).toBe(true)
  })
})

describe('DocumentReference', () => {
  const reference = (id: string, attachment: object) => ({
    resource: {
      resourceType: 'DocumentReference',
      id,
      status: 'current',
      date: '2026-02-01T08:00:00Z',
      type: { text: 'Letter' },
      content: [{ attachment }],
    },
  })
  const pdf = Buffer.from([0x25, 0x50, 0x44, 0x46, 0x00, 0xff])

  it('is searched by patient, type and day; attachments come as Binary, as bytes, or within', async () => {
    const entry = [
      reference('1', { contentType: 'application/pdf', url: 'Binary/b1', title: 'one.pdf' }),
      reference('2', { contentType: 'application/pdf', url: `${base}/raw/2` }),
      reference('3', { contentType: 'application/pdf', data: pdf.toString('base64') }),
      reference('4', { contentType: 'text/plain', url: 'Binary/b4' }),
    ]
    answers = {
      '/fhir/DocumentReference': [
        { status: 200, body: { resourceType: 'Bundle', type: 'searchset', entry } },
      ],
      '/fhir/Binary/b1': [
        {
          status: 200,
          body: {
            resourceType: 'Binary',
            contentType: 'application/pdf',
            data: pdf.toString('base64'),
          },
        },
      ],
      '/fhir/raw/2': [{ status: 200, headers: { 'content-type': 'application/pdf' }, raw: pdf }],
    }
    expect(await start(documents)).toEqual({ status: 'ready', ticket: {} })
    const found = await open().documents(
      {
        ...documents,
        mimeTypes: ['application/pdf'],
        dateFrom: '2026-01-01',
        dateTo: '2026-03-01',
      },
      {},
      soon(),
    )
    expect(Object.fromEntries(seen[0]?.query ?? [])).toMatchObject({
      patient: 'Patient/p1',
      status: 'current',
      contenttype: 'application/pdf',
    })
    expect(seen[0]?.query.getAll('date')).toEqual(['ge2026-01-01', 'le2026-03-01'])
    expect(found.map(({ id, fileName, description }) => [id, fileName, description])).toEqual([
      ['1', 'one.pdf', 'Letter'],
      ['2', '2.pdf', 'Letter'],
      ['3', '3.pdf', 'Letter'],
    ])
    for (const document of found)
      expect(Buffer.from(await open().download(document, soon()))).toEqual(pdf)
    expect(seen.find(({ path }) => path === '/fhir/raw/2')?.headers.accept).toBe('application/pdf')
  })

  it('a pattern of types is matched here', async () => {
    answers = {
      '/fhir/DocumentReference': [
        {
          status: 200,
          body: {
            resourceType: 'Bundle',
            entry: [
              reference('1', { contentType: 'image/png', data: 'eA==' }),
              reference('2', { contentType: 'application/pdf', data: 'eA==' }),
            ],
          },
        },
      ],
    }
    expect(
      (await open().documents({ ...documents, mimeTypes: ['image/*'] }, {}, soon())).map(
        ({ id }) => id,
      ),
    ).toEqual(['1'])
    expect(seen[0]?.query.has('contenttype')).toBe(false)
  })

  it('an attachment on another host gets no token', async () => {
    const document = {
      id: '1',
      fileName: 'x',
      mimeType: 'application/pdf',
      date: null,
      description: null,
      source: { url: 'https://elsewhere.example.com/x' },
    }
    await expect(open().download(document, soon())).rejects.toMatchObject({
      code: 'provider_error',
      message: expect.stringContaining('another host'),
    })
    expect(seen).toEqual([])
  })
})
