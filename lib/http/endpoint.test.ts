import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inOrganization } from '#db/client'
import { workflows } from '#db/schema/workflows'
import { contract } from '#lib/contracts/contract'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '#lib/operations/define-operation'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { createRouter } from './router.ts'

const one = endpointsAt('/api/v2/workflows/{id}')
const draft = endpointsAt('/api/v2/workflows/{id}/draft')
const all = endpointsAt('/api/v2/workflows')

const api = useApi()
const path = '/api/v2/workflows'
const create = (body: unknown, headers: Record<string, string> = {}) =>
  api.send(all.POST, path, { body, headers })
const nested = (depth: number): string =>
  `{"name":"deep","definition":{"steps":[{"id":"a","type":"transform","title":"","config":{"value":${'['.repeat(depth)}${']'.repeat(depth)}}}]}}`

describe('a request body', () => {
  it.each<[string, unknown, Record<string, string>, number, string, RegExp]>([
    ['no body', undefined, {}, 400, '', /needs a JSON body/],
    ['not JSON', '{"name":', {}, 400, '', /not valid JSON/],
    ['null', 'null', {}, 400, '', /./],
    ['a list', '[]', {}, 400, '', /./],
    ['bad UTF-8', new Uint8Array([0x22, 0xff, 0x22]), {}, 400, '', /UTF-8/],
    ['an unknown field', { name: 'x', nmae: 'y' }, {}, 400, 'nmae', /no field "nmae"/],
    [
      'an unknown field deep inside',
      { name: 'x', definition: { steps: [], settings: { tz: 'x' } } },
      {},
      400,
      'definition.settings.tz',
      /no field "tz"/,
    ],
    ['a wrong kind', { name: 7 }, {}, 400, 'name', /./],
    ['NUL', { name: 'a\u0000b' }, {}, 400, 'name', /NUL/],
    [
      'NUL in free-form data',
      { name: 'x', definition: { steps: [], startData: { title: '\u0000' } } },
      {},
      400,
      'definition.startData.title',
      /NUL/,
    ],
    ['half a character', '{"name":"\\ud800"}', {}, 400, 'name', /surrogate/],
    [
      'a number beyond all bounds',
      '{"name":"x","definition":{"steps":[],"startData":{"maximum":1e999}}}',
      {},
      400,
      'definition.startData.maximum',
      /too large/,
    ],
    [
      '__proto__',
      '{"name":"x","definition":{"steps":[],"startData":{"__proto__":{"polluted":true}}}}',
      {},
      400,
      'definition.startData',
      /__proto__/,
    ],
    ['bottomless nesting', nested(500), {}, 400, '', /deeper/],
    ['absurd nesting', nested(200_000), {}, 400, '', /./],
    [
      'a form',
      'name=x',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      '',
      /application\/json/,
    ],
    ['a text', '{"name":"x"}', { 'content-type': 'text/plain' }, 415, '', /application\/json/],
    [
      'too much',
      JSON.stringify({ name: 'x', description: 'x'.repeat(5 * 1024 * 1024) }),
      {},
      413,
      '',
      /5 MB/,
    ],
  ])('refuses %s', async (_what, body, headers, status, field, message) => {
    const answer = await create(body, headers)
    expect(answer).toMatchObject({
      status,
      body: {
        statusCode: status,
        message: expect.stringMatching(message),
        details: expect.any(Object),
      },
    })
    const issues = (answer.body['details'] as { issues?: { path: string }[] }).issues
    if (field) expect(issues?.map((issue) => issue.path)).toContain(field)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('a body whose declared length is too large is refused unread', async () => {
    const answer = await create('{"name":"x"}', { 'content-length': String(50 * 1024 * 1024) })
    expect(answer.status).toBe(413)
  })

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/merge-patch+json',
  ])('takes %s', async (type) => {
    expect((await create({ name: `By ${type}` }, { 'content-type': type })).status).toBe(201)
  })

  it('takes free-form data as it is', async () => {
    const startData = {
      type: 'object',
      properties: { 'x y': { default: { constructor: 1, prototype: [null, '', 0.1] } } },
    }
    const { body } = await create({ name: 'Free', definition: { steps: [], startData } })
    expect(body['draft']).toMatchObject({ startData })
  })

  it('cannot contain another id than the address', async () => {
    const { body } = await create({ name: 'Addressed' })
    const id = String(body['id'])
    expect(
      (
        await api.send(one.PATCH, `${path}/${id}`, {
          params: { id },
          body: { name: 'x', id: 'other' },
        })
      ).status,
    ).toBe(400)
  })
})

describe('parameters', () => {
  it.each(['limit=5&limit=6', 'limit=', 'nosuch=1', 'search=%00', 'search=a&search=b'])(
    'refuses ?%s',
    async (query) => {
      expect(await api.send(all.GET, `${path}?${query}`)).toMatchObject({
        status: 400,
        body: { error: 'invalid_request' },
      })
    },
  )
  it('refuses NUL in the path', async () => {
    expect((await api.send(one.GET, `${path}/x`, { params: { id: 'a\u0000' } })).status).toBe(400)
  })
})

describe('a credential', () => {
  it.each<[string, Record<string, string>]>([
    ['none', {}],
    ['a dead key', { authorization: 'Bearer rk_live_dead' }],
    ['another scheme', { authorization: 'Basic abc' }],
  ])('%s is 401', async (_what, headers) => {
    const answer = await api.send(all.GET, path, { as: null, headers })
    expect(answer).toMatchObject({
      status: 401,
      body: { error: 'unauthorized', statusCode: 401, details: {} },
    })
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
  })
  it('is checked before the body', async () =>
    expect((await api.send(all.POST, path, { as: null, body: '{' })).status).toBe(401))
  it('without the permission is 403', async () => {
    expect(await api.send(all.POST, path, { as: 'worker', body: { name: 'x' } })).toMatchObject({
      status: 403,
      body: { error: 'forbidden', details: { permission: 'workflows:create', role: 'worker' } },
    })
  })
})

describe('every answer', () => {
  it.each<[string, string | undefined, boolean]>([
    ['a good id', 'abc-123.DEF_4', true],
    ['none', undefined, false],
    ['a short one', 'abc', false],
    ['one with a line break, escaped', 'abc%0d%0adef!', false],
    ['a long one', 'x'.repeat(129), false],
  ])('has a request id: %s', async (_what, given, kept) => {
    for (const send of [
      () =>
        api.send(all.GET, path, { headers: given === undefined ? {} : { 'x-request-id': given } }),
      () =>
        api.send(all.GET, `${path}?nosuch=1`, {
          headers: given === undefined ? {} : { 'x-request-id': given },
        }),
      () =>
        api.send(all.DELETE, path, {
          headers: given === undefined ? {} : { 'x-request-id': given },
        }),
      () =>
        api.send(createRouter(endpoints), '/api/none', {
          headers: given === undefined ? {} : { 'x-request-id': given },
        }),
    ]) {
      const id = (await send()).headers.get('x-request-id')
      if (kept) expect(id).toBe(given)
      else expect(id).toMatch(/^[\da-f-]{36}$/)
    }
  })

  it('is not stored by caches', async () =>
    expect((await api.send(all.GET, path)).headers.get('cache-control')).toBe('no-store'))

  it('without content has no body', async () => {
    const { body } = await create({ name: 'Gone soon' })
    const id = String(body['id'])
    const request = new Request(`http://localhost${path}/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${api.organization.keys.owner}` },
    })
    const response = await one.DELETE(request, { id })
    expect([response.status, response.body, response.headers.get('content-type')]).toEqual([
      204,
      null,
      null,
    ])
  })
})

describe('an address', () => {
  it('that does not exist is 404, whatever the verb', async () => {
    for (const verb of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)
      expect(
        await api.send(createRouter(endpoints), '/api/v2/nothing', { method: verb, as: null }),
      ).toMatchObject({
        status: 404,
        body: { error: 'not_found', statusCode: 404, details: { path: '/api/v2/nothing' } },
      })
  })
  it('without the verb is 405 and names its verbs', async () => {
    const answer = await api.send(draft.DELETE, `${path}/x/draft`, { method: 'DELETE' })
    expect(answer).toMatchObject({
      status: 405,
      body: { error: 'method_not_allowed', details: { allowed: ['PUT'] } },
    })
    expect(answer.headers.get('allow')).toBe('PUT, OPTIONS')
    expect((await api.send(all.OPTIONS, path, { method: 'OPTIONS' })).headers.get('allow')).toBe(
      'GET, HEAD, POST, OPTIONS',
    )
  })
})

describe('the three error bodies', () => {
  const failing = contract({
    id: 'failing',
    method: 'POST',
    path: '/api/v2/failing',
    summary: 'Fails as told',
    tag: 'Workflows',
    body: z.strictObject({ code: z.string().optional() }),
    returns: { 200: { description: 'Never.', schema: z.object({ ok: z.literal(true) }) } },
    errors: { 401: 'B', 404: 'C', 502: 'B', other: 'A' },
  })
  const codes: Record<string, () => unknown> = {
    missing: () => ApiError.notFound('thing', 'x'),
    provider: () =>
      new ApiError('provider_error', 'The system refused.', { provider: 'p', status: 500 }),
    taken: () => new ApiError('conflict', 'Taken.', { by: 'y' }),
    unknown: () => new Error('password=hunter2 of patient Ada'),
  }
  const POST = endpoint(
    failing,
    defineOperation<{ code?: string | undefined }, { ok: true }>({
      name: 'failing',
      permission: 'workflows:read',
      run: async ({ input }) => {
        const made = input.code === undefined ? undefined : codes[input.code]?.()
        if (made !== undefined) throw made
        // Errors that the parameter's type excludes, but that an operation may still throw.
        return { ok: false } as unknown as { ok: true }
      },
    }),
  )

  it.each<[string, unknown, 'owner' | null, number, Record<string, unknown>]>([
    ['B at 401', {}, null, 401, { error: expect.stringMatching(/Sign in/) }],
    [
      'A at 400',
      { x: 1 },
      'owner',
      400,
      {
        error: 'invalid_request',
        message: expect.any(String),
        statusCode: 400,
        details: { issues: [{ path: 'x', message: expect.any(String) }] },
      },
    ],
    [
      'C at 404',
      { code: 'missing' },
      'owner',
      404,
      { message: 'There is no thing "x" in this organization.' },
    ],
    ['B at 502', { code: 'provider' }, 'owner', 502, { error: 'The system refused.' }],
    [
      'A at 409',
      { code: 'taken' },
      'owner',
      409,
      { error: 'conflict', message: 'Taken.', statusCode: 409, details: { by: 'y' } },
    ],
  ])('%s', async (_name, body, as, status, expected) => {
    const answer = await api.send(POST, '/api/v2/failing', { body, as })
    expect([answer.status, answer.body]).toEqual([status, expected])
  })

  it.each([
    ['what was thrown', { code: 'unknown' }],
    ['an answer that the contract does not allow', {}],
  ])('reveal nothing of %s but the request id', async (_what, body) => {
    const answer = await api.send(POST, '/api/v2/failing', { body })
    const requestId = answer.headers.get('x-request-id') ?? ''
    expect(answer).toMatchObject({
      status: 500,
      body: {
        error: 'internal_error',
        // Pages show only the sentence.
        message: expect.stringContaining(`report the request id ${requestId}.`),
        details: { requestId },
      },
    })
    expect(JSON.stringify(answer.body)).not.toMatch(/hunter2|Ada|contract/)
  })
})

describe('Idempotency-Key', () => {
  const made = async (slug: string): Promise<number> =>
    (
      await inOrganization(api.organization.id, (tx) =>
        tx.select({ id: workflows.id }).from(workflows).where(eq(workflows.slug, slug)),
      )
    ).length

  it('repeats the first answer, also to concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        create({ name: 'Many at once' }, { 'idempotency-key': 'many' }),
      ),
    )
    expect(new Set(answers.map((answer) => answer.body['id'])).size).toBe(1)
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 6 }, () => 201))
    expect([await made('many-at-once'), await made('many-at-once-2')]).toEqual([1, 0])
  })

  it('with another body is 409', async () => {
    await create({ name: 'First body' }, { 'idempotency-key': 'body' })
    expect(await create({ name: 'Second body' }, { 'idempotency-key': 'body' })).toMatchObject({
      status: 409,
      body: { error: 'idempotency_key_reused', details: { idempotencyKey: 'body' } },
    })
  })

  it('is not used up by a refusal', async () => {
    expect(
      (await create({ name: 'x', slug: 'import' }, { 'idempotency-key': 'again' })).status,
    ).toBe(400)
    expect(
      (await create({ name: 'x', slug: 'good-now' }, { 'idempotency-key': 'again' })).status,
    ).toBe(201)
  })

  it('belongs to one organization', async () => {
    const organization = await organizationWithKeys()
    const mine = await create({ name: 'Mine' }, { 'idempotency-key': 'shared' })
    const theirs = await api.send(all.POST, path, {
      body: { name: 'Theirs' },
      headers: { 'idempotency-key': 'shared' },
      organization,
    })
    expect([mine.body['name'], theirs.status, theirs.body['name']]).toEqual(['Mine', 201, 'Theirs'])
  })

  it.each(['', 'x'.repeat(256)])('of a wrong length is 400', async (key) => {
    expect(await create({ name: 'x' }, { 'idempotency-key': key })).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'Idempotency-Key' }] } },
    })
  })
})
