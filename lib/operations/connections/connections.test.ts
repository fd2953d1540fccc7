import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { connections } from '#db/schema/connections'
import { auditEntries } from '#db/schema/records'
import { connectionKinds } from '#lib/domain/statuses'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { startFhirServer } from '#test/fakes/fhir-server'
import { openConnection } from './open-connection.ts'

const kindsRoute = endpointsAt('/api/v2/connection-kinds')
const one = endpointsAt('/api/v2/connections/{id}')
const testRoute = endpointsAt('/api/v2/connections/{id}/test')
const all = endpointsAt('/api/v2/connections')

// Before the settings are read for the first time: the server lies on an internal address.
const fhir = await startFhirServer()
process.env['HTTP_ALLOW_PRIVATE'] = fhir.host
afterAll(async () => await fhir.close())
beforeEach(() => {
  fhir.requests.length = 0
  fhir.authorize = () => true
})

const api = useApi()
type More = Parameters<typeof api.send>[2]
const address = '/api/v2/connections'
const secretToken = 'token-that-nobody-may-see'
const bearer = () => ({
  kind: 'emr',
  slug: `emr-${newId().slice(-12)}`,
  name: 'Main EMR',
  provider: 'fhir',
  config: { baseUrl: fhir.baseUrl, auth: 'bearer' },
  secrets: { token: secretToken },
})

const create = (body: unknown, more: More = {}) => api.send(all.POST, address, { body, ...more })
const on = (handler: Parameters<typeof api.send>[0], id: string, more: More = {}) =>
  api.send(handler, `${address}/${id}`, { params: { id }, ...more })
const made = async (change: object = {}) =>
  String((await create({ ...bearer(), ...change })).body['id'])
const row = async (id: string) =>
  (await engineDb().select().from(connections).where(eq(connections.id, id)))[0]

describe('connections', () => {
  it('never show a secret: no answer, no audit entry and no column has one', async () => {
    const created = await create(bearer())
    expect(created).toMatchObject({
      status: 201,
      body: {
        kind: 'emr',
        provider: 'fhir',
        secretsSet: ['token'],
        lastTest: null,
        lastCallAt: null,
      },
    })
    const id = String(created.body['id'])
    await on(one.PATCH, id, { body: { name: 'Renamed', secrets: { token: secretToken } } })
    await on(testRoute.POST, id, { body: {} })
    const answers = [
      created,
      await on(one.GET, id),
      await api.send(all.GET, address),
      await on(one.GET, id, { as: 'worker' }),
    ]
    const audit = await inOrganization(api.organization.id, (tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.objectId, id)),
    )
    expect(audit.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['connection.created', 'connection.changed', 'connection.tested']),
    )
    expect(JSON.stringify([answers.map(({ body }) => body), audit, await row(id)])).not.toContain(
      secretToken,
    )
  })

  it('send the secret to their provider, and say when it worked last', async () => {
    fhir.authorize = ({ headers }) => headers.authorization === `Bearer ${secretToken}`
    const { id: patientId } = await fhir.repository.createResource({ resourceType: 'Patient' })
    const settings = bearer()
    const id = String((await create(settings)).body['id'])
    const port = await openConnection(api.organization.id, 'emr', settings.slug)
    const note = { patientId, title: 'T', body: 'B', category: 'C', date: '2026-03-07' }
    expect(
      (
        await port.createTextNote(note, {
          idempotencyKey: newId(),
          signal: AbortSignal.timeout(30_000),
        })
      ).documentHistoryId,
    ).toContain('/_history/')
    expect((await on(one.GET, id)).body['lastCallAt']).toEqual(expect.any(String))
  })

  it('keep absent fields in a change; null removes a secret', async () => {
    const id = await made()
    expect((await on(one.PATCH, id, { body: { name: 'New name' } })).body).toMatchObject({
      name: 'New name',
      secretsSet: ['token'],
    })
    expect(
      (await on(one.PATCH, id, { body: { secrets: { privateKey: 'x' } } })).body,
    ).toMatchObject({ secretsSet: ['token', 'privateKey'] })
    expect((await on(one.PATCH, id, { body: { secrets: { token: null } } })).body).toMatchObject({
      secretsSet: ['privateKey'],
    })
  })

  it('never send a secret to another address than it was entered for', async () => {
    const id = await made()
    const config = { baseUrl: 'https://attacker.example.com/fhir', auth: 'bearer' }
    expect((await on(one.PATCH, id, { body: { config } })).body).toMatchObject({ secretsSet: [] })
    const again = await made()
    expect(
      (await on(one.PATCH, again, { body: { config, secrets: { token: 'another' } } })).body,
    ).toMatchObject({ secretsSet: ['token'] })
    const sameAddress = await made()
    expect(
      (
        await on(one.PATCH, sameAddress, {
          body: { config: { ...bearer().config, timeoutSeconds: 30 } },
        })
      ).body,
    ).toMatchObject({ secretsSet: ['token'] })
  })

  it.each<[object, number, string]>([
    [{ provider: 'nobody' }, 400, 'provider'],
    [{ kind: 'bakery' }, 400, 'kind'],
    [{ slug: 'Not A Slug' }, 400, 'slug'],
    [{ name: ' ' }, 400, 'name'],
    [{ config: { baseUrl: 'nonsense' } }, 400, 'config.baseUrl'],
    [{ config: { baseUrl: 'file:///etc/passwd' } }, 400, 'config.baseUrl'],
    [{ config: { baseUrl: 'https://user:pass@example.com' } }, 400, 'config.baseUrl'],
    [{ config: { baseUrl: 'https://example.com', baseurl: 'x' } }, 400, 'config.baseurl'],
    [
      { config: { baseUrl: 'https://example.com', token: 'in the wrong place' } },
      400,
      'config.token',
    ],
    [{ secrets: { password: 'x' } }, 400, 'secrets.password'],
    [{ extra: 1 }, 400, 'extra'],
  ])('%j is refused at the field', async (change, status, field) => {
    const answer = await create({ ...bearer(), ...change })
    expect(answer).toMatchObject({ status, body: { error: 'invalid_request' } })
    const { issues } = answer.body['details'] as { issues: { path: string }[] }
    expect(issues.map(({ path }) => path)).toContain(field)
    expect(JSON.stringify(answer.body)).not.toContain('in the wrong place')
  })

  it('have a slug of their own for their kind', async () => {
    const first = bearer()
    await create(first)
    expect(await create({ ...bearer(), slug: first.slug })).toMatchObject({
      status: 409,
      body: { error: 'conflict' },
    })
    expect((await create({ ...bearer(), slug: first.slug, kind: 'homecare' })).status).toBe(201)
    expect((await on(one.PATCH, await made(), { body: { slug: first.slug } })).status).toBe(409)
  })

  it('are deleted permanently', async () => {
    const settings = bearer()
    const id = String((await create(settings)).body['id'])
    expect((await on(one.DELETE, id)).status).toBe(204)
    expect((await on(one.GET, id)).status).toBe(404)
    await expect(openConnection(api.organization.id, 'emr', settings.slug)).rejects.toMatchObject({
      code: 'unknown_connection',
      statusCode: 404,
    })
  })

  it('are managed by owners, and exist in their own organization only', async () => {
    const settings = bearer()
    const id = String((await create(settings)).body['id'])
    for (const as of ['builder', 'worker'] as const) {
      expect((await create(bearer(), { as })).status).toBe(403)
      expect((await on(one.PATCH, id, { as, body: { name: 'x' } })).status).toBe(403)
      expect((await on(one.DELETE, id, { as })).status).toBe(403)
      expect((await on(testRoute.POST, id, { as })).status).toBe(403)
    }
    const organization = await organizationWithKeys()
    expect((await on(one.GET, id, { organization })).status).toBe(404)
    expect((await on(one.PATCH, id, { organization, body: { name: 'x' } })).status).toBe(404)
    expect((await on(one.DELETE, id, { organization })).status).toBe(404)
    expect((await on(testRoute.POST, id, { organization })).status).toBe(404)
    await expect(openConnection(organization.id, 'emr', settings.slug)).rejects.toMatchObject({
      code: 'unknown_connection',
    })
  })

  it('are listed by kind and slug, page by page', async () => {
    const organization = await organizationWithKeys()
    for (const [kind, slug] of [
      ['homecare', 'a'],
      ['emr', 'b'],
      ['emr', 'a'],
    ])
      await create({ kind, slug, name: 'x', provider: 'sandbox' }, { organization })
    const list = async (query: string) =>
      (await api.send(all.GET, `${address}${query}`, { organization, as: 'worker' })).body as {
        items: { kind: string; slug: string }[]
        nextCursor: string | null
      }
    const names = ({ items }: Awaited<ReturnType<typeof list>>) =>
      items.map(({ kind, slug }) => `${kind}/${slug}`)
    const first = await list('?limit=2')
    expect(names(first)).toEqual(['emr/a', 'emr/b'])
    expect(
      names(await list(`?limit=2&cursor=${encodeURIComponent(first.nextCursor ?? '')}`)),
    ).toEqual(['homecare/a'])
    expect(names(await list('?kind=homecare'))).toEqual(['homecare/a'])
  })
})

describe('testing a connection', () => {
  it('says whether it works, and stores the result', async () => {
    fhir.authorize = ({ headers }) => headers.authorization === `Bearer ${secretToken}`
    const id = await made()
    expect(await on(testRoute.POST, id)).toMatchObject({
      status: 200,
      body: { ok: true, message: expect.any(String), at: expect.any(String) },
    })
    fhir.authorize = () => false
    const refused = await on(testRoute.POST, id)
    expect(refused).toMatchObject({
      status: 200,
      body: { ok: false, message: expect.stringContaining('credentials') },
    })
    expect((await on(one.GET, id)).body).toMatchObject({
      lastTest: { ok: false, message: refused.body['message'] },
    })
    expect(fhir.requests.every(({ method }) => method === 'GET')).toBe(true)
  })

  it('says what is missing, and what may not be called', async () => {
    const incomplete = await made({
      config: { baseUrl: fhir.baseUrl, auth: 'backend-services' },
      secrets: {},
    })
    expect((await on(testRoute.POST, incomplete)).body).toMatchObject({
      ok: false,
      message: expect.stringContaining('not complete'),
    })
    for (const baseUrl of [
      'http://169.254.169.254/latest',
      'http://localhost:8099/fhir',
      'http://127.0.0.1:8099',
    ]) {
      const id = await made({ config: { baseUrl, auth: 'none' }, secrets: {} })
      expect((await on(testRoute.POST, id)).body).toMatchObject({
        ok: false,
        message: expect.stringContaining('internal address'),
      })
    }
    expect(fhir.requests).toHaveLength(0)
  })

  it('works for the sandbox of every kind', async () => {
    for (const kind of ['emr', 'homecare'])
      expect(
        (
          await on(
            testRoute.POST,
            await made({ kind, provider: 'sandbox', config: {}, secrets: {} }),
          )
        ).body,
      ).toMatchObject({ ok: true })
  })
})

describe('the kinds of connections', () => {
  it('have their providers as JSON Schema for the form; secrets are password fields', async () => {
    const { status, body } = await api.send(kindsRoute.GET, '/api/v2/connection-kinds', {
      as: 'worker',
    })
    expect(status).toBe(200)
    const items = body['items'] as {
      kind: string
      providers: {
        id: string
        embedded: boolean
        configSchema: { properties: Record<string, object> }
        secretsSchema: { properties: Record<string, object> }
      }[]
    }[]
    expect(items.map(({ kind }) => kind)).toEqual(connectionKinds)
    const records = items.find(({ kind }) => kind === 'emr')
    expect(records?.providers.map(({ id }) => id)).toEqual(['fhir', 'sandbox'])
    for (const { kind, providers } of items)
      expect(
        providers.filter(({ embedded }) => embedded),
        `${kind} works without set-up`,
      ).not.toEqual([])
    const fields = items
      .flatMap(({ providers }) => providers)
      .flatMap(({ configSchema, secretsSchema }) => [
        ...Object.values(configSchema.properties),
        ...Object.values(secretsSchema.properties),
      ])
    for (const field of fields)
      expect(field).toMatchObject({ title: expect.any(String), description: expect.any(String) })
  })
})
