import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { connections } from '#db/schema/connections'
import { auditEntries } from '#db/schema/records'
import { seedConnections } from '#db/seed/connections'
import type { ConnectionKind } from '#lib/domain/statuses'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { candidPatient, startCandidServer } from '#test/fakes/candid-server'
import { endpointsAt } from '#test/harness/endpoints-at'
import { plaidError, startPlaidServer } from '#test/fakes/plaid-server'
import type { ProviderAnswer, ProviderServer } from '#test/fakes/provider-server'
import { startWorkOsServer } from '#test/fakes/workos-server'

const testRoute = endpointsAt('/api/v2/connections/{id}/test')
const connectionsRoute = endpointsAt('/api/v2/connections')
const syncRoute = endpointsAt('/api/v2/integrations/bank/transactions/sync')
const patientRoute = endpointsAt(
  '/api/v2/integrations/billing/{slug}/patients/{patientId}/{version}',
)
const groupRoute = endpointsAt('/api/v2/sso/directory-groups/{id}/users')

// Before the settings are read for the first time: the servers lie on an internal address.
const [candid, plaid, workos] = await Promise.all([
  startCandidServer(),
  startPlaidServer(),
  startWorkOsServer(),
])
process.env['HTTP_ALLOW_PRIVATE'] = [
  candid.api.host,
  candid.preEncounter.host,
  plaid.host,
  workos.host,
].join(',')

const api = useApi()
type More = Parameters<typeof api.send>[2]
type Rows = Record<string, unknown>[]
const ids: Record<string, string> = {}

/** A connection made as an owner makes it. */
async function connect(
  kind: ConnectionKind,
  provider: string,
  config: object,
  secrets: object,
  slug = provider,
): Promise<void> {
  const answer = await api.send(connectionsRoute.POST, '/api/v2/connections', {
    body: { kind, provider, slug, name: slug, config, secrets },
  })
  expect(answer.status).toBe(201)
  ids[slug] = String(answer.body['id'])
}

const candidConfig = {
  clientId: candid.clientId,
  apiUrl: candid.api.baseUrl,
  preEncounterUrl: candid.preEncounter.baseUrl,
  timeoutSeconds: 5,
}
const plaidConfig = {
  clientId: plaid.clientId,
  baseUrl: plaid.baseUrl,
  timeoutSeconds: 5,
  pageSize: 3,
}
const workosConfig = { directoryId: 'directory_ours', baseUrl: workos.baseUrl, timeoutSeconds: 5 }

beforeAll(async () => {
  await inOrganization(api.organization.id, (tx) => seedConnections(tx, api.organization.id))
  await connect('billing', 'candid', candidConfig, { clientSecret: candid.clientSecret })
  await connect('bank', 'plaid', plaidConfig, {
    secret: plaid.secret,
    accessToken: plaid.accessToken,
  })
  await connect('directory', 'workos', workosConfig, { apiKey: workos.apiKey })
  workos.groups.push({
    id: 'directory_group_1',
    idp_id: '00gours',
    directory_id: 'directory_ours',
    name: 'Ours',
  })
  workos.users.push({
    id: 'directory_user_1',
    first_name: 'Avery',
    last_name: 'Lindqvist',
    email: 'avery@example.com',
    state: 'active',
    groups: ['directory_group_1'],
  })
  for (const id of ['p1', 'p2']) candid.patients.set(id, { ...candidPatient(), id, version: 1 })
})
afterAll(async () => await Promise.all([candid.close(), plaid.close(), workos.close()]))
const servers: ProviderServer[] = [candid.preEncounter, plaid, workos]
beforeEach(() => {
  for (const server of servers) server.instead.length = 0
})

const put = (
  patientId: string,
  version: number | string,
  body: unknown,
  { slug = 'sandbox', ...more }: More & { slug?: string } = {},
) =>
  api.send(
    patientRoute.PUT,
    `/api/v2/integrations/billing/${encodeURIComponent(slug)}/patients/${encodeURIComponent(patientId)}/${version}`,
    { params: { slug, patientId, version: String(version) }, body, ...more },
  )
const sync = (body: unknown, more: More = {}) =>
  api.send(syncRoute.POST, '/api/v2/integrations/bank/transactions/sync', { body, ...more })
const group = (id: string, more: More = {}) =>
  api.send(groupRoute.GET, `/api/v2/sso/directory-groups/${encodeURIComponent(id)}/users`, {
    params: { id },
    ...more,
  })

/** Exactly the fields of the specification's error bodies, nothing beside them. */
const shapeA = (status: number, error: string, details: object = expect.any(Object)) => ({
  status,
  body: { error, message: expect.any(String), statusCode: status, details },
})
const shapeB = (status: number) => ({ status, body: { error: expect.stringContaining(' ') } })
const shapeC = (status: number) => ({ status, body: { message: expect.stringContaining(' ') } })
const answered = ({ status, body }: { status: number; body: unknown }) => ({ status, body })
const audited = (action: string) =>
  inOrganization(api.organization.id, async (tx) =>
    (await tx.select().from(auditEntries).where(eq(auditEntries.action, action))).map(
      ({ details }) => details,
    ),
  )
const outage: ProviderAnswer = { status: 500, body: 'stack trace' }

describe('PUT /api/v2/integrations/billing/{slug}/patients/{patientId}/{version}', () => {
  it('replaces a patient of the sandbox at version 1 and answers it', async () => {
    const patient = {
      slug: 'a field',
      version: 'another',
      name: { family: 'New', given: ['Name'] },
      list: [1, null, { deep: true }],
      ünïcode: '✓',
    }
    const answer = await put('PAT-1001', 2, patient, { as: 'worker' })
    expect(answered(answer)).toEqual({
      status: 200,
      body: {
        ...patient,
        id: 'PAT-1001',
        mrn: expect.any(String),
        organization_id: 'sandbox',
        deactivated: false,
        version: 2,
        updated_at: expect.any(String),
        updating_user_id: 'sandbox',
      },
    })
    expect((await put('PAT-1001', 3, {})).body).toMatchObject({ version: 3 })
    expect((await put('PAT-1050', 2, {})).status).toBe(200)
  })

  it('answers Candid’s patient unchanged', async () => {
    const answer = await put('p1', 2, candidPatient({ email: 'jane@example.com' }), {
      slug: 'candid',
    })
    expect(answered(answer)).toEqual({ status: 200, body: candid.patients.get('p1') })
  })

  it.each(['0', '-1', '1.5', 'x', '01', '1e3', '99999999999', ' 2', ''])(
    '400 A: version %j',
    async (version) => {
      expect(answered(await put('PAT-1002', version, {}))).toEqual(
        shapeA(400, 'invalid_request', {
          issues: [{ path: 'version', message: expect.any(String) }],
        }),
      )
    },
  )

  it.each([
    ['400 A: a list', 'PAT-1002', [], {}, shapeA(400, 'invalid_request')],
    ['400 A: no JSON', 'PAT-1002', '{"a"', {}, shapeA(400, 'invalid_request')],
    ['400 A: no body', 'PAT-1002', undefined, {}, shapeA(400, 'invalid_request')],
    [
      '413 A: too large',
      'PAT-1002',
      { a: 'x'.repeat(5 * 1024 * 1024) },
      {},
      shapeA(413, 'payload_too_large'),
    ],
    [
      '415 A: not declared as JSON',
      'PAT-1002',
      '{}',
      { headers: { 'content-type': 'text/plain' } },
      shapeA(415, 'unsupported_media_type'),
    ],
    ['401 A: no credential', 'PAT-1002', {}, { as: null }, shapeA(401, 'unauthorized')],
    ['404 C: an unknown patient', 'PAT-9999', {}, {}, shapeC(404)],
    [
      '404 C: an unknown patient of Candid',
      'nobody',
      candidPatient(),
      { slug: 'candid' },
      shapeC(404),
    ],
    ['404 C: an unknown connection', 'PAT-1002', {}, { slug: 'no-such' }, shapeC(404)],
    ['404 C: a connection of another kind', 'PAT-1002', {}, { slug: 'plaid' }, shapeC(404)],
  ] as [string, string, unknown, More, object][])(
    '%s',
    async (_name, patientId, body, more, expected) =>
      expect(answered(await put(patientId, 2, body, more))).toEqual(expected),
  )

  it('404 C: another organization’s connection', async () =>
    expect(
      answered(await put('PAT-1002', 2, {}, { organization: await organizationWithKeys() })),
    ).toEqual(shapeC(404)))

  it.each([1, 3, 500])('409 A: version %i of a patient at 1', async (version) => {
    expect(answered(await put('PAT-1003', version, {}))).toEqual(
      shapeA(409, 'version_conflict', {
        provider: 'sandbox',
        currentVersion: 1,
        expectedVersion: 2,
      }),
    )
    expect(answered(await put('p2', version, candidPatient(), { slug: 'candid' }))).toEqual(
      shapeA(409, 'version_conflict', {
        provider: 'candid',
        currentVersion: 1,
        expectedVersion: 2,
        code: 'VersionConflictError',
      }),
    )
  })

  it('lets one of ten updates at once win', async () => {
    const statuses = (
      await Promise.all(Array.from({ length: 10 }, (_each, index) => put('PAT-1004', 2, { index })))
    ).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  })

  it('405 A: another method', async () =>
    expect(answered(await api.send(patientRoute.GET, '/x', { params: {} }))).toEqual(
      shapeA(405, 'method_not_allowed'),
    ))

  it('502 A and 504 A: the provider fails or does not answer', async () => {
    candid.preEncounter.instead.push(outage)
    expect(answered(await put('p1', 3, candidPatient(), { slug: 'candid' }))).toEqual(
      shapeA(502, 'provider_error', { provider: 'candid', status: 500 }),
    )
    expect(answered(await put('p1', 3, { name: 'incomplete' }, { slug: 'candid' }))).toEqual(
      shapeA(502, 'provider_error', {
        provider: 'candid',
        status: 422,
        code: 'UnprocessableEntityError',
      }),
    )
    candid.preEncounter.instead.push('hang')
    expect(answered(await put('p1', 3, candidPatient(), { slug: 'candid' }))).toEqual(
      shapeA(504, 'provider_timeout', { provider: 'candid' }),
    )
  })

  it('is audited without patient data', async () => {
    await put('PAT-1005', 2, { name: 'Very private' })
    const entries = await audited('billing.patient-updated')
    expect(entries).toContainEqual({ version: 2 })
    expect(JSON.stringify(entries)).not.toMatch(/private|PAT-/)
  })
})

describe('POST /api/v2/integrations/bank/transactions/sync', () => {
  it('answers pages of the sandbox and nothing else', async () => {
    const all: Rows = []
    let cursor: unknown
    for (let pages = 1, more = true; more; pages++) {
      expect(pages).toBeLessThan(20)
      const answer = await sync(
        { slug: 'sandbox', ...(cursor === undefined ? {} : { cursor }) },
        { as: 'worker' },
      )
      expect(answered(answer)).toEqual({
        status: 200,
        body: {
          transactions: expect.any(Array),
          hasMore: expect.any(Boolean),
          nextCursor: expect.any(String),
          modified: [],
          removed: [],
        },
      })
      all.push(...(answer.body['transactions'] as Rows))
      cursor = answer.body['nextCursor']
      more = answer.body['hasMore'] === true
    }
    expect(new Set(all.map((each) => each['transaction_id'])).size).toBe(all.length)
    expect(all.length).toBeGreaterThanOrEqual(500)
  })

  it.each([{ cursor: '' }, { cursor: null }, {}])(
    'starts from the beginning with %j',
    async (more) =>
      expect((await sync({ slug: 'plaid', ...more })).body).toMatchObject({
        hasMore: true,
        transactions: [{ transaction_id: 't0' }, {}, {}],
      }),
  )

  it('passes what Plaid gives through', async () => {
    const first = await sync({ slug: 'plaid' })
    expect((first.body['transactions'] as Rows)[0]).toMatchObject({
      transaction_id: 't0',
      amount: 0.25,
      extra: { kept: true },
    })
    const second = await sync({ slug: 'plaid', cursor: first.body['nextCursor'] })
    expect((second.body['transactions'] as Rows).map((each) => each['transaction_id'])).toEqual([
      't3',
      't4',
      't5',
    ])
  })

  it.each([
    ['no slug', {}, 'slug'],
    ['an empty slug', { slug: '' }, 'slug'],
    ['a slug that is no text', { slug: 1 }, 'slug'],
    ['a cursor that is no text', { slug: 'sandbox', cursor: 5 }, 'cursor'],
    ['a foreign cursor', { slug: 'sandbox', cursor: 'nonsense' }, 'cursor'],
    ['a foreign cursor of Plaid', { slug: 'plaid', cursor: 'nonsense' }, 'cursor'],
    ['an endless cursor', { slug: 'sandbox', cursor: 'x'.repeat(5000) }, 'cursor'],
    ['an unknown field', { slug: 'sandbox', count: 5 }, 'count'],
  ])('400 A: %s', async (_what, body, path) =>
    expect(answered(await sync(body))).toEqual(
      shapeA(400, 'invalid_request', { issues: [{ path, message: expect.any(String) }] }),
    ),
  )

  it.each([
    ['400 A: no JSON', '{"slug"', {}, shapeA(400, 'invalid_request')],
    [
      '413 A: too large',
      { slug: 'x'.repeat(5 * 1024 * 1024) },
      {},
      shapeA(413, 'payload_too_large'),
    ],
    [
      '415 A: not declared as JSON',
      '{}',
      { headers: { 'content-type': 'text/plain' } },
      shapeA(415, 'unsupported_media_type'),
    ],
    ['401 A: no credential', { slug: 'sandbox' }, { as: null }, shapeA(401, 'unauthorized')],
    ['404 A: an unknown connection', { slug: 'no-such' }, {}, shapeA(404, 'unknown_connection')],
    [
      '404 A: a connection of another kind',
      { slug: 'candid' },
      {},
      shapeA(404, 'unknown_connection'),
    ],
  ] as [string, unknown, More, object][])('%s', async (_name, body, more, expected) =>
    expect(answered(await sync(body, more))).toEqual(expected),
  )

  it('404 A: another organization’s connection', async () =>
    expect(
      answered(await sync({ slug: 'sandbox' }, { organization: await organizationWithKeys() })),
    ).toEqual(shapeA(404, 'unknown_connection')))

  it('409 A: the data changed between pages', async () => {
    const first = await sync({ slug: 'plaid' })
    plaid.changes += 1
    const answer = await sync({ slug: 'plaid', cursor: first.body['nextCursor'] })
    expect(answered(answer)).toEqual(
      shapeA(409, 'conflict', {
        provider: 'plaid',
        restartCursor: '',
        code: 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION',
      }),
    )
    expect((await sync({ slug: 'plaid', cursor: '' })).status).toBe(200)
  })

  it('502 A and 504 A: the provider refuses, fails or does not answer', async () => {
    plaid.instead.push(plaidError(400, 'ITEM_ERROR', 'ITEM_LOGIN_REQUIRED'), outage, 'hang')
    expect(answered(await sync({ slug: 'plaid' }))).toEqual(
      shapeA(502, 'provider_error', {
        provider: 'plaid',
        status: 400,
        code: 'ITEM_LOGIN_REQUIRED',
        retryable: false,
      }),
    )
    expect(answered(await sync({ slug: 'plaid' }))).toEqual(
      shapeA(502, 'provider_error', { provider: 'plaid', status: 500 }),
    )
    expect(answered(await sync({ slug: 'plaid' }))).toEqual(
      shapeA(504, 'provider_timeout', { provider: 'plaid' }),
    )
  })

  it('502 A: after failures in a row a connection needs a successful test', async () => {
    await connect(
      'bank',
      'plaid',
      plaidConfig,
      { secret: plaid.secret, accessToken: plaid.accessToken },
      'flaky',
    )
    for (let call = 1; call <= 5; call++) {
      plaid.instead.push(outage)
      expect((await sync({ slug: 'flaky' })).status).toBe(502)
    }
    const calls = plaid.calls.length
    const answer = await sync({ slug: 'flaky' })
    expect(answered(answer)).toEqual(
      shapeA(502, 'provider_unavailable', { failures: 5, retryAfterSeconds: expect.any(Number) }),
    )
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(plaid.calls).toHaveLength(calls)
    expect((await sync({ slug: 'plaid' })).status).toBe(200)
    expect(
      (await api.send(testRoute.POST, '/x', { params: { id: ids['flaky'] ?? '' } })).body,
    ).toMatchObject({ ok: true })
    expect((await sync({ slug: 'flaky' })).status).toBe(200)
  })

  it('is audited by numbers only', async () =>
    expect(await audited('bank.transactions-synced')).toContainEqual({
      added: 100,
      modified: 0,
      removed: 0,
    }))
})

describe('GET /api/v2/sso/directory-groups/{id}/users', () => {
  it.each(['intake-team', 'billing-team', 'clinical-leads', '00g1intake0000000001'])(
    'answers the sandbox’s group %s',
    async (id) => {
      const answer = await group(id, { as: 'worker' })
      expect(answered(answer)).toEqual({
        status: 200,
        body: {
          group: {
            id: id.startsWith('00g') ? 'intake-team' : id,
            name: expect.any(String),
            users: expect.any(Array),
          },
        },
      })
      const { users } = answer.body['group'] as { users: Rows }
      expect(users.length).toBeGreaterThan(2)
      for (const user of users)
        expect(user).toEqual({
          id: expect.any(String),
          name: expect.stringContaining(' '),
          email: expect.stringContaining('@'),
        })
    },
  )

  it('leaves people out who have left', async () => {
    const { users } = (await group('intake-team')).body['group'] as { users: Rows }
    expect(users).toHaveLength(5)
  })

  it.each(['directory_group_1', '00gours'])('asks every directory: %s of WorkOS', async (id) => {
    expect(answered(await group(id))).toEqual({
      status: 200,
      body: {
        group: {
          id: 'directory_group_1',
          name: 'Ours',
          users: [{ id: 'directory_user_1', name: 'Avery Lindqvist', email: 'avery@example.com' }],
        },
      },
    })
  })

  it('a directory that fails hides no group of another', async () => {
    workos.instead.push(outage)
    expect((await group('intake-team')).status).toBe(200)
  })

  it.each([
    ['404 B: an unknown group', 'no-such', {}, shapeB(404)],
    ['404 B: an id of strange characters', '../..', {}, shapeB(404)],
    ['401 B: no credential', 'intake-team', { as: null }, shapeB(401)],
    [
      '401 B: a dead key',
      'intake-team',
      { as: null, headers: { authorization: 'Bearer dead' } },
      shapeB(401),
    ],
    ['400 B: an endless id', 'x'.repeat(500), {}, shapeB(400)],
  ] as [string, string, More, object][])('%s', async (_name, id, more, expected) =>
    expect(answered(await group(id, more))).toEqual(expected),
  )

  it('400 B: a query that there is not', async () =>
    expect(
      answered(
        await api.send(groupRoute.GET, '/api/v2/sso/directory-groups/intake-team/users?limit=5', {
          params: { id: 'intake-team' },
        }),
      ),
    ).toEqual(shapeB(400)))
  it('404 B: an organization without a directory', async () =>
    expect(
      answered(await group('intake-team', { organization: await organizationWithKeys() })),
    ).toEqual(shapeB(404)))
  it('405 B: another method', async () =>
    expect(answered(await api.send(groupRoute.POST, '/x', { params: {} }))).toEqual(shapeB(405)))

  it('502 B and 504 B: no directory knows the group and one fails', async () => {
    workos.instead.push(outage)
    expect(answered(await group('directory_group_1'))).toEqual(shapeB(502))
    workos.instead.push('hang')
    expect(answered(await group('directory_group_1'))).toEqual(shapeB(504))
  })
})

describe('the tests of these connections', () => {
  const test = async (id: string) =>
    await api.send(testRoute.POST, `/api/v2/connections/${id}/test`, { params: { id } })
  it.each(['candid', 'plaid', 'workos'])('%s', async (slug) =>
    expect(await test(ids[slug] ?? '')).toMatchObject({
      status: 200,
      body: { ok: true, message: expect.stringContaining('answered') },
    }),
  )
  it.each(['billing', 'bank', 'directory'] as const)('the sandbox of %s', async (kind) => {
    const [row] = await inOrganization(api.organization.id, (tx) =>
      tx
        .select({ id: connections.id })
        .from(connections)
        .where(and(eq(connections.kind, kind), eq(connections.slug, 'sandbox'))),
    )
    expect(await test(row?.id ?? '')).toMatchObject({
      status: 200,
      body: { ok: true, message: expect.stringContaining('works') },
    })
  })
  it.each([
    ['billing', '50 patients'],
    ['directory', '3 groups'],
  ] as const)('a sandbox of %s made by hand has %s', async (kind, words) => {
    const slug = `by-hand-${kind}`
    await connect(kind, 'sandbox', {}, {}, slug)
    expect(await test(ids[slug] ?? '')).toMatchObject({
      body: { ok: true, message: expect.stringContaining(words) },
    })
  })
  it('say what is wrong', async () => {
    await connect(
      'billing',
      'candid',
      candidConfig,
      { clientSecret: 'wrong' },
      `wrong-${newId().slice(-8)}`,
    )
    const wrong = Object.keys(ids).find((slug) => slug.startsWith('wrong-')) ?? ''
    expect(await test(ids[wrong] ?? '')).toMatchObject({
      status: 200,
      body: { ok: false, message: expect.stringContaining('credentials') },
    })
  })
})
