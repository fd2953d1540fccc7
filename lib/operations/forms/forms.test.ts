import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { inOrganization } from '#db/client'
import { files } from '#db/schema/documents'
import { auditEntries } from '#db/schema/records'
import { runs } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'
import type { Definition } from '#lib/domain/workflow/definition'
import { asClient } from '#lib/client-address'
import { referenceOf } from '#lib/domain/run/reference'
import { env } from '#lib/env'
import { newId, randomToken } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { graph } from '#test/samples/graph'
import { multipart, multipartHeaders } from '#test/samples/multipart'
import { quotedRun } from '#test/harness/quoted-run'
import { seedWorkflow } from '#test/harness/seed-organization'
import { fromThePage } from '#test/harness/from-the-page'
import { countUse } from './form-limit.ts'

const formRoute = endpointsAt('/api/v2/forms/{slug}')
const submitRoute = endpointsAt('/api/v2/forms/{slug}/submissions')
const formsRoute = endpointsAt('/api/v2/forms')
const publicFilesRoute = endpointsAt('/api/v2/public/forms/{token}/files')
const publicRoute = endpointsAt('/api/v2/public/forms/{token}')

const api = useApi()
type Sent = Parameters<typeof api.send>[2]

const startData: Definition['startData'] = {
  type: 'object',
  required: ['patient'],
  properties: {
    patient: { type: 'string', minLength: 1 },
    source: { type: 'string', default: 'web', 'x-formFieldHidden': true },
    documents: {
      type: 'array',
      'x-formFieldType': 'multi-file',
      items: { type: 'object', required: ['id', 'fileName'] },
    },
    visits: {
      type: 'array',
      items: { properties: { scans: { type: 'array', 'x-formFieldType': 'multi-file' } } },
    },
  },
}
const definition: Definition = {
  ...graph('one', { one: { type: 'transform', config: { value: 1 } } }),
  startData,
}

async function make(
  name: string,
  { shared = false, published = true, of = definition } = {},
): Promise<{ id: string; slug: string; token: string }> {
  const slug = `f-${newId()}`
  const token = randomToken()
  const { workflowId: id } = await seedWorkflow(api.organization.id, of, name)
  await inOrganization(api.organization.id, (tx) =>
    tx
      .update(workflows)
      .set({
        slug,
        formToken: token,
        formPublic: shared,
        ...(published ? {} : { publishedVersionId: null }),
      })
      .where(eq(workflows.id, id)),
  )
  return { id, slug, token }
}
const get = (slug: string, more: Sent = {}) =>
  api.send(formRoute.GET, `/api/v2/forms/${slug}`, { params: { slug }, ...more })
const submit = (slug: string, body: unknown, more: Sent = {}) =>
  api.send(submitRoute.POST, `/api/v2/forms/${slug}/submissions`, {
    params: { slug },
    body,
    ...more,
  })
const getPublic = (token: string, more: Sent = {}) =>
  api.send(publicRoute.GET, `/api/v2/public/forms/${token}`, {
    params: { token },
    as: null,
    ...more,
  })
const submitPublic = (token: string, body: unknown, more: Sent = {}) =>
  api.send(publicRoute.POST, `/api/v2/public/forms/${token}`, {
    params: { token },
    as: null,
    body,
    ...more,
    headers: { ...fromThePage, ...more.headers },
  })
const uploadPublic = (token: string) =>
  api.send(publicFilesRoute.POST, `/api/v2/public/forms/${token}/files`, {
    params: { token },
    as: null,
    body: multipart({
      name: 'file',
      fileName: 'scan.pdf',
      type: 'application/pdf',
      content: '%PDF-1',
    }),
    headers: multipartHeaders,
  })
const runOf = async (id: unknown) =>
  (
    await inOrganization(api.organization.id, (tx) =>
      tx
        .select()
        .from(runs)
        .where(eq(runs.id, String(id))),
    )
  )[0]

afterAll(() => rmSync(path.join(env().DATA_DIR, 'files'), { recursive: true, force: true }))

it('an upload for a shared form is unclaimed until the form is handed in', async () => {
  const { token } = await make('Claims', { shared: true })
  const ids = [await uploadPublic(token), await uploadPublic(token)].map(({ body }) =>
    String((body as { id: unknown }).id),
  )
  const unclaimed = async () =>
    (
      await inOrganization(api.organization.id, (tx) =>
        tx
          .select({ unclaimed: files.unclaimed })
          .from(files)
          .where(inArray(files.id, ids))
          .orderBy(files.id),
      )
    ).map((row) => row.unclaimed)
  expect(await unclaimed()).toEqual([true, true])
  const sent = await submitPublic(token, {
    data: { patient: 'Ada', documents: [{ id: ids[0], fileName: 'scan.pdf' }] },
  })
  expect(sent.status).toBe(202)
  expect(await unclaimed()).toEqual([false, true])
})

describe('forms of the organization', () => {
  it('lists what is published and asks for something, by name', async () => {
    const organization = await organizationWithKeys()
    const names = ['B', 'A', 'C']
    for (const name of names) {
      const { workflowId } = await seedWorkflow(organization.id, definition, name)
      expect(workflowId).toBeTruthy()
    }
    await seedWorkflow(
      organization.id,
      { ...definition, startData: { type: 'object', properties: {} } },
      'Nothing to fill in',
    )
    const seen: string[] = []
    let cursor: unknown
    do {
      const { status, body } = await api.send(
        formsRoute.GET,
        `/api/v2/forms?limit=2${cursor ? `&cursor=${String(cursor)}` : ''}`,
        { organization, as: 'worker' },
      )
      expect(status).toBe(200)
      seen.push(...(body['items'] as { title: string }[]).map(({ title }) => title))
      cursor = body['nextCursor']
    } while (cursor)
    expect(seen).toEqual(['A', 'B', 'C'])
  })

  it('gives the schema with its hidden fields, and the shared link to builders', async () => {
    const { id, slug, token } = await make('Referral', { shared: true })
    expect(await get(slug, { as: 'builder' })).toMatchObject({
      status: 200,
      body: {
        slug,
        workflowId: id,
        title: 'Referral',
        version: 1,
        schema: startData,
        public: true,
        publicToken: token,
      },
    })
    expect((await get(slug, { as: 'worker' })).body['publicToken']).toBeNull()
    expect((await get((await make('Not shared')).slug)).body).toMatchObject({
      public: false,
      publicToken: null,
    })
  })

  it('starts a run with what was filled in', async () => {
    const { slug } = await make('Referral')
    const { status, body } = await submit(slug, { data: { patient: 'Ada' } }, { as: 'worker' })
    expect([status, body]).toEqual([202, { runId: body['runId'], status: 'running' }])
    expect(await runOf(body['runId'])).toMatchObject({
      trigger: 'form',
      startedBy: 'worker',
      startData: { patient: 'Ada', source: 'web' },
    })
    const entries = await inOrganization(api.organization.id, (tx) =>
      tx
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.objectId, String(body['runId']))),
    )
    expect(entries.map(({ action }) => action)).toEqual(['form.submitted'])
  })

  it('starts one run for one key', async () => {
    const { slug } = await make('Once')
    const headers = { 'idempotency-key': 'sent-twice' }
    const first = await submit(slug, { data: { patient: 'Ada' } }, { headers })
    const second = await submit(slug, { data: { patient: 'Ada' } }, { headers })
    expect(second).toMatchObject({ status: 202, body: first.body })
    expect((await submit(slug, { data: { patient: 'Bea' } }, { headers })).status).toBe(409)
  })

  it.each<[string, unknown, string]>([
    ['a field that is missing', { data: {} }, 'data.patient'],
    ['no data', {}, 'data'],
    ['a list', { data: [] }, 'data'],
    [
      'a file that is not there',
      { data: { patient: 'A', documents: [{ id: newId(), fileName: 'x' }] } },
      'data.documents.0.id',
    ],
    [
      'a file of an entry that is not there',
      { data: { patient: 'A', visits: [{}, { scans: [{ id: newId(), fileName: 'x' }] }] } },
      'data.visits.1.scans.0.id',
    ],
    ['an unknown field around it', { data: { patient: 'A' }, workflow: 'x' }, 'workflow'],
  ])('refuses %s', async (_what, body, at) => {
    expect(await submit((await make('Referral')).slug, body)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', details: { issues: [{ path: at }] } },
    })
  })

  const visit: Definition['startData'] = {
    type: 'object',
    properties: {
      at: { type: 'string', format: 'time' },
      account: { type: ['integer', 'string'] },
      exact: { type: 'number' },
    },
  }
  const makeVisit = async () => await make('Visit', { of: { ...definition, startData: visit } })

  it.each(['14:05', '14:05:00', '14:05:00Z'])('takes %s as a time of day', async (at) => {
    expect(await submit((await makeVisit()).slug, { data: { at } })).toMatchObject({ status: 202 })
  })

  it.each(['25:00', '2 pm'])('refuses %s as a time of day', async (at) => {
    expect(await submit((await makeVisit()).slug, { data: { at } })).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'data.at' }] } },
    })
  })

  it('refuses a whole number that would be rounded, and takes it as text', async () => {
    const { slug } = await makeVisit()
    const sent = async (account: string) =>
      await submit(slug, `{"data":{"account":${account},"exact":0.1234567890123456}}`)
    const refused = [{ path: 'data.account', message: expect.stringContaining('as text') }]
    for (const account of ['12345678901234567890', '9007199254740993', '-9007199254740993'])
      expect(await sent(account)).toMatchObject({
        status: 400,
        body: { details: { issues: refused } },
      })
    const { body } = await sent('"12345678901234567890"')
    const { startData: kept } = (await runOf(body['runId'])) ?? {}
    expect(kept).toEqual({ account: '12345678901234567890', exact: 0.1234567890123456 })
    expect((await sent('9007199254740991')).status).toBe(202)
  })

  it('does not know what is not published or not of this organization', async () => {
    const { slug } = await make('Draft only', { published: false })
    expect([
      (await get(slug)).status,
      (await submit(slug, { data: { patient: 'A' } })).status,
    ]).toEqual([404, 404])
    const organization = await organizationWithKeys()
    const other = (await make('Here')).slug
    expect([
      (await get(other, { organization })).status,
      (await submit(other, { data: { patient: 'A' } }, { organization })).status,
      (await get(other, { as: null })).status,
    ]).toEqual([404, 404, 401])
  })
})

describe('a shared form', () => {
  let shared: Awaited<ReturnType<typeof make>>
  beforeAll(async () => {
    shared = await make('Referral', { shared: true })
  })

  it('is read, filled in and sent by a stranger, with files', async () => {
    expect((await getPublic(shared.token)).body).toEqual({
      title: 'Referral',
      description: '',
      schema: startData,
      uiSchema: {},
      organization: { name: expect.any(String), logo: null },
      closed: false,
      language: 'en',
      languages: ['en'],
      texts: {},
      privacyNote: null,
      saveDays: 7,
    })
    const file = await uploadPublic(shared.token)
    expect(file).toMatchObject({
      status: 201,
      body: { id: expect.any(String), fileName: 'scan.pdf', mimeType: 'application/pdf', size: 6 },
    })
    expect(Object.keys(file.body).sort()).toEqual(['fileName', 'id', 'mimeType', 'size'])
    const documents = [{ id: file.body['id'], fileName: 'scan.pdf' }]
    const { status, body } = await submitPublic(shared.token, {
      data: { patient: 'Ada', documents },
    })
    expect([status, Object.keys(body)]).toEqual([202, ['reference']])
    const run = await quotedRun(api.organization.id, body['reference'])
    expect(body['reference']).toBe(referenceOf(run?.id ?? ''))
    expect(run).toMatchObject({
      trigger: 'form',
      startedBy: 'Shared form',
      startedByUserId: null,
      startData: { patient: 'Ada', source: 'web', documents },
    })
    const [entry] = await inOrganization(api.organization.id, (tx) =>
      tx
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.objectId, run?.id ?? '')),
    )
    expect(entry).toMatchObject({ actorKind: 'public', actorId: shared.id })
  })

  it('starts one run for one key', async () => {
    const headers = { 'idempotency-key': 'public-1' }
    const first = await submitPublic(shared.token, { data: { patient: 'A' } }, { headers })
    const second = await submitPublic(shared.token, { data: { patient: 'A' } }, { headers })
    expect(second.body).toEqual(first.body)
    expect((await submitPublic(shared.token, { data: { patient: 'B' } }, { headers })).status).toBe(
      409,
    )
  })

  it('says what is wrong with what was filled in', async () => {
    expect(await submitPublic(shared.token, { data: { patient: '' } })).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'data.patient', message: 'This may not be empty.' }] } },
    })
  })

  it('answers every link that opens nothing in the same way', async () => {
    const links = [
      randomToken(),
      'x',
      shared.token.slice(0, -1),
      `${shared.token}x`,
      shared.id,
      (await make('Not shared')).token,
      (await make('Unpublished', { shared: true, published: false })).token,
    ]
    const answers = []
    for (const token of links) {
      const before = (
        await inOrganization(api.organization.id, (tx) => tx.select({ id: files.id }).from(files))
      ).length
      for (const { status, body } of [
        await getPublic(token),
        await submitPublic(token, { data: { patient: 'A' } }),
        await uploadPublic(token),
      ])
        answers.push(JSON.stringify([status, body]))
      expect(
        await inOrganization(api.organization.id, (tx) => tx.select({ id: files.id }).from(files)),
      ).toHaveLength(before)
    }
    expect([...new Set(answers)].map((answer) => JSON.parse(answer))).toMatchObject([
      [404, { error: 'not_found' }],
    ])
  })

  it('opens nothing else to a stranger', async () => {
    expect((await get(shared.slug, { as: null })).status).toBe(401)
    expect((await api.send(formsRoute.GET, '/api/v2/forms', { as: null })).status).toBe(401)
  })

  it('is limited in a minute for an address and a link, and says how long to wait', async () => {
    const { token } = await make('Busy', { shared: true })
    const here = <T>(work: () => Promise<T>) => asClient('192.0.2.1', work)
    // What is used up comes back while the test runs, so it counts until it is refused.
    let uses = 0
    await expect(
      here(async () => {
        for (; uses < 1_000; uses++) await countUse(token, 4)
      }),
    ).rejects.toMatchObject({ code: 'rate_limited' })
    expect(uses).toBeGreaterThanOrEqual(60)
    await expect(here(() => countUse(token, 239))).rejects.toMatchObject({ statusCode: 429 })
    const refused = await here(() => uploadPublic(token))
    expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // Another address and another link are not concerned.
    expect((await asClient('192.0.2.2', () => getPublic(token))).status).toBe(200)
    expect((await here(() => getPublic(shared.token))).status).toBe(200)
  })

  it('is limited for an address that tries many links', async () => {
    const tries = async () => {
      for (let count = 0; count < 1_000; count++) await countUse(randomToken(), 20)
    }
    await expect(asClient('2001:db8::1', tries)).rejects.toMatchObject({ code: 'rate_limited' })
    // The same connection with another address of its /64.
    await expect(asClient('2001:db8::2', tries)).rejects.toMatchObject({ code: 'rate_limited' })
    await expect(
      asClient('2001:db8:1::1', () => countUse(randomToken(), 1)),
    ).resolves.toBeUndefined()
  })
})
