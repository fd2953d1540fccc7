import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { asyncResults, hieRequests } from '#db/schema/async-results'
import { connections } from '#db/schema/connections'
import { files } from '#db/schema/documents'
import { auditEntries } from '#db/schema/records'
import { workers } from '#db/schema/runs'
import { seedConnections } from '#db/seed/connections'
import { env } from '#lib/env'
import { stopWatchingRuns } from '#lib/engine/watch/watch'
import { startWorker, type Worker } from '#lib/engine/worker/worker'
import { startRun } from '#lib/engine/commands/start-run'
import { watchRuns } from '#lib/engine/watch/watch'
import { tasks } from '#db/schema/runs'
import { newId } from '#lib/ids'
import { workerOptions } from '#lib/server/services'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { graph } from '#test/samples/graph'
import { startMetriport } from '#test/fakes/metriport-server'
import { seedWorkflow } from '#test/harness/seed-organization'
import { until } from '#test/harness/until'
import { sealSecrets } from '../connections/secrets.ts'
import { hookToken } from './hook-token.ts'
import { requestHie } from './request-hie.ts'

const resultRoute = endpointsAt('/api/v2/async-result/{id}')
const contentRoute = endpointsAt('/api/v2/files/{id}/content')
const webhookRoute = endpointsAt('/api/v2/hie/connections/{slug}/webhook')
const documentsRoute = endpointsAt('/api/v2/hie/patient/{patientId}/documents')
const fhirRoute = endpointsAt('/api/v2/hie/patient/{patientId}/fhir')
const hookRoute = endpointsAt('/api/v2/hooks/hie/{token}')

// Before the settings are read for the first time: the servers lie on an internal address.
const metriport = await startMetriport()
process.env['HTTP_ALLOW_PRIVATE'] = metriport.hosts.join(',')

const api = useApi()
type More = Parameters<typeof api.send>[2]
const patientId = 'eddeefa1-b54a-41d6-854f-0e91b7871d6a'
const metriportId = newId()
let worker: Worker

const request = (
  kind: 'fhir' | 'documents',
  patient: string,
  body: unknown = {},
  more: More = {},
) =>
  api.send(
    (kind === 'fhir' ? fhirRoute : documentsRoute).POST,
    `/api/v2/hie/patient/${encodeURIComponent(patient)}/${kind}`,
    { params: { patientId: patient }, body, ...more },
  )
const read = async (id: string, wait = 0) =>
  (await api.send(resultRoute.GET, `/api/v2/async-result/${id}?wait=${wait}`, { params: { id } }))
    .body
async function result(
  kind: 'fhir' | 'documents',
  patient: string,
  body: object = {},
): Promise<Record<string, unknown>> {
  const { body: started } = await request(kind, patient, { connection: 'sandbox', ...body })
  return await read(String(started['asyncResultId']), 20)
}
const hook = (
  message: { body: string; headers: Record<string, string> },
  token = hookToken({ organizationId: api.organization.id, connectionId: metriportId }),
) =>
  api.send(hookRoute.POST, `/api/v2/hooks/hie/${token}`, {
    params: { token },
    as: null,
    ...message,
  })
const rowOf = async (asyncResultId: unknown) =>
  (
    await engineDb()
      .select()
      .from(hieRequests)
      .where(eq(hieRequests.asyncResultId, String(asyncResultId)))
  )[0] ?? expect.fail('no request')
const shapeA = (status: number, error: string) => ({
  status,
  body: { error, message: expect.any(String), statusCode: status, details: expect.any(Object) },
})
const answered = ({ status, body }: { status: number; body: unknown }) => ({ status, body })

beforeAll(async () => {
  const organizationId = api.organization.id
  await inOrganization(organizationId, async (tx) => {
    await seedConnections(tx, organizationId)
    await tx
      .update(connections)
      .set({ config: { delaySeconds: 0.2 } })
      .where(eq(connections.kind, 'hie'))
    const config = { baseUrl: metriport.baseUrl, facilityId: 'facility-1' }
    const secrets = sealSecrets(
      { organizationId, id: metriportId },
      { apiKey: metriport.apiKey, webhookKey: metriport.webhookKey },
    )
    await tx.insert(connections).values({
      id: metriportId,
      organizationId,
      kind: 'hie',
      slug: 'metriport',
      provider: 'metriport',
      name: 'Metriport',
      config,
      secrets,
    })
  })
  worker = await startWorker(workerOptions())
})
afterAll(async () => {
  await worker.stop()
  await stopWatchingRuns()
  await metriport.close()
  rmSync(path.join(env().DATA_DIR, 'files'), { recursive: true, force: true })
})
beforeEach(() => {
  metriport.patients = new Map([[patientId, [{ resourceType: 'Condition', id: 'c1' }]]])
  metriport.status = 'processing'
  metriport.instead.length = 0
  metriport.requests.clear()
})

describe('POST /api/v2/hie/patient/{patientId}/fhir', () => {
  it('answers an async result, whose result is a Bundle', async () => {
    const started = await request('fhir', 'HIE-3001', {
      connection: 'sandbox',
      resources: ['Condition', 'Patient'],
    })
    expect(answered(started)).toEqual({ status: 202, body: { asyncResultId: expect.any(String) } })
    const id = String(started.body['asyncResultId'])
    expect(started.headers.get('location')).toBe(`/api/v2/async-result/${id}`)
    expect(await read(id, 20)).toMatchObject({
      id,
      kind: 'hie-fhir',
      status: 'completed',
      error: null,
      description: 'FHIR data of a patient from sandbox',
      result: { resourceType: 'Bundle', total: 3 },
    })
    const entries = await inOrganization(api.organization.id, (tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.objectId, id)),
    )
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['hie.requested', 'hie.answered', 'async-result.read']),
    )
    expect(JSON.stringify(entries.map(({ details }) => details))).not.toContain('HIE-3001')
  })

  it('a patient whom the exchange does not know makes the result fail', async () => {
    expect(await result('fhir', 'HIE-9999')).toMatchObject({
      status: 'failed',
      result: null,
      error: { code: 'not_found', message: expect.stringContaining('HIE-3005') },
    })
  })

  it('asks once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': newId() }
    const body = { connection: 'sandbox' }
    expect(answered(await request('fhir', 'HIE-3002', body, { headers }))).toEqual(
      answered(await request('fhir', 'HIE-3002', body, { headers })),
    )
    expect(
      answered(await request('fhir', 'HIE-3002', { ...body, dateFrom: '2026-01-01' }, { headers })),
    ).toEqual(shapeA(409, 'idempotency_key_reused'))
  })

  it('a step’s attempt that is repeated asks once, also at the same time', async () => {
    const call = {
      connection: 'sandbox',
      request: { kind: 'fhir' as const, patientId: 'HIE-3005' },
      key: `run:${newId()}`,
      createdBy: 'a workflow',
      createdById: null,
    }
    const ask = () =>
      inOrganization(api.organization.id, (tx) => requestHie(tx, api.organization.id, call))
    const [one, other] = await Promise.all([ask(), ask()])
    expect(other).toEqual(one)
    expect(await ask()).toEqual(one)
    expect(await read(one.asyncResultId, 20)).toMatchObject({ status: 'completed' })
    expect(
      await engineDb()
        .select({ id: hieRequests.id })
        .from(hieRequests)
        .where(eq(hieRequests.key, call.key)),
    ).toHaveLength(1)
  })

  it('a large bundle lies in the file store and is answered whole', async () => {
    metriport.patients.set(
      patientId,
      Array.from({ length: 3000 }, (_entry, index) => ({
        resourceType: 'Condition',
        id: `c${index}`,
        note: 'x'.repeat(150),
      })),
    )
    metriport.contents.set(
      'large',
      Buffer.from(
        JSON.stringify({
          resourceType: 'Bundle',
          entry: metriport.patients.get(patientId)?.map((resource) => ({ resource })),
        }),
      ),
    )
    const { body } = await request('fhir', patientId, { connection: 'metriport' })
    await until(
      'it was started',
      async () => (await rowOf(body['asyncResultId'])).ticket?.['started'],
    )
    await hook(
      metriport.signed(
        metriport.dataMessage(patientId, 'large', {
          data: { roundsRequestId: (await rowOf(body['asyncResultId'])).id },
        }),
      ),
    )
    const ended = await read(String(body['asyncResultId']), 20)
    expect((ended['result'] as { entry: unknown[] }).entry).toHaveLength(3000)
    const [row] = await engineDb()
      .select()
      .from(asyncResults)
      .where(eq(asyncResults.id, String(ended['id'])))
    expect(row).toMatchObject({ result: null, resultKey: expect.any(String) })
  })
})

describe('POST /api/v2/hie/patient/{patientId}/documents', () => {
  it('answers documents of the wanted types as files of the organization', async () => {
    const ended = await result('documents', 'HIE-3003', {
      mimeTypes: ['application/pdf', 'application/xml'],
    })
    expect(ended).toMatchObject({
      kind: 'hie-documents',
      status: 'completed',
      result: { errors: [] },
    })
    const { documents } = ended['result'] as { documents: Record<string, string>[] }
    expect(documents).toEqual([
      {
        id: 'HIE-3003-ccd',
        fileName: 'HIE-3003_CCD.xml',
        mimeType: 'application/xml',
        date: '2026-06-11',
        description: 'Continuity of Care Document',
        fileId: expect.any(String),
      },
      {
        id: 'HIE-3003-discharge',
        fileName: 'HIE-3003_Discharge_Summary.pdf',
        mimeType: 'application/pdf',
        date: '2026-03-12',
        description: 'Discharge summary',
        fileId: expect.any(String),
      },
      {
        id: 'HIE-3003-labs',
        fileName: 'HIE-3003_Laboratory_Report.pdf',
        mimeType: 'application/pdf',
        date: '2026-06-15',
        description: 'Laboratory report',
        fileId: expect.any(String),
      },
    ])
    const id = documents[1]?.['fileId'] ?? ''
    const response = await contentRoute.GET(
      new Request(`http://localhost:3000/api/v2/files/${id}/content`, {
        headers: { authorization: `Bearer ${api.organization.keys.owner}` },
      }),
      { id },
    )
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const [file] = await engineDb().select().from(files).where(eq(files.id, id))
    expect(file).toMatchObject({
      organizationId: api.organization.id,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
  })

  it('names the documents that could not be downloaded', async () => {
    metriport.documents = ['one.pdf', 'gone.pdf'].map((fileName) => ({
      id: fileName,
      fileName,
      mimeType: 'application/pdf',
      indexed: '2026-02-01T00:00:00Z',
    }))
    metriport.contents.set('one.pdf', Buffer.from('%PDF-1.4 one'))
    const { body } = await request('documents', patientId, { connection: 'metriport' })
    await until(
      'it was started',
      async () => (await rowOf(body['asyncResultId'])).ticket?.['started'],
    )
    const requestId = (await rowOf(body['asyncResultId'])).providerRequestId
    await hook(
      metriport.signed({
        meta: { messageId: 'm', when: 'x', type: 'medical.document-download', requestId },
        patients: [{ patientId, status: 'completed', documents: [] }],
      }),
    )
    expect(await read(String(body['asyncResultId']), 20)).toMatchObject({
      status: 'completed',
      result: {
        documents: [{ id: 'one.pdf' }],
        errors: [{ id: 'gone.pdf', code: 'not_found', message: expect.any(String) }],
      },
    })
  })
})

describe('background work', () => {
  it('another worker takes over from a dead one and fetches only what is not stored', async () => {
    metriport.documents = ['a.pdf', 'b.pdf'].map((fileName) => ({
      id: fileName,
      fileName,
      mimeType: 'application/pdf',
      indexed: '2026-02-01T00:00:00Z',
    }))
    for (const name of ['a.pdf', 'b.pdf'])
      metriport.contents.set(name, Buffer.from(`%PDF-1.4 ${name}`))
    const dead = newId()
    const asyncResultId = newId()
    const { organization } = api
    const kept = newId()
    await engineDb()
      .insert(asyncResults)
      .values({ id: asyncResultId, organizationId: organization.id, kind: 'hie-documents' })
    // The state after a worker was killed after the first of two documents.
    await engineDb()
      .insert(hieRequests)
      .values({
        id: newId(),
        organizationId: organization.id,
        key: newId(),
        asyncResultId,
        connectionId: metriportId,
        request: { kind: 'documents', patientId } as const,
        ticket: { started: true, downloaded: true },
        stored: { 'a.pdf': kept },
        leaseWorker: dead,
        leaseEpoch: 3,
        deadlineAt: new Date(Date.now() + 60_000),
      })
    await engineDb().insert(workers).values({ id: dead, lockKey: 4711, host: 'gone' })
    const ended = await read(asyncResultId, 20)
    expect(ended).toMatchObject({
      status: 'completed',
      result: {
        documents: [
          { id: 'a.pdf', fileId: kept },
          { id: 'b.pdf', fileId: expect.any(String) },
        ],
      },
    })
    expect(metriport.calls.filter(({ query }) => query['fileName'] === 'a.pdf')).toEqual([])
  })

  it('a failure that may pass is tried again; one that may not ends the request', async () => {
    for (let tries = 0; tries < 3; tries++)
      metriport.instead.push({
        when: ({ method }) => method === 'POST',
        answer: { status: 503, headers: { 'retry-after': '0' } },
      })
    const { body } = await request('fhir', patientId, { connection: 'metriport' })
    const failed = await until('a failure was noted', async () => {
      const row = await rowOf(body['asyncResultId'])
      return row.failures > 0 ? row : undefined
    })
    expect(failed).toMatchObject({
      failures: 1,
      leaseWorker: null,
      finishedAt: null,
      ticket: { lastFailure: { code: 'provider_error' } },
    })
    const started = await until('it was started', async () => {
      const row = await rowOf(body['asyncResultId'])
      return row.ticket?.['started'] === true ? row : undefined
    })
    expect(started).toMatchObject({ failures: 0, providerRequestId: expect.any(String) })
    await hook(
      metriport.signed({
        ...metriport.dataMessage(patientId, 'x', { requestId: started.providerRequestId }),
        patients: [{ patientId, status: 'failed' }],
      }),
    )
    expect(await read(String(body['asyncResultId']), 20)).toMatchObject({
      status: 'failed',
      error: { code: 'provider_error', details: { code: 'query_failed' } },
    })
  })

  it('a deadline ends in failed and says what the last failure was', async () => {
    const { body } = await request('fhir', patientId, { connection: 'metriport' })
    await until(
      'it was started',
      async () => (await rowOf(body['asyncResultId'])).ticket?.['started'],
    )
    await engineDb()
      .update(hieRequests)
      .set({ deadlineAt: sql`now()`, nextLookAt: sql`now()` })
      .where(eq(hieRequests.asyncResultId, String(body['asyncResultId'])))
    expect(await read(String(body['asyncResultId']), 20)).toMatchObject({
      status: 'failed',
      error: { code: 'timed_out', message: expect.stringContaining('did not answer') },
    })
  })

  it('a connection that was deleted meanwhile ends the request', async () => {
    const id = newId()
    await inOrganization(api.organization.id, (tx) =>
      tx.insert(connections).values({
        id,
        organizationId: api.organization.id,
        kind: 'hie',
        slug: 'passing',
        provider: 'sandbox',
        name: 'Passing',
        config: { delaySeconds: 3600 },
      }),
    )
    await inOrganization(api.organization.id, (tx) =>
      tx.execute(
        sql`insert into sandbox_records (organization_id, connection_id, collection, id, data)
          select organization_id, ${id}, collection, id, data from sandbox_records
          where collection = 'patients' and id = 'HIE-3001'`,
      ),
    )
    const { body } = await request('fhir', 'HIE-3001', { connection: 'passing' })
    await until(
      'it was started',
      async () => (await rowOf(body['asyncResultId'])).ticket?.['started'],
    )
    await inOrganization(api.organization.id, (tx) =>
      tx.delete(connections).where(eq(connections.id, id)),
    )
    await engineDb()
      .update(hieRequests)
      .set({ nextLookAt: sql`now()` })
      .where(eq(hieRequests.asyncResultId, String(body['asyncResultId'])))
    expect(await read(String(body['asyncResultId']), 20)).toMatchObject({
      status: 'failed',
      error: { code: 'unknown_connection' },
    })
  })
})

describe('webhooks', () => {
  it('the address is shown, and takes what the provider signed', async () => {
    const shown = await api.send(webhookRoute.GET, '/api/v2/hie/connections/metriport/webhook', {
      params: { slug: 'metriport' },
    })
    expect(shown.body['url']).toBe(
      `${env().BASE_URL}/api/v2/hooks/hie/${hookToken({ organizationId: api.organization.id, connectionId: metriportId })}`,
    )
    expect(
      answered(
        await hook(
          metriport.signed({ ping: 'seq-1', meta: { messageId: 'm', when: 'x', type: 'ping' } }),
        ),
      ),
    ).toEqual({ status: 200, body: { pong: 'seq-1' } })
  })

  it('a message about another patient or an unknown request changes nothing', async () => {
    const { body } = await request('fhir', patientId, { connection: 'metriport' })
    const row = await until('it was started', async () => {
      const found = await rowOf(body['asyncResultId'])
      return found.ticket?.['started'] === true ? found : undefined
    })
    for (const message of [
      metriport.dataMessage('somebody-else', 'f', { requestId: row.providerRequestId }),
      metriport.dataMessage(patientId, 'f', { requestId: newId() }),
      metriport.dataMessage(patientId, 'f'),
    ])
      expect((await hook(metriport.signed(message))).status).toBe(200)
    expect((await rowOf(body['asyncResultId'])).ticket?.['url']).toBeUndefined()
  })

  const message = () => metriport.signed(metriport.dataMessage(patientId, 'f'))
  it.each<[string, () => Promise<{ status: number; body: unknown }>, object]>([
    [
      '401: a wrong signature',
      () => hook(metriport.signed(metriport.dataMessage(patientId, 'f'), 'other')),
      shapeA(401, 'unauthorized'),
    ],
    ['401: no signature', () => hook({ ...message(), headers: {} }), shapeA(401, 'unauthorized')],
    [
      '400: signed, but no message',
      () => hook(metriport.signed({})),
      shapeA(400, 'invalid_request'),
    ],
    ['404: an address that is none', () => hook(message(), 'nope'), shapeA(404, 'not_found')],
    [
      '404: an address made up',
      () => hook(message(), Buffer.alloc(48).toString('base64url')),
      shapeA(404, 'not_found'),
    ],
    [
      '404: a connection that is not there',
      () =>
        hook(message(), hookToken({ organizationId: api.organization.id, connectionId: newId() })),
      shapeA(404, 'not_found'),
    ],
    [
      '413: more than 5 MB',
      () => hook({ body: 'x'.repeat(5 * 1024 * 1024 + 1), headers: {} }),
      shapeA(413, 'payload_too_large'),
    ],
    [
      '404: the address of an unknown connection',
      () =>
        api.send(webhookRoute.GET, '/api/v2/hie/connections/none/webhook', {
          params: { slug: 'none' },
        }),
      shapeA(404, 'unknown_connection'),
    ],
  ])('%s', async (_name, call, expected) => expect(answered(await call())).toEqual(expected))
})

describe.each(['fhir', 'documents'] as const)('refusals of …/%s', (kind) => {
  it.each<[string, unknown, More, object]>([
    ['400: an unknown field', { resource: ['Condition'] }, {}, shapeA(400, 'invalid_request')],
    [
      '400: a day that is none',
      { connection: 'sandbox', dateFrom: '2026-02-30' },
      {},
      shapeA(400, 'invalid_request'),
    ],
    [
      '400: days out of order',
      { connection: 'sandbox', dateFrom: '2026-02-02', dateTo: '2026-02-01' },
      {},
      shapeA(400, 'invalid_request'),
    ],
    ['400: several connections, none named', {}, {}, shapeA(400, 'invalid_request')],
    ['400: no JSON', '{"connection"', {}, shapeA(400, 'invalid_request')],
    ['401: no credential', {}, { as: null }, shapeA(401, 'unauthorized')],
    ['404: an unknown connection', { connection: 'none' }, {}, shapeA(404, 'unknown_connection')],
    [
      '413: more than 5 MB',
      { connection: 'x'.repeat(5 * 1024 * 1024) },
      {},
      shapeA(413, 'payload_too_large'),
    ],
    [
      '415: not declared as JSON',
      '{}',
      { headers: { 'content-type': 'text/plain' } },
      shapeA(415, 'unsupported_media_type'),
    ],
  ])('%s', async (_name, body, more, expected) =>
    expect(answered(await request(kind, 'HIE-3001', body, more))).toEqual(expected),
  )

  it('400: types that are none', async () => {
    const body =
      kind === 'fhir'
        ? { connection: 'sandbox', resources: ['condition'] }
        : { connection: 'sandbox', mimeTypes: ['pdf'] }
    expect(answered(await request(kind, 'HIE-3001', body))).toEqual(shapeA(400, 'invalid_request'))
  })

  it('404: another organization’s connection, and an organization without any', async () => {
    const organization = await organizationWithKeys()
    expect(
      answered(await request(kind, 'HIE-3001', { connection: 'sandbox' }, { organization })),
    ).toEqual(shapeA(404, 'unknown_connection'))
    expect(answered(await request(kind, 'HIE-3001', {}, { organization }))).toEqual(
      shapeA(404, 'unknown_connection'),
    )
  })
})

describe('in a workflow', () => {
  async function play(definition: ReturnType<typeof graph>, startData: object = {}) {
    const organizationId = api.organization.id
    const { workflowId, versionId } = await seedWorkflow(organizationId, definition)
    const { runId } = await inOrganization(organizationId, (tx) =>
      startRun(tx, {
        organizationId,
        workflowId,
        versionId,
        definition,
        startData,
        trigger: 'api',
        startedBy: 'a test',
        startedByUserId: null,
      }),
    )
    await watchRuns().waitForRun(runId, { organizationId, timeoutMs: 20_000 })
    const rows = await engineDb().select().from(tasks).where(eq(tasks.runId, runId))
    return Object.fromEntries(rows.map((row) => [row.key, row]))
  }

  it('both steps ask, wait and go on with the answer', async () => {
    const common = { connection: 'sandbox', patientId: { $: 'start.patient' } }
    const played = await play(
      graph('data -> documents', {
        data: { type: 'request-patient-fhir', config: { ...common, resources: ['Condition'] } },
        documents: {
          type: 'request-patient-documents',
          config: { ...common, mimeTypes: ['text/plain'] },
        },
      }),
      { patient: 'HIE-3004' },
    )
    expect(played['data']).toMatchObject({
      status: 'completed',
      output: { resourceType: 'Bundle', total: 1 },
    })
    expect(played['documents']).toMatchObject({
      status: 'completed',
      output: { documents: [{ fileName: 'HIE-3004_Progress_Note.txt' }], errors: [] },
    })
  })

  it('a request that fails fails the step, with the exchange’s reason', async () => {
    const played = await play(
      graph('data', {
        data: {
          type: 'request-patient-fhir',
          config: { connection: 'sandbox', patientId: 'HIE-9999' },
        },
      }),
    )
    expect(played['data']).toMatchObject({
      status: 'failed',
      error: { code: 'not_found', details: { asyncResultId: expect.any(String) } },
    })
  })

  it('wait-for-result takes an ended result, waits for a pending one, and fails', async () => {
    const id = newId()
    await inOrganization(api.organization.id, (tx) =>
      tx.insert(asyncResults).values({
        id,
        organizationId: api.organization.id,
        kind: 'sleep',
        dueAt: sql`now() + interval '0.3 seconds'`,
        dueOutcome: { status: 'completed', result: [1, 2] },
      }),
    )
    const wait = (asyncResultId: string, more: object = {}) =>
      play(graph('wait', { wait: { type: 'wait-for-result', config: { asyncResultId, ...more } } }))
    expect((await wait(id))['wait']).toMatchObject({ status: 'completed', output: [1, 2] })
    expect((await wait(id))['wait']).toMatchObject({ status: 'completed', output: [1, 2] })
    expect((await wait(newId()))['wait']).toMatchObject({
      status: 'failed',
      error: { code: 'not_found' },
    })
    const never = newId()
    await inOrganization(api.organization.id, (tx) =>
      tx
        .insert(asyncResults)
        .values({ id: never, organizationId: api.organization.id, kind: 'manual' }),
    )
    expect((await wait(never, { timeoutSeconds: 1 }))['wait']).toMatchObject({
      status: 'failed',
      error: { code: 'timed_out' },
    })
  })
})
