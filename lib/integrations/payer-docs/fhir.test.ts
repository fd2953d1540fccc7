import type { Binary, DocumentReference, Organization, Patient } from '@medplum/fhirtypes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startFhirServer, type FhirServer } from '#test/fakes/fhir-server'
import { memoryStore } from '#test/fakes/memory-store'
import { payerDocsFhir } from './fhir.ts'

const never = new AbortController().signal
const pdf = Buffer.from('%PDF-1.7 a letter')
const ids: Record<string, string> = {}
let server: FhirServer

async function file(name: string, change: Partial<DocumentReference>): Promise<void> {
  const { id } = await server.repository.createResource<DocumentReference>({
    resourceType: 'DocumentReference',
    status: 'current',
    subject: { reference: `Patient/${ids['adams']}`, display: 'Zoe Adams' },
    content: [{ attachment: { contentType: 'application/pdf', data: pdf.toString('base64') } }],
    ...change,
  })
  ids[name] = id
}

beforeAll(async () => {
  server = await startFhirServer()
  const create = async (name: string, resource: Patient | Organization | Binary) => {
    ids[name] = (await server.repository.createResource(resource)).id
  }
  await create('adams', {
    resourceType: 'Patient',
    name: [{ family: 'Adams', given: ['Zoe'] }],
    identifier: [{ value: 'MBR1' }],
  })
  await create('brown', {
    resourceType: 'Patient',
    name: [{ family: 'Brown' }],
    identifier: [{ value: 'MBR2' }],
  })
  await create('payer', { resourceType: 'Organization', name: 'Northwind' })
  await create('binary', {
    resourceType: 'Binary',
    contentType: 'application/pdf',
    data: pdf.toString('base64'),
  })
  await file('eob', {
    identifier: [{ value: 'CLM-1' }],
    type: {
      coding: [{ system: 'http://loinc.org', code: '52030-2', display: 'Explanation of benefits' }],
    },
    custodian: { reference: `Organization/${ids['payer']}`, display: 'Northwind' },
    date: '2026-03-07T10:00:00Z',
    description: 'EOB March',
    context: { period: { start: '2026-02-01' } },
  })
  await file('letter', {
    identifier: [{ value: 'AUTH-1, final' }],
    date: '2026-04-01T00:00:00Z',
    type: { text: 'Authorization' },
    content: [
      {
        attachment: {
          contentType: 'application/pdf',
          url: `Binary/${ids['binary']}`,
          title: 'auth.pdf',
        },
      },
    ],
  })
  await file('other', {
    subject: { reference: `Patient/${ids['brown']}` },
    identifier: [{ value: 'CLM-2' }],
  })
  await file('wrong', { status: 'entered-in-error', identifier: [{ value: 'CLM-3' }] })
})
afterAll(async () => await server.close())
beforeEach(() => {
  server.requests.length = 0
  server.instead.length = 0
  server.pageSize = 1000
})

const open = (config: object = {}) =>
  payerDocsFhir.open({
    config: payerDocsFhir.config.parse({ baseUrl: server.baseUrl, auth: 'none', ...config }),
    secrets: {},
    store: memoryStore(),
    allowPrivate: [server.host],
  })
const search = (...criteria: [string, string][]) =>
  open().searchDocuments(
    criteria.map(([Key, Value]) => ({ Key, Value })),
    never,
  )
const found = async (...criteria: [string, string][]) =>
  (await search(...criteria))
    .map(({ documentId }) => Object.keys(ids).find((name) => ids[name] === documentId))
    .sort()

describe('an archive on a FHIR server', () => {
  it('returns documents with their fields', async () => {
    expect(await search(['ClaimNumber', 'CLM-1'])).toEqual([
      {
        documentId: ids['eob'],
        documentType: 'Explanation of benefits',
        fileName: 'EOB March.pdf',
        mimeType: 'application/pdf',
        receivedDate: '2026-03-07',
        keys: [
          { Key: 'DocumentType', Value: 'Explanation of benefits' },
          { Key: 'Identifier', Value: 'CLM-1' },
          { Key: 'PatientId', Value: ids['adams'] },
          { Key: 'PatientName', Value: 'Zoe Adams' },
          { Key: 'PayerId', Value: ids['payer'] },
          { Key: 'PayerName', Value: 'Northwind' },
          { Key: 'Description', Value: 'EOB March' },
          { Key: 'ServiceDate', Value: '2026-02-01' },
          { Key: 'ReceivedDate', Value: '2026-03-07' },
        ],
      },
    ])
  })

  it('finds by every criterion together', async () => {
    const patient: [string, string] = ['PatientId', ids['adams'] ?? '']
    expect(await found(patient)).toEqual(['eob', 'letter'])
    expect(await found(patient, ['identifier', 'CLM-1'])).toEqual(['eob'])
    expect(await found(patient, ['ReceivedDate', 'ge2026-03-20'])).toEqual(['letter'])
    expect(await found(['ReceivedDate', 'ge2026-03-01'], ['ReceivedDate', 'lt2026-03-20'])).toEqual(
      ['eob'],
    )
    expect(await found(['DocumentType', '52030-2'])).toEqual(['eob'])
    expect(await found(['PayerId', ids['payer'] ?? ''])).toEqual(['eob'])
    expect(await found(['DocumentId', ids['other'] ?? ''])).toEqual(['other'])
    expect(await found(patient, ['claimnumber', 'CLM-2'])).toEqual([])
    expect(await found(['Status', 'entered-in-error'])).toEqual(['wrong'])
  })

  it.each<[string, string, string, string]>([
    ['MemberId', 'MBR1', 'patient.identifier', 'MBR1'],
    ['PatientName', 'Adams', 'patient.name', 'Adams'],
    ['PayerName', 'North', 'custodian.name', 'North'],
    ['DocumentType', 'Explanation of benefits', 'type:text', 'Explanation of benefits'],
    ['AuthorizationNumber', 'AUTH-1, final', 'identifier', 'AUTH-1\\, final'],
    ['Description', '100$ \\ more', 'description', '100\\$ \\\\ more'],
    ['ServiceDate', '2026-02-01', 'period', '2026-02-01'],
    [
      'PatientId',
      'Patient/7&status=entered-in-error',
      'patient',
      'Patient/7&status=entered-in-error',
    ],
  ])('%s %s is searched as %s=%s', async (key, value, name, sent) => {
    await search([key, value]).catch(() => undefined)
    const [request] = server.requests
    const query = new URL(request?.path ?? '', 'http://localhost').searchParams
    expect([query.get(name), query.getAll('status'), request?.headers['prefer']]).toEqual([
      sent,
      ['current'],
      'handling=strict',
    ])
  })

  it('names the available keys', async () => {
    await expect(search(['Colour', 'red'])).rejects.toMatchObject({
      code: 'invalid_request',
      details: {
        issues: [{ path: '0.Key', message: expect.stringContaining('DocumentId, DocumentType') }],
      },
    })
    expect(server.requests).toEqual([])
  })

  it('is read from every page, and not followed to another host', async () => {
    server.pageSize = 1
    expect(await found(['PatientId', ids['adams'] ?? ''])).toEqual(['eob', 'letter'])
    const body = (link: object[], entry: object[] = []) => ({
      status: 200,
      body: JSON.stringify({ resourceType: 'Bundle', entry, link }),
    })
    server.instead.push({
      when: () => true,
      answer: body([{ relation: 'next', url: 'https://example.com/DocumentReference?_page=2' }]),
    })
    await expect(search(['Status', 'current'])).rejects.toMatchObject({
      code: 'provider_error',
      message: expect.stringContaining('another host'),
    })
  })

  it('refuses an answer that omits a criterion', async () => {
    const body = JSON.stringify({
      resourceType: 'Bundle',
      entry: [],
      link: [{ relation: 'self', url: `${server.baseUrl}/DocumentReference?status=current` }],
    })
    server.instead.push({ when: () => true, answer: { status: 200, body } })
    await expect(search(['PatientName', 'Adams'])).rejects.toMatchObject({
      code: 'provider_error',
      details: { code: 'ignored_parameter' },
      message: expect.stringContaining('patient.name'),
    })
  })

  it('returns no more than the limit', async () => {
    const entry = Array.from({ length: 1001 }, (_entry, id) => ({
      resource: {
        resourceType: 'DocumentReference',
        id: String(id),
        content: [{ attachment: {} }],
      },
    }))
    server.instead.push({
      when: () => true,
      answer: { status: 200, body: JSON.stringify({ resourceType: 'Bundle', entry }) },
    })
    await expect(search(['Status', 'current'])).rejects.toMatchObject({
      code: 'result_too_large',
      statusCode: 400,
    })
  })

  it('returns files, inside the resource or as Binary', async () => {
    expect(await open().fetchDocument(ids['eob'] ?? '', never)).toEqual({
      fileName: 'EOB March.pdf',
      mimeType: 'application/pdf',
      content: pdf,
    })
    expect(await open().fetchDocument(ids['letter'] ?? '', never)).toEqual({
      fileName: 'auth.pdf',
      mimeType: 'application/pdf',
      content: pdf,
    })
    server.instead.push({
      when: ({ path }) => path.includes('/Binary/'),
      answer: { status: 200, headers: { 'content-type': 'application/pdf' }, body: '%PDF raw' },
    })
    expect(
      Buffer.from((await open().fetchDocument(ids['letter'] ?? '', never)).content).toString(),
    ).toBe('%PDF raw')
  })

  it('knows no other documents, and fetches nothing from another host', async () => {
    for (const id of ['nobody', '', '..', 'a/b', 'x?y'])
      await expect(open().fetchDocument(id, never)).rejects.toMatchObject({ code: 'not_found' })
    await file('away', {
      content: [
        { attachment: { contentType: 'application/pdf', url: 'https://example.com/letter.pdf' } },
      ],
    })
    await expect(open().fetchDocument(ids['away'] ?? '', never)).rejects.toMatchObject({
      code: 'provider_error',
      message: expect.stringContaining('another host'),
    })
  })

  it.each([
    [{ status: 401 }, { status: 401 }],
    [{ status: 500, body: 'oops' }, { status: 500 }],
    [{ status: 429, headers: { 'retry-after': '60' } }, { status: 429 }],
    [{ status: 200, body: 'garbage' }, { status: 200 }],
    [{ status: 200, body: '{"resourceType":"Patient"}' }, { status: 200 }],
  ])('%j is a provider_error', async (answer, details) => {
    for (let tries = 0; tries < 3; tries++) server.instead.push({ when: () => true, answer })
    await expect(search(['Status', 'current'])).rejects.toMatchObject({
      code: 'provider_error',
      statusCode: 502,
      details: { provider: 'fhir', ...details },
    })
  })

  it('its test signs in', async () => {
    expect(await open().test(never)).toContain('took our credentials')
    server.authorize = () => false
    await expect(open().test(never)).rejects.toMatchObject({ details: { status: 401 } })
    server.authorize = () => true
  })
})
