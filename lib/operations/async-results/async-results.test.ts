import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import { auditEntries } from '#db/schema/records'
import { putFile } from '#lib/documents/file-store'
import { endAsyncResult } from '#lib/engine/commands/end-async-result'
import { stopWatchingRuns } from '#lib/engine/watch/watch'
import { startWorker, type Worker } from '#lib/engine/worker/worker'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { noServices } from '#test/harness/engine'
import { until } from '#test/harness/until'
import { retryAfter } from './retry-after.ts'
import { startAsyncResultExpiry } from './start-async-result-expiry.ts'

const completeRoute = endpointsAt('/api/v2/async-result/{id}/complete')
const oneRoute = endpointsAt('/api/v2/async-result/{id}')
const allRoute = endpointsAt('/api/v2/async-result')
const sleepRoute = endpointsAt('/api/v2/async-result/sleep')

const api = useApi()
type More = Parameters<typeof api.send>[2]
const address = '/api/v2/async-result'

const create = (body: unknown = {}, more: More = {}) =>
  api.send(allRoute.POST, address, { body, ...more })
const made = async (body: unknown = {}, more: More = {}) =>
  String((await create(body, more)).body['id'])
const read = (id: string, query = '', more: More = {}) =>
  api.send(oneRoute.GET, `${address}/${id}${query}`, { params: { id }, ...more })
const complete = (id: string, body: unknown, more: More = {}) =>
  api.send(completeRoute.POST, `${address}/${id}/complete`, { params: { id }, body, ...more })
const sleep = (body: unknown, more: More = {}) =>
  api.send(sleepRoute.POST, `${address}/sleep`, { body, ...more })
const shapeA = (status: number, error: string) => ({
  status,
  body: { error, message: expect.any(String), statusCode: status, details: expect.any(Object) },
})
const answered = ({ status, body }: { status: number; body: unknown }) => ({ status, body })

let worker: Worker
beforeAll(async () => {
  worker = await startWorker({
    services: noServices,
    openConnection: async () => await Promise.reject(new Error('no connection')),
    stepTypes: new Map(),
  })
})
afterAll(async () => {
  await worker.stop()
  await stopWatchingRuns()
})

describe('an async result', () => {
  it('is created, read while it is pending, completed, and read again', async () => {
    const created = await create({ description: 'The fax service' })
    const id = String(created.body['id'])
    expect(created.status).toBe(201)
    expect(created.headers.get('location')).toBe(`${address}/${id}`)
    const open = {
      id,
      kind: 'manual',
      description: 'The fax service',
      status: 'pending',
      result: null,
      error: null,
      createdAt: expect.any(String),
      completedAt: null,
      dueAt: null,
      expiresAt: null,
    }
    expect(created.body).toEqual(open)
    const pending = await read(id)
    expect(answered(pending)).toEqual({ status: 200, body: open })
    expect(pending.headers.get('retry-after')).toBe('2')
    const completed = await complete(id, { result: { pages: 3 } })
    expect(answered(completed)).toEqual({
      status: 200,
      body: {
        ...open,
        status: 'completed',
        result: { pages: 3 },
        completedAt: expect.any(String),
        expiresAt: expect.any(String),
      },
    })
    const done = await read(id)
    expect(done.body).toEqual(completed.body)
    expect(done.headers.get('retry-after')).toBeNull()
    const days =
      (Date.parse(String(done.body['expiresAt'])) - Date.parse(String(done.body['completedAt']))) /
      86_400_000
    expect(days).toBeCloseTo(30, 1)
  })

  it('fails with the error of the outside system', async () => {
    const id = await made()
    expect((await complete(id, { error: { message: 'The line was busy.' } })).body).toMatchObject({
      status: 'failed',
      result: null,
      error: { code: 'failed', message: 'The line was busy.' },
    })
    const other = await made()
    expect(
      (
        await complete(other, {
          error: { code: 'no_paper', message: 'Out of paper.', details: { tray: 2 } },
        })
      ).body,
    ).toMatchObject({ error: { code: 'no_paper', details: { tray: 2 } } })
  })

  it('ends once; the same request with the same key gets the first answer again', async () => {
    const id = await made()
    const headers = { 'idempotency-key': newId() }
    const first = await complete(id, { result: 1 }, { headers })
    expect(answered(await complete(id, { result: 1 }, { headers }))).toEqual(answered(first))
    expect(answered(await complete(id, { result: 2 }))).toEqual(shapeA(409, 'conflict'))
    expect((await read(id)).body['result']).toBe(1)
  })

  it('null is a result', async () =>
    expect((await complete(await made(), { result: null })).body).toMatchObject({
      status: 'completed',
      result: null,
    }))

  it('is created once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': newId() }
    expect(await made({}, { headers })).toBe(await made({}, { headers }))
    expect(answered(await create({ description: 'other' }, { headers }))).toEqual(
      shapeA(409, 'idempotency_key_reused'),
    )
  })

  it('with ?wait is answered when it ended or the time is over', async () => {
    const id = await made()
    const begun = Date.now()
    const [waited] = await Promise.all([read(id, '?wait=20'), complete(id, { result: 'soon' })])
    expect(waited.body).toMatchObject({ status: 'completed', result: 'soon' })
    expect(Date.now() - begun).toBeLessThan(5000)
    const open = await made()
    const beganAt = Date.now()
    const timedOut = await read(open, '?wait=1')
    expect(timedOut.body['status']).toBe('pending')
    expect(timedOut.headers.get('retry-after')).toBe('2')
    expect(Date.now() - beganAt).toBeGreaterThanOrEqual(990)
  })

  it('with a time limit fails when the time is over', async () => {
    const id = await made({ timeoutSeconds: 1 })
    expect((await read(id)).headers.get('retry-after')).toBe('1')
    expect((await read(id, '?wait=10')).body).toMatchObject({
      status: 'failed',
      error: { code: 'timed_out' },
      result: null,
    })
  })

  it('has an audit entry when it is delivered, but not while it is pending', async () => {
    const id = await made()
    await read(id)
    await complete(id, { result: 'x' })
    await read(id)
    const entries = await inOrganization(api.organization.id, (tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.objectId, id)),
    )
    expect(entries.map(({ action }) => action).sort()).toEqual([
      'async-result.completed',
      'async-result.created',
      'async-result.read',
    ])
    expect(JSON.stringify(entries.map(({ details }) => details))).not.toContain('x"')
  })

  it('is deleted with its stored text when it expired', async () => {
    const { storageKey } = await putFile(
      (async function* () {
        yield Buffer.from('{"large":true}')
      })(),
      { maxBytes: 100 },
    )
    const id = await made()
    const other = await made()
    await inOrganization(api.organization.id, (tx) =>
      endAsyncResult(tx, api.organization.id, id, { status: 'completed', resultKey: storageKey }),
    )
    expect((await read(id)).body['result']).toEqual({ large: true })
    await complete(other, { result: 1 })
    await engineDb()
      .update(asyncResults)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(asyncResults.id, id))
    const loop = startAsyncResultExpiry()
    await until('it is gone', async () => (await read(id)).status === 404)
    await loop.stop()
    expect((await read(other)).status).toBe(200)
  })

  it('says when to poll again', () => {
    const at = (seconds: number) => ({
      status: 'pending' as const,
      dueAt: new Date(1_000_000 + seconds * 1000).toISOString(),
    })
    expect(
      [at(0.2), at(7.2), at(3600)].map((one) => retryAfter(one, 1_000_000)['retry-after']),
    ).toEqual(['1', '8', '60'])
    expect(retryAfter({ status: 'completed', dueAt: null })).toEqual({})
  })

  const body = { result: 1 }
  it.each<[string, () => Promise<{ status: number; body: unknown }>, object]>([
    [
      '400: neither result nor error',
      async () => complete(await made(), {}),
      shapeA(400, 'invalid_request'),
    ],
    [
      '400: both',
      async () => complete(await made(), { ...body, error: { message: 'x' } }),
      shapeA(400, 'invalid_request'),
    ],
    [
      '400: a code that is none',
      async () => complete(await made(), { error: { code: 'No Paper', message: 'x' } }),
      shapeA(400, 'invalid_request'),
    ],
    [
      '400: an unknown field',
      async () => complete(await made(), { ...body, more: 1 }),
      shapeA(400, 'invalid_request'),
    ],
    ['400: an id that is none', () => read('nope'), shapeA(400, 'invalid_request')],
    [
      '400: a wait that is too long',
      async () => read(await made(), '?wait=31'),
      shapeA(400, 'invalid_request'),
    ],
    [
      '400: a wait that is no number',
      async () => read(await made(), '?wait=x'),
      shapeA(400, 'invalid_request'),
    ],
    [
      '400: a time limit of nothing',
      () => create({ timeoutSeconds: 0 }),
      shapeA(400, 'invalid_request'),
    ],
    [
      '401: no credential',
      async () => read(await made(), '', { as: null }),
      shapeA(401, 'unauthorized'),
    ],
    ['404: reading what is not there', () => read(newId()), shapeA(404, 'not_found')],
    ['404: completing what is not there', () => complete(newId(), body), shapeA(404, 'not_found')],
    [
      '404: reading another organization’s',
      async () => read(await made(), '', { organization: await organizationWithKeys() }),
      shapeA(404, 'not_found'),
    ],
    [
      '404: completing another organization’s',
      async () => complete(await made(), body, { organization: await organizationWithKeys() }),
      shapeA(404, 'not_found'),
    ],
    [
      '413: more than 5 MB',
      async () => complete(await made(), { result: 'x'.repeat(5 * 1024 * 1024) }),
      shapeA(413, 'payload_too_large'),
    ],
    [
      '415: not declared as JSON',
      async () =>
        complete(await made(), JSON.stringify(body), { headers: { 'content-type': 'text/plain' } }),
      shapeA(415, 'unsupported_media_type'),
    ],
  ])('%s', async (_name, call, expected) => expect(answered(await call())).toEqual(expected))
})

describe('POST /api/v2/async-result/sleep', () => {
  it('creates a result that is completed with the given value after the delay', async () => {
    const before = Date.now()
    const slept = await sleep({ delaySeconds: 1, result: { hello: 'again' } })
    expect(answered(slept)).toEqual({
      status: 202,
      body: {
        asyncResults: [{ id: expect.any(String), status: 'pending', dueAt: expect.any(String) }],
      },
    })
    const [{ id, dueAt }] = slept.body['asyncResults'] as [{ id: string; dueAt: string }]
    expect(Math.abs(Date.parse(dueAt) - before - 1000)).toBeLessThan(1500)
    const ended = (await read(id, '?wait=10')).body
    expect(ended).toMatchObject({ kind: 'sleep', status: 'completed', result: { hello: 'again' } })
    const lateMs = Date.parse(String(ended['completedAt'])) - Date.parse(dueAt)
    expect(lateMs).toBeGreaterThanOrEqual(0)
    expect(lateMs).toBeLessThan(2000)
  })

  it('completes those that it is given, at a time; in the order of the request', async () => {
    const ids = [await made(), await made({ timeoutSeconds: 3600 })]
    const at = new Date(Date.now() + 300).toISOString()
    const slept = await sleep({ at, asyncResultIds: ids })
    expect(slept.body['asyncResults']).toEqual(
      ids.map((id) => ({ id, status: 'pending', dueAt: at })),
    )
    for (const id of ids)
      expect((await read(id, '?wait=10')).body).toMatchObject({
        status: 'completed',
        result: null,
        error: null,
        kind: 'manual',
      })
  })

  it('a time that has passed is due at once; one in a hundred years is kept', async () => {
    const [{ id }] = (await sleep({ at: '2001-01-01T00:00:00Z' })).body['asyncResults'] as [
      { id: string },
    ]
    expect((await read(id, '?wait=10')).body['status']).toBe('completed')
    const far = await sleep({ delaySeconds: 99 * 365 * 86_400 })
    expect(Date.parse((far.body['asyncResults'] as [{ dueAt: string }])[0].dueAt)).toBeGreaterThan(
      Date.now() + 98 * 365 * 86_400_000,
    )
  })

  it('of a completion by hand and a sleep, the first counts', async () => {
    const id = await made()
    await sleep({ delaySeconds: 3600, asyncResultIds: [id] })
    expect((await complete(id, { result: 'by hand' })).status).toBe(200)
    expect((await read(id)).body).toMatchObject({ status: 'completed', result: 'by hand' })
    expect(answered(await sleep({ delaySeconds: 1, asyncResultIds: [id] }))).toEqual(
      shapeA(409, 'conflict'),
    )
  })

  it('makes one sleep for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': newId() }
    expect(answered(await sleep({ delaySeconds: 3600 }, { headers }))).toEqual(
      answered(await sleep({ delaySeconds: 3600 }, { headers })),
    )
  })

  it('none of several is put to sleep when one cannot be', async () => {
    const id = await made()
    expect(answered(await sleep({ delaySeconds: 1, asyncResultIds: [id, newId()] }))).toEqual(
      shapeA(404, 'not_found'),
    )
    expect((await read(id)).body['dueAt']).toBeNull()
  })

  it.each<[string, unknown, More, object]>([
    ['400: neither delay nor time', {}, {}, shapeA(400, 'invalid_request')],
    [
      '400: both',
      { delaySeconds: 1, at: '2030-01-01T00:00:00Z' },
      {},
      shapeA(400, 'invalid_request'),
    ],
    ['400: a negative delay', { delaySeconds: -1 }, {}, shapeA(400, 'invalid_request')],
    ['400: more than a hundred years', { delaySeconds: 4e9 }, {}, shapeA(400, 'invalid_request')],
    [
      '400: a time without a zone',
      { at: '2030-01-01T00:00:00' },
      {},
      shapeA(400, 'invalid_request'),
    ],
    ['400: no ids', { delaySeconds: 1, asyncResultIds: [] }, {}, shapeA(400, 'invalid_request')],
    [
      '400: an id that is none',
      { delaySeconds: 1, asyncResultIds: ['x'] },
      {},
      shapeA(400, 'invalid_request'),
    ],
    ['400: an unknown field', { delaySeconds: 1, delay: 1 }, {}, shapeA(400, 'invalid_request')],
    ['400: no body', undefined, {}, shapeA(400, 'invalid_request')],
    ['401: no credential', { delaySeconds: 1 }, { as: null }, shapeA(401, 'unauthorized')],
    [
      '404: one that is not there',
      { delaySeconds: 1, asyncResultIds: [newId()] },
      {},
      shapeA(404, 'not_found'),
    ],
    [
      '413: more than 5 MB',
      { delaySeconds: 1, result: 'x'.repeat(5 * 1024 * 1024) },
      {},
      shapeA(413, 'payload_too_large'),
    ],
    [
      '415: not declared as JSON',
      '{"delaySeconds":1}',
      { headers: { 'content-type': 'text/plain' } },
      shapeA(415, 'unsupported_media_type'),
    ],
  ])('%s', async (_name, body, more, expected) =>
    expect(answered(await sleep(body, more))).toEqual(expected),
  )

  it('404: another organization’s result', async () => {
    expect(
      answered(
        await sleep(
          { delaySeconds: 1, asyncResultIds: [await made()] },
          { organization: await organizationWithKeys() },
        ),
      ),
    ).toEqual(shapeA(404, 'not_found'))
  })

  it('409: a result that the service itself works out', async () => {
    const id = newId()
    await inOrganization(api.organization.id, (tx) =>
      tx.insert(asyncResults).values({ id, organizationId: api.organization.id, kind: 'hie-fhir' }),
    )
    expect(answered(await sleep({ delaySeconds: 1, asyncResultIds: [id] }))).toEqual(
      shapeA(409, 'conflict'),
    )
    expect(answered(await complete(id, { result: 1 }))).toEqual(shapeA(409, 'conflict'))
  })
})
