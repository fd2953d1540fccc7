import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { connections, sandboxRecords } from '#db/schema/connections'
import { policies } from '#db/schema/documents'
import { auditEntries } from '#db/schema/records'
import { seedConnections } from '#db/seed/connections'
import { homecarePatients } from '#db/seed/sandbox-patients'
import { dateInZone } from '#lib/domain/provider/text-note'
import type { HomecarePatient } from '#lib/integrations/homecare/port'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { startFhirServer } from '#test/fakes/fhir-server'

const patientsRoute = endpointsAt('/api/v2/integrations/homecare/{slug}/patients')
const notesRoute = endpointsAt('/api/v2/integrations/emr/{slug}/text-notes')
const textRoute = endpointsAt('/api/v2/policies/{policyId}/text')

// Before the settings are read for the first time: the server lies on an internal address.
const fhir = await startFhirServer()
/** A server that does not recognise a repeated note. */
const forgetful = await startFhirServer()
forgetful.conditionalCreate = false
process.env['HTTP_ALLOW_PRIVATE'] = `${fhir.host},${forgetful.host}`

const api = useApi()
type More = Parameters<typeof api.send>[2] & { slug?: string }
const patientId = 'EMR-1001'
const note = { patientId, title: 'Authorization received', body: 'Number 4711' }

beforeAll(async () => {
  const organizationId = api.organization.id
  await inOrganization(organizationId, async (tx) => {
    await seedConnections(tx, organizationId)
    const config = { baseUrl: fhir.baseUrl, auth: 'none', timeoutSeconds: 5 }
    for (const kind of ['emr', 'homecare'] as const)
      await tx.insert(connections).values({
        id: newId(),
        organizationId,
        kind,
        slug: 'fhir',
        provider: 'fhir',
        name: 'FHIR',
        config,
      })
    const other = { ...config, baseUrl: forgetful.baseUrl }
    await tx.insert(connections).values({
      id: newId(),
      organizationId,
      kind: 'emr',
      slug: 'forgetful',
      provider: 'fhir',
      name: 'Forgetful',
      config: other,
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
    await tx.insert(policies).values({
      organizationId,
      id: 'a-policy',
      title: 'A policy',
      text: '# A policy\n',
      updatedAt: new Date(),
    })
  })
})
afterAll(async () => {
  await fhir.close()
  await forgetful.close()
})
beforeEach(() => {
  fhir.instead.length = 0
})

const fileNote = (body: unknown, { slug = 'sandbox', ...more }: More = {}) =>
  api.send(notesRoute.POST, `/api/v2/integrations/emr/${encodeURIComponent(slug)}/text-notes`, {
    params: { slug },
    body,
    ...more,
  })
const search = (query = '', { slug = 'sandbox', ...more }: More = {}) =>
  api.send(
    patientsRoute.GET,
    `/api/v2/integrations/homecare/${encodeURIComponent(slug)}/patients${query}`,
    { params: { slug }, ...more },
  )
const policyText = (policyId: string, more: More = {}) =>
  api.send(textRoute.GET, `/api/v2/policies/${policyId}/text`, { params: { policyId }, ...more })
const notes = () =>
  inOrganization(api.organization.id, async (tx) =>
    (await tx.select().from(sandboxRecords).where(eq(sandboxRecords.collection, 'notes'))).map(
      ({ data }) => data,
    ),
  )

/** Exactly the fields of the specification's error bodies, nothing beside them. */
const shapeA = (status: number, error: string) => ({
  status,
  body: { error, message: expect.any(String), statusCode: status, details: expect.any(Object) },
})
const shapeB = (status: number) => ({ status, body: { error: expect.stringContaining(' ') } })
const answered = ({ status, body }: { status: number; body: unknown }) => ({ status, body })
const hangingProvider = () => fhir.instead.push({ when: () => true, answer: 'hang' })
const failingProvider = () =>
  fhir.instead.push({ when: () => true, answer: { status: 500, body: 'stack trace' } })

describe('POST /api/v2/integrations/emr/{slug}/text-notes', () => {
  it('files a note dated today in the time zone, with the default category', async () => {
    const before = dateInZone(new Date(), 'America/New_York')
    const answer = await fileNote(note)
    const after = dateInZone(new Date(), 'America/New_York')
    expect(answered(answer)).toEqual({
      status: 200,
      body: {
        success: true,
        documentHistoryId: expect.stringMatching(/^[0-9a-f-]{36}\/_history\/1$/),
      },
    })
    expect(answer.headers.get('x-request-id')).toBeTruthy()
    const filed = (await notes()).find(({ id }) =>
      String(answer.body['documentHistoryId']).startsWith(String(id)),
    )
    expect(filed).toMatchObject({ ...note, category: 'CPS Authorizations' })
    expect([before, after]).toContain(filed?.['date'])
  })

  it('takes every field of the specification, and HTML without what could run', async () => {
    const { body } = await fileNote(
      { ...note, body: '<p>Hi<script>x()</script></p>', category: 'Letters', date: '2/29/2028' },
      { as: 'worker' },
    )
    const filed = (await notes()).find(({ id }) =>
      String(body['documentHistoryId']).startsWith(String(id)),
    )
    expect(filed).toMatchObject({ body: '<p>Hi</p>', category: 'Letters', date: '2028-02-29' })
  })

  it('files one note for one Idempotency-Key, and one more for the next', async () => {
    const count = (await notes()).length
    const headers = { 'idempotency-key': newId() }
    const first = await fileNote(note, { headers })
    expect(answered(await fileNote(note, { headers }))).toEqual(answered(first))
    expect(await notes()).toHaveLength(count + 1)
    expect(answered(await fileNote({ ...note, title: 'Other' }, { headers }))).toEqual(
      shapeA(409, 'idempotency_key_reused'),
    )
    expect(answered(await fileNote(note, { headers: { 'idempotency-key': newId() } }))).not.toEqual(
      answered(first),
    )
    expect(await notes()).toHaveLength(count + 2)
  })

  it('a failed call does not use its key up', async () => {
    const headers = { 'idempotency-key': newId() }
    const patient = await fhir.repository.createResource({ resourceType: 'Patient' })
    // The patient could not be verified: nothing was filed, and the same key files the note later.
    failingProvider()
    const first = { slug: 'fhir', headers }
    expect((await fileNote({ ...note, patientId: patient.id }, first)).status).toBe(502)
    expect((await fileNote({ ...note, patientId: patient.id }, first)).status).toBe(200)
    for (let tries = 0; tries < 3; tries++)
      fhir.instead.push({
        when: ({ method }) => method === 'POST',
        answer: { status: 503, headers: { 'retry-after': '0' } },
      })
    const other = { headers: { 'idempotency-key': newId() }, slug: 'fhir' }
    expect((await fileNote({ ...note, patientId: patient.id }, other)).status).toBe(502)
    expect((await fileNote({ ...note, patientId: patient.id }, other)).status).toBe(200)
  })

  it('a note with an unknown outcome is not sent again until it is found', async () => {
    const { id } = await forgetful.repository.createResource({ resourceType: 'Patient' })
    const isCreate = ({ method }: { method: string }) => method === 'POST'
    const searches = ({ path }: { path: string }) => path.includes('/DocumentReference?')
    const nothing = { status: 200, body: '{"resourceType":"Bundle"}' }
    const hideOnce = () => forgetful.instead.push({ when: searches, answer: nothing })
    const headers = { 'idempotency-key': newId() }
    const send = () => fileNote({ ...note, patientId: id }, { slug: 'forgetful', headers })
    const unknown = { status: 502, body: { error: expect.stringContaining('Look into the chart') } }
    forgetful.instead.push({ when: isCreate, answer: { status: 503 }, after: true })
    // Before the note and after it; then once more, for the second request.
    for (let times = 0; times < 3; times++) hideOnce()
    expect(answered(await send())).toEqual(unknown)
    expect(answered(await send())).toEqual(unknown)
    expect(forgetful.requests.filter(isCreate)).toHaveLength(1)
    // Now the server's search shows it.
    expect((await send()).status).toBe(200)
    expect((await send()).headers.get('idempotent-replayed')).toBe('true')
    expect(forgetful.requests.filter(isCreate)).toHaveLength(1)
  })

  it.each([
    ['no patientId', { ...note, patientId: undefined }, 'patientId'],
    ['a blank patientId', { ...note, patientId: ' ' }, 'patientId'],
    ['no title', { ...note, title: undefined }, 'title'],
    ['a blank title', { ...note, title: '' }, 'title'],
    ['no body', { ...note, body: undefined }, 'body'],
    ['a blank body', { ...note, body: '\n\t' }, 'body'],
    ['a body that is no text', { ...note, body: { html: 'x' } }, 'body'],
    ['a blank category', { ...note, category: ' ' }, 'category'],
    ['an unknown field', { ...note, patientID: 'x' }, 'patientID'],
    ['leading zeros in the date', { ...note, date: '03/07/2026' }, 'date'],
    ['a day that does not exist', { ...note, date: '2/29/2026' }, 'date'],
    ['a date of another form', { ...note, date: '2026-03-07' }, 'date'],
  ])('400 A: %s', async (_what, body, field) => {
    const answer = await fileNote(body)
    expect(answered(answer)).toEqual(shapeA(400, 'invalid_request'))
    expect(answer.body['details']).toEqual({
      issues: [{ path: field, message: expect.any(String) }],
    })
  })

  it.each([
    ['400 A: no JSON', '{"patientId"', {}, shapeA(400, 'invalid_request')],
    ['400 A: no object', [], {}, shapeA(400, 'invalid_request')],
    ['400 A: no body', undefined, {}, shapeA(400, 'invalid_request')],
    [
      '413 A: more than 5 MB',
      { ...note, body: 'x'.repeat(5 * 1024 * 1024) },
      {},
      shapeA(413, 'payload_too_large'),
    ],
    [
      '415 A: not declared as JSON',
      JSON.stringify(note),
      { headers: { 'content-type': 'text/plain' } },
      shapeA(415, 'unsupported_media_type'),
    ],
    ['401 B: no credential', note, { as: null }, shapeB(401)],
    [
      '401 B: a dead key',
      note,
      { as: null, headers: { authorization: 'Bearer dead' } },
      shapeB(401),
    ],
    ['401 B before 400: no credential and no body', {}, { as: null }, shapeB(401)],
    ['404 A: unknown patient', { ...note, patientId: 'EMR-9999' }, {}, shapeA(404, 'not_found')],
    [
      '404 A: unknown patient of a FHIR server',
      { ...note, patientId: 'nobody' },
      { slug: 'fhir' },
      shapeA(404, 'not_found'),
    ],
    ['404 A: unknown connection', note, { slug: 'no-such' }, shapeA(404, 'unknown_connection')],
    [
      '404 A: a slug that none can have',
      note,
      { slug: 'No Such/../x' },
      shapeA(404, 'unknown_connection'),
    ],
  ] as [string, unknown, More, object][])('%s', async (_name, body, more, expected) =>
    expect(answered(await fileNote(body, more))).toEqual(expected),
  )

  it('404 A: another organization’s connection', async () => {
    expect(answered(await fileNote(note, { organization: await organizationWithKeys() }))).toEqual(
      shapeA(404, 'unknown_connection'),
    )
  })

  it('502 B: the provider fails; no word of it gets out', async () => {
    for (let tries = 0; tries < 2; tries++)
      fhir.instead.push({ when: ({ method }) => method === 'GET', answer: { status: 403 } })
    fhir.instead.push({
      when: ({ method }) => method === 'POST',
      answer: { status: 500, body: 'stack trace' },
    })
    const answer = await fileNote(note, { slug: 'fhir' })
    expect(answered(answer)).toEqual(shapeB(502))
    expect(JSON.stringify(answer.body)).not.toContain('stack')
  })

  it('504 B: the provider does not answer', async () => {
    hangingProvider()
    expect(answered(await fileNote(note, { slug: 'fhir' }))).toEqual(shapeB(504))
  })

  it('is audited without patient data', async () => {
    const { body } = await fileNote({ ...note, title: 'Very private' })
    const entries = await inOrganization(api.organization.id, (tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.action, 'emr.note-filed')),
    )
    expect(entries.map(({ details }) => details)).toContainEqual({
      documentHistoryId: body['documentHistoryId'],
    })
    expect(JSON.stringify(entries)).not.toMatch(/Very private|EMR-1001|Number 4711/)
  })
})

describe('GET /api/v2/integrations/homecare/{slug}/patients', () => {
  const found = async (query: string) => (await search(query)).body as unknown as HomecarePatient[]
  const count = (holds: (patient: HomecarePatient) => boolean) =>
    homecarePatients.filter(holds).length

  it('answers an array of patients', async () => {
    const { status, body } = await search('', { as: 'worker' })
    expect(status).toBe(200)
    expect(body).toHaveLength(200)
    expect((body as unknown as HomecarePatient[])[0]).toMatchObject({
      id: 'HC-2001',
      name: expect.any(String),
      birthDate: expect.any(String),
      prospect: false,
      deleted: false,
      facilityId: expect.any(String),
      disposition: expect.any(String),
    })
  })

  it.each<[string, (patient: HomecarePatient) => boolean]>([
    ['?deleteFlag=Y', ({ deleted }) => deleted],
    ['?deleteFlag=N', ({ deleted }) => !deleted],
    ['?prospectFlag=Y', ({ prospect }) => prospect],
    ['?prospectFlag=N', ({ prospect }) => !prospect],
    ['?nonProspectFlag=Y', ({ prospect }) => !prospect],
    ['?nonProspectFlag=N', ({ prospect }) => prospect],
    ['?prospectFlag=Y&nonProspectFlag=Y', () => false],
    ['?dispositionFilter=on%20hold', ({ disposition }) => disposition === 'On hold'],
    [
      '?facilityId=FAC-03&deleteFlag=N',
      ({ facilityId, deleted }) => facilityId === 'FAC-03' && !deleted,
    ],
    ['?name=LINDQ', ({ name }) => name.includes('Lindq')],
    ['?name=nobody', () => false],
  ])('%s finds those', async (query, holds) => {
    const patients = await found(query)
    expect(patients).toHaveLength(count(holds))
    expect(patients.every(holds)).toBe(true)
  })

  it.each(['id', 'name', 'birthDate', 'disposition', 'facilityId', 'prospect', 'deleted', 'phone'])(
    'sorts by %s, and by -%s the other way',
    async (field) => {
      const order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
      const values = (patients: HomecarePatient[]) =>
        patients.map((patient) => String(patient[field] ?? ''))
      const sorted = values(await found(`?sort=${field}`))
      expect(sorted).toEqual(sorted.toSorted(order.compare))
      expect(values(await found(`?sort=-${field}`))).toEqual(sorted.toReversed())
    },
  )

  it.each([
    ['?deleteFlag=y', 'deleteFlag'],
    ['?prospectFlag=true', 'prospectFlag'],
    ['?nonProspectFlag=', 'nonProspectFlag'],
    ['?sort=shoeSize', 'sort'],
    ['?sort=__proto__', 'sort'],
    ['?name=', 'name'],
    ['?name=a&name=b', 'name'],
    ['?facilityID=FAC-01', 'facilityID'],
  ])('400 A: %s', async (query, field) => {
    const answer = await search(query)
    expect(answered(answer)).toEqual(shapeA(400, 'invalid_request'))
    expect(answer.body['details']).toEqual({
      issues: [{ path: field, message: expect.any(String) }],
    })
  })

  it.each([
    ['401 B: no credential', { as: null }, shapeB(401)],
    ['404 A: unknown connection', { slug: 'no-such' }, shapeA(404, 'unknown_connection')],
    [
      '404 A: a connection of another kind',
      { slug: 'emr-only' },
      shapeA(404, 'unknown_connection'),
    ],
  ] as [string, More, object][])('%s', async (_name, more, expected) =>
    expect(answered(await search('', more))).toEqual(expected),
  )

  it('502 B and 504 B: the provider fails or does not answer', async () => {
    failingProvider()
    expect(answered(await search('', { slug: 'fhir' }))).toEqual(shapeB(502))
    hangingProvider()
    expect(answered(await search('', { slug: 'fhir' }))).toEqual(shapeB(504))
  })

  it('is audited without patient data', async () => {
    await search('?name=lindqvist')
    const entries = await inOrganization(api.organization.id, (tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.action, 'homecare.patients-searched')),
    )
    expect(entries.length).toBeGreaterThan(0)
    expect(JSON.stringify(entries).toLowerCase()).not.toContain('lindqvist')
  })
})

describe('GET /api/v2/policies/{policyId}/text', () => {
  it('answers the text', async () =>
    expect(answered(await policyText('a-policy', { as: 'worker' }))).toEqual({
      status: 200,
      body: { text: '# A policy\n' },
    }))
  it.each([
    ['401 B: no credential', 'a-policy', { as: null }, shapeB(401)],
    ['404 A: unknown policy', 'no-such', {}, shapeA(404, 'not_found')],
    ['404 A: an id that none can have', 'No Such', {}, shapeA(404, 'not_found')],
  ] as [string, string, More, object][])('%s', async (_name, policyId, more, expected) =>
    expect(answered(await policyText(policyId, more))).toEqual(expected),
  )
  it('404 A: another organization’s policy', async () =>
    expect(
      answered(await policyText('a-policy', { organization: await organizationWithKeys() })),
    ).toEqual(shapeA(404, 'not_found')))
})
