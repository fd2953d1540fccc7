import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { connections } from '#db/schema/connections'
import { auditEntries } from '#db/schema/records'
import { seedConnections } from '#db/seed/connections'
import type { PayerDocument } from '#lib/domain/provider/payer-document'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { pdfPagesOf } from '#test/harness/pdf-text'
import { startFhirServer } from '#test/fakes/fhir-server'

const documentRoute = endpointsAt(
  '/api/v2/integrations/payer-docs/{slug}/archive/documents/{documentId}',
)
const searchRoute = endpointsAt('/api/v2/integrations/payer-docs/{slug}/archive/searchdocs')
const testRoute = endpointsAt('/api/v2/connections/{id}/test')

// Before the settings are read for the first time: the server lies on an internal address.
const fhir = await startFhirServer()
process.env['HTTP_ALLOW_PRIVATE'] = fhir.host

const api = useApi()
type More = Parameters<typeof api.send>[2] & { slug?: string }
const sandboxId = newId()
const patient = [{ Key: 'PatientId', Value: 'EMR-1001' }]

beforeAll(async () => {
  const organizationId = api.organization.id
  await inOrganization(organizationId, async (tx) => {
    await seedConnections(tx, organizationId)
    const config = { baseUrl: fhir.baseUrl, auth: 'none', timeoutSeconds: 5 }
    // A connection for each case: failures in a row would open the circuit of one.
    for (const slug of ['fhir', 'fails', 'hangs'])
      await tx.insert(connections).values({
        id: newId(),
        organizationId,
        kind: 'payer-docs',
        slug,
        provider: 'fhir',
        name: slug,
        config,
      })
    await tx.insert(connections).values({
      id: sandboxId,
      organizationId,
      kind: 'payer-docs',
      slug: 'second',
      provider: 'sandbox',
      name: 'Second',
      config: {},
    })
    await tx.insert(connections).values({
      id: newId(),
      organizationId,
      kind: 'emr',
      slug: 'emr-only',
      provider: 'sandbox',
      name: 'EMR only',
      config: {},
    })
  })
})
afterAll(async () => await fhir.close())
beforeEach(() => {
  fhir.instead.length = 0
})

const search = (body: unknown, { slug = 'sandbox', ...more }: More = {}) =>
  api.send(
    searchRoute.POST,
    `/api/v2/integrations/payer-docs/${encodeURIComponent(slug)}/archive/searchdocs`,
    { params: { slug }, body, ...more },
  )
const found = async (body: unknown, more: More = {}) =>
  (await search(body, more)).body as unknown as PayerDocument[]
const fetchDocument = (documentId: string, { slug = 'sandbox', ...more }: More = {}) =>
  api.send(
    documentRoute.GET,
    `/api/v2/integrations/payer-docs/${slug}/archive/documents/${encodeURIComponent(documentId)}`,
    { params: { slug, documentId }, ...more },
  )

/** Exactly the fields of the specification's error body, nothing beside them. */
const shapeA = (status: number, error: string) => ({
  status,
  body: { error, message: expect.any(String), statusCode: status, details: expect.any(Object) },
})
const answered = ({ status, body }: { status: number; body: unknown }) => ({ status, body })

describe('POST /api/v2/integrations/payer-docs/{slug}/archive/searchdocs', () => {
  it('answers an array of documents that match every criterion', async () => {
    const documents = await found(patient, { as: 'worker' })
    expect(documents.length).toBeGreaterThan(5)
    expect(documents[0]).toEqual({
      documentId: expect.stringMatching(/^PD-1\d{5}$/),
      documentType: expect.any(String),
      fileName: expect.stringMatching(/\.pdf$/),
      mimeType: 'application/pdf',
      receivedDate: expect.stringMatching(/^2026-\d\d-\d\d$/),
      keys: expect.arrayContaining(patient),
    })
    const denied = await found([...patient, { Key: 'DocumentType', Value: 'Denial Letter' }])
    expect(denied.length).toBeGreaterThan(0)
    expect(denied).toEqual(documents.filter(({ documentType }) => documentType === 'Denial Letter'))
    expect(await found([{ Key: 'PatientId', Value: 'nobody' }])).toEqual([])
    expect(await found(Array.from({ length: 50 }, () => patient[0]))).toEqual(documents)
  })

  it.each([
    ['no criterion', [], ''],
    ['51 criteria', Array.from({ length: 51 }, () => patient[0]), ''],
    ['an object', { Key: 'PatientId', Value: 'x' }, ''],
    ['other capitals', [{ key: 'PatientId', value: 'x' }], '0.Key'],
    ['an unknown field', [{ ...patient[0], Operator: '=' }], '0.Operator'],
    ['a blank key', [{ Key: ' ', Value: 'x' }], '0.Key'],
    ['a blank value', [...patient, { Key: 'PatientId', Value: '' }], '1.Value'],
    ['a value that is no text', [{ Key: 'PatientId', Value: 7 }], '0.Value'],
    [
      'a key that the archive does not know',
      [...patient, { Key: 'ShoeSize', Value: '7' }],
      '1.Key',
    ],
  ])('400 A: %s', async (_what, body, field) => {
    const answer = await search(body)
    expect(answered(answer)).toEqual(shapeA(400, 'invalid_request'))
    expect(answer.body['details']).toEqual({
      issues: expect.arrayContaining([{ path: field, message: expect.any(String) }]),
    })
  })

  it.each([
    ['400 A: no JSON', '[{', {}, shapeA(400, 'invalid_request')],
    ['400 A: no body', undefined, {}, shapeA(400, 'invalid_request')],
    [
      '413 A: more than 5 MB',
      [{ Key: 'x'.repeat(5 * 1024 * 1024), Value: 'x' }],
      {},
      shapeA(413, 'payload_too_large'),
    ],
    [
      '415 A: not declared as JSON',
      JSON.stringify(patient),
      { headers: { 'content-type': 'text/plain' } },
      shapeA(415, 'unsupported_media_type'),
    ],
    ['401 A: no credential', patient, { as: null }, shapeA(401, 'unauthorized')],
    [
      '401 A: a dead key',
      patient,
      { as: null, headers: { authorization: 'Bearer dead' } },
      shapeA(401, 'unauthorized'),
    ],
    ['404 A: unknown connection', patient, { slug: 'no-such' }, shapeA(404, 'unknown_connection')],
    [
      '404 A: a connection of another kind',
      patient,
      { slug: 'emr-only' },
      shapeA(404, 'unknown_connection'),
    ],
  ] as [string, unknown, More, object][])('%s', async (_name, body, more, expected) =>
    expect(answered(await search(body, more))).toEqual(expected),
  )

  it('404 A: another organization’s connection', async () => {
    expect(answered(await search(patient, { organization: await organizationWithKeys() }))).toEqual(
      shapeA(404, 'unknown_connection'),
    )
  })

  it('502 A: the archive fails; no word of it gets out', async () => {
    for (let tries = 0; tries < 3; tries++)
      fhir.instead.push({ when: () => true, answer: { status: 500, body: 'stack trace' } })
    const answer = await search(patient, { slug: 'fails' })
    expect(answered(answer)).toEqual(shapeA(502, 'provider_error'))
    expect(answer.body['details']).toMatchObject({ provider: 'fhir', status: 500 })
    expect(JSON.stringify(answer.body)).not.toContain('stack')
  })

  it('504 A: the archive does not answer', async () => {
    fhir.instead.push({ when: () => true, answer: 'hang' })
    expect(answered(await search(patient, { slug: 'hangs' }))).toEqual(
      shapeA(504, 'provider_timeout'),
    )
  })

  it('is audited without patient data', async () => {
    await search([{ Key: 'PatientName', Value: 'Avery Lindqvist' }])
    const entries = await inOrganization(api.organization.id, (tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.action, 'payer-docs.searched')),
    )
    expect(entries.length).toBeGreaterThan(0)
    expect(JSON.stringify(entries)).not.toMatch(/Lindqvist|EMR-1001/)
  })
})

describe('GET /api/v2/integrations/payer-docs/{slug}/archive/documents/{documentId}', () => {
  it('gives the PDF as an attachment that no browser runs', async () => {
    const [document] = await found(patient)
    const documentId = document?.documentId ?? ''
    const request = new Request(
      `http://localhost:3000/api/v2/integrations/payer-docs/sandbox/archive/documents/${documentId}`,
      { headers: { authorization: `Bearer ${api.organization.keys.worker}` } },
    )
    const response = await documentRoute.GET(request, { slug: 'sandbox', documentId })
    const bytes = await response.bytes()
    expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
      200,
      {
        'content-type': 'application/pdf',
        'content-length': String(bytes.length),
        'content-disposition': expect.stringContaining(
          `attachment; filename="${document?.fileName}"`,
        ),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'private, no-store',
        'x-request-id': expect.any(String),
      },
    ])
    const size = bytes.length
    expect((await pdfPagesOf(bytes))[0]).toContain('EMR-1001')
    const entries = await inOrganization(api.organization.id, (tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.action, 'payer-docs.document-fetched')),
    )
    expect(entries.map(({ details }) => details)).toEqual([{ documentId, size }])
  })

  it('does not believe a type that the bytes contradict', async () => {
    const { id } = await fhir.repository.createResource({
      resourceType: 'DocumentReference',
      status: 'current',
      content: [
        {
          attachment: {
            contentType: 'application/pdf',
            title: 'x.pdf',
            data: Buffer.from('<script>alert(1)</script>').toString('base64'),
          },
        },
      ],
    })
    const request = new Request('http://localhost:3000/', {
      headers: { authorization: `Bearer ${api.organization.keys.worker}` },
    })
    const response = await documentRoute.GET(request, { slug: 'fhir', documentId: id })
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/octet-stream',
    ])
  })

  it.each([
    ['401 A: no credential', 'PD-100001', { as: null }, shapeA(401, 'unauthorized')],
    ['404 A: unknown document', 'PD-1', {}, shapeA(404, 'not_found')],
    ['404 A: an id that none can have', '../../etc/passwd', {}, shapeA(404, 'not_found')],
    [
      '404 A: an id that none can have on a FHIR server',
      '../Patient',
      { slug: 'fhir' },
      shapeA(404, 'not_found'),
    ],
    [
      '404 A: unknown connection',
      'PD-100001',
      { slug: 'no-such' },
      shapeA(404, 'unknown_connection'),
    ],
  ] as [string, string, More, object][])('%s', async (_name, documentId, more, expected) =>
    expect(answered(await fetchDocument(documentId, more))).toEqual(expected),
  )

  it('502 A and 504 A: the archive fails or does not answer', async () => {
    for (let tries = 0; tries < 3; tries++)
      fhir.instead.push({
        when: () => true,
        answer: { status: 503, headers: { 'retry-after': '0' } },
      })
    expect(answered(await fetchDocument('x', { slug: 'fails' }))).toEqual(
      shapeA(502, 'provider_error'),
    )
    fhir.instead.push({ when: () => true, answer: 'hang' })
    expect(answered(await fetchDocument('x', { slug: 'hangs' }))).toEqual(
      shapeA(504, 'provider_timeout'),
    )
  })
})

it('the button Test of the sandbox says how many documents there are', async () => {
  const { status, body } = await api.send(testRoute.POST, `/api/v2/connections/${sandboxId}/test`, {
    params: { id: sandboxId },
  })
  expect([status, body]).toMatchObject([
    200,
    { ok: true, message: expect.stringContaining('240 documents') },
  ])
})
