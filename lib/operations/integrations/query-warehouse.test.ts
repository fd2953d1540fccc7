import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { connections } from '#db/schema/connections'
import { auditEntries } from '#db/schema/records'
import { seedConnections } from '#db/seed/connections'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { startProviderServer } from '#test/fakes/provider-server'

const queryRoute = endpointsAt('/api/v2/integrations/warehouse/{slug}/query')
const connectionsRoute = endpointsAt('/api/v2/connections')
const testRoute = endpointsAt('/api/v2/connections/{id}/test')

// Before the settings are read for the first time: the server lies on an internal address.
const provider = await startProviderServer(() => ({ status: 500, body: 'stack trace' }))
process.env['HTTP_ALLOW_PRIVATE'] = provider.host

const api = useApi()
type More = Parameters<typeof api.send>[2] & { slug?: string }
const sandboxId = newId()

beforeAll(async () => {
  const organizationId = api.organization.id
  await inOrganization(organizationId, async (tx) => {
    await seedConnections(tx, organizationId)
    const snowflake = {
      account: 'a',
      user: 'u',
      auth: 'oauth',
      address: provider.baseUrl,
      timeoutSeconds: 1,
    }
    await tx.insert(connections).values({
      id: newId(),
      organizationId,
      kind: 'warehouse',
      slug: 'incomplete',
      provider: 'snowflake',
      name: 'Incomplete',
      config: snowflake,
    })
    await tx.insert(connections).values({
      id: sandboxId,
      organizationId,
      kind: 'warehouse',
      slug: 'quick',
      provider: 'sandbox',
      name: 'Quick',
      config: { timeoutSeconds: 1 },
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
  for (const slug of ['fails', 'hangs']) {
    const body = {
      kind: 'warehouse',
      slug,
      name: slug,
      provider: 'snowflake',
      config: {
        account: 'a',
        user: 'u',
        auth: 'oauth',
        address: provider.baseUrl,
        timeoutSeconds: 1,
      },
      secrets: { token: 'access' },
    }
    const made = await api.send(connectionsRoute.POST, '/api/v2/connections', { body })
    if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  }
})
afterAll(async () => await provider.close())
beforeEach(() => {
  provider.instead.length = 0
})

const ask = (body: unknown, { slug = 'sandbox', ...more }: More = {}) =>
  api.send(queryRoute.POST, `/api/v2/integrations/warehouse/${encodeURIComponent(slug)}/query`, {
    params: { slug },
    body,
    ...more,
  })
const query = (text: string, more: More = {}) => ask({ query: text }, more)

/** Exactly the fields of the specification's error bodies, nothing beside them. */
const shapeA = (status: number, error: string) => ({
  status,
  body: { error, message: expect.any(String), statusCode: status, details: expect.any(Object) },
})
const shapeB = (status: number) => ({ status, body: { error: expect.stringContaining(' ') } })
const answered = ({ status, body }: { status: number; body: unknown }) => ({ status, body })

describe('POST /api/v2/integrations/warehouse/{slug}/query', () => {
  it('is not for workers', async () => {
    expect((await query('SELECT 1', { as: 'worker' })).status).toBe(403)
  })

  it('answers an array of row objects', async () => {
    const text =
      'SELECT status, count(*) AS claims, sum(billed_amount) AS billed FROM claims GROUP BY status ORDER BY status'
    expect(answered(await query(text, { as: 'builder' }))).toEqual({
      status: 200,
      body: [
        { status: 'appealed', claims: 5064, billed: 17956505.3 },
        { status: 'denied', claims: 10077, billed: 36855837.5 },
        { status: 'paid', claims: 77869, billed: 284436187.5 },
        { status: 'pending', claims: 6990, billed: 25461452.3 },
      ],
    })
    expect(answered(await query('SELECT * FROM claims WHERE false'))).toEqual({
      status: 200,
      body: [],
    })
  })

  it.each([
    ['no query', {}, 'query'],
    ['a blank query', { query: ' \n' }, 'query'],
    ['a query that is no text', { query: ['SELECT 1'] }, 'query'],
    ['an unknown field', { query: 'SELECT 1', params: [1] }, 'params'],
    ['no SELECT', { query: 'DROP TABLE claims' }, 'query'],
    ['two statements', { query: 'SELECT 1; SELECT 2' }, 'query'],
  ])('400 A: %s', async (_what, body, field) => {
    const answer = await ask(body)
    expect(answered(answer)).toEqual(shapeA(400, 'invalid_request'))
    expect(answer.body['details']).toEqual({
      issues: [{ path: field, message: expect.any(String) }],
    })
  })

  it('400 A: the warehouse refuses the query, in its own words', async () => {
    const answer = await query('SELECT * FROM clams')
    expect(answered(answer)).toEqual(shapeA(400, 'query_failed'))
    expect(answer.body['details']).toEqual({
      provider: 'sandbox',
      code: 'Catalog',
      message: expect.stringContaining('Did you mean "claims'),
    })
  })

  it('400 A: too many rows', async () =>
    expect(answered(await query('SELECT * FROM claims'))).toEqual(shapeA(400, 'result_too_large')))

  it.each([
    ['400 A: no JSON', '{"query"', {}, shapeA(400, 'invalid_request')],
    ['400 A: no body', undefined, {}, shapeA(400, 'invalid_request')],
    [
      '413 A: more than 5 MB',
      { query: 'x'.repeat(5 * 1024 * 1024) },
      {},
      shapeA(413, 'payload_too_large'),
    ],
    [
      '415 A: not declared as JSON',
      '{"query":"SELECT 1"}',
      { headers: { 'content-type': 'text/plain' } },
      shapeA(415, 'unsupported_media_type'),
    ],
    ['401 B: no credential', { query: 'SELECT 1' }, { as: null }, shapeB(401)],
    [
      '401 B: a dead key',
      { query: 'SELECT 1' },
      { as: null, headers: { authorization: 'Bearer dead' } },
      shapeB(401),
    ],
    [
      '404 A: unknown connection',
      { query: 'SELECT 1' },
      { slug: 'no-such' },
      shapeA(404, 'unknown_connection'),
    ],
    [
      '404 A: a connection of another kind',
      { query: 'SELECT 1' },
      { slug: 'emr-only' },
      shapeA(404, 'unknown_connection'),
    ],
    [
      '502 B: a connection without its credentials',
      { query: 'SELECT 1' },
      { slug: 'incomplete' },
      shapeB(502),
    ],
  ] as [string, unknown, More, object][])('%s', async (_name, body, more, expected) =>
    expect(answered(await ask(body, more))).toEqual(expected),
  )

  it('404 A: another organization’s connection', async () => {
    expect(
      answered(await query('SELECT 1', { organization: await organizationWithKeys() })),
    ).toEqual(shapeA(404, 'unknown_connection'))
  })

  it('502 B: the warehouse fails; no word of it gets out', async () => {
    const answer = await query('SELECT 1', { slug: 'fails' })
    expect(answered(answer)).toEqual(shapeB(502))
    expect(JSON.stringify(answer.body)).not.toContain('stack')
    expect(provider.calls[0]).toMatchObject({
      method: 'POST',
      headers: { authorization: 'Bearer access' },
    })
  })

  it('504 B: the warehouse does not answer in time', { timeout: 60_000 }, async () => {
    expect(
      answered(await query('SELECT count(*) FROM range(100000000000)', { slug: 'quick' })),
    ).toEqual(shapeB(504))
    provider.instead.push('hang')
    expect(answered(await query('SELECT 1', { slug: 'hangs' }))).toEqual(shapeB(504))
  })

  it('is audited without the query', async () => {
    await query("SELECT 1 AS n WHERE 'Lindqvist' = 'Lindqvist'")
    const entries = await inOrganization(api.organization.id, (tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.action, 'warehouse.queried')),
    )
    expect(entries.map(({ objectId, details }) => [objectId, details])).toContainEqual([
      'sandbox',
      { rows: 1 },
    ])
    expect(JSON.stringify(entries)).not.toContain('Lindqvist')
  })
})

it('the button Test of the sandbox names its tables', async () => {
  const { status, body } = await api.send(testRoute.POST, `/api/v2/connections/${sandboxId}/test`, {
    params: { id: sandboxId },
  })
  expect([status, body]).toMatchObject([
    200,
    { ok: true, message: expect.stringContaining('Its tables are claims, remittances') },
  ])
})
