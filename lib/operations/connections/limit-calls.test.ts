import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { connectionCalls, connections } from '#db/schema/connections'
import { newId } from '#lib/ids'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { limitCalls } from './limit-calls.ts'

const connectionRoute = endpointsAt('/api/v2/connections/{id}')
const patientsRoute = endpointsAt('/api/v2/integrations/homecare/{slug}/patients')

const api = useApi()
let organizationId = ''
beforeAll(() => {
  organizationId = api.organization.id
})

async function connection(limits: { maxConcurrent?: number; maxPerMinute?: number }) {
  const id = newId()
  const slug = `c-${id}`
  await inOrganization(organizationId, async (tx) => {
    await tx.insert(connections).values({
      id,
      organizationId,
      kind: 'homecare',
      slug,
      provider: 'sandbox',
      name: 'Limited',
      config: {},
      ...limits,
    })
  })
  const row = {
    id,
    organizationId,
    slug,
    maxConcurrent: limits.maxConcurrent ?? null,
    maxPerMinute: limits.maxPerMinute ?? null,
  }
  /** Opens a port as another process does: only the database is shared. */
  const open = <T>(work: () => Promise<T>) => limitCalls({ call: work, test: work }, row)
  return { id, slug, open }
}
const calls = async (connectionId: string) =>
  await engineDb()
    .select()
    .from(connectionCalls)
    .where(eq(connectionCalls.connectionId, connectionId))

describe('calls at once', () => {
  it('one more than allowed is refused before it is made, until one has ended', async () => {
    const { open } = await connection({ maxConcurrent: 2 })
    const ends: (() => void)[] = []
    const held = () => new Promise<void>((resolve) => void ends.push(resolve))
    const first = [open(held).call(), open(held).call()]
    await expect.poll(() => ends.length).toBe(2)
    let made = false
    await expect(
      open(async () => {
        made = true
      }).call(),
    ).rejects.toMatchObject({
      code: 'connection_limited',
      statusCode: 429,
      headers: { 'retry-after': '2' },
    })
    expect(made).toBe(false)
    ends[0]?.()
    await first[0]
    expect(await open(async () => 'in').call()).toBe('in')
    ends[1]?.()
    await Promise.all(first)
  })

  it('of many calls at the same moment, only as many as allowed are made', async () => {
    const { id, open } = await connection({ maxConcurrent: 3 })
    let most = 0
    let now = 0
    let letGo: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const asked = Array.from({ length: 12 }, () =>
      open(async () => {
        most = Math.max(most, ++now)
        await gate
        now--
      }).call(),
    )
    const settled = Promise.allSettled(asked)
    await expect.poll(async () => (await calls(id)).length).toBe(3)
    let refused = 0
    for (const each of asked) void each.catch(() => refused++)
    await expect.poll(() => refused).toBe(9)
    letGo()
    expect((await settled).filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(most).toBe(3)
  })

  it('a call whose process died stops counting when its lease is over', async () => {
    const { id, open } = await connection({ maxConcurrent: 1 })
    await engineDb()
      .insert(connectionCalls)
      .values({
        id: newId(),
        organizationId,
        connectionId: id,
        startedAt: new Date(),
        expiresAt: new Date(Date.now() + 60_000),
      })
    await expect(open(async () => 'in').call()).rejects.toMatchObject({
      code: 'connection_limited',
    })
    await engineDb()
      .update(connectionCalls)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(connectionCalls.connectionId, id))
    expect(await open(async () => 'in').call()).toBe('in')
  })
})

describe('calls a minute', () => {
  it('the next is refused until the minute of the first is over, and says when', async () => {
    const { id, open } = await connection({ maxPerMinute: 2 })
    await open(async () => 1).call()
    await open(async () => 2).call()
    await expect(open(async () => 3).call()).rejects.toMatchObject({
      code: 'connection_limited',
      headers: { 'retry-after': expect.stringMatching(/^(59|60)$/) },
    })
    await engineDb()
      .update(connectionCalls)
      .set({ startedAt: sql`started_at - interval '61 seconds'` })
      .where(eq(connectionCalls.connectionId, id))
    expect(await open(async () => 3).call()).toBe(3)
    // Old ended calls are deleted.
    expect(await calls(id)).toHaveLength(1)
  })

  it('a second call of the same port waits: a new attempt would repeat the first', async () => {
    const { id, open } = await connection({ maxPerMinute: 1 })
    const port = open(async () => 'made')
    await port.call()
    await engineDb()
      .update(connectionCalls)
      .set({ startedAt: sql`started_at - interval '59.5 seconds'` })
      .where(eq(connectionCalls.connectionId, id))
    expect(await port.call()).toBe('made')
  })

  it('tests of the connection are not counted', async () => {
    const { id, open } = await connection({ maxPerMinute: 1 })
    await open(async () => 1).test()
    expect(await calls(id)).toHaveLength(0)
  })
})

it('an endpoint over the limit answers 429 with Retry-After; the API changes limits', async () => {
  const { id, slug } = await connection({})
  const params = { id }
  const changed = await api.send(connectionRoute.PATCH, `/api/v2/connections/${id}`, {
    params,
    body: { limits: { concurrent: null, perMinute: 1 } },
  })
  expect([changed.status, changed.body['limits']]).toEqual([
    200,
    { concurrent: null, perMinute: 1 },
  ])
  expect(
    (
      await api.send(connectionRoute.PATCH, `/api/v2/connections/${id}`, {
        params,
        body: { limits: { concurrent: 0, perMinute: 1 } },
      })
    ).status,
  ).toBe(400)
  const search = async () =>
    await api.send(patientsRoute.GET, `/api/v2/integrations/homecare/${slug}/patients`, {
      params: { slug },
    })
  expect((await search()).status).toBe(200)
  const refused = await search()
  expect([refused.status, refused.body['error']]).toEqual([429, 'connection_limited'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
})

it('a step waits before its second call, and its time limit does not count that', async () => {
  const { id, open } = await connection({ maxPerMinute: 1 })
  /** Time passes for the limit. */
  const pass = async (seconds: number) =>
    await engineDb()
      .update(connectionCalls)
      .set({ startedAt: sql`started_at - make_interval(secs => ${seconds})` })
      .where(eq(connectionCalls.connectionId, id))
  const waits: Promise<unknown>[] = []
  const port = limitCalls(
    { call: async () => await Promise.resolve('called') },
    { id, organizationId, slug: 'held', maxConcurrent: null, maxPerMinute: 1 },
    async (waiting) => {
      waits.push(waiting)
      await pass(60)
    },
  )
  expect([await port.call(), waits.length]).toEqual(['called', 0])
  await pass(59)
  expect([await port.call(), waits.length]).toEqual(['called', 1])
  await expect(open(async () => 'another').call()).rejects.toMatchObject({
    code: 'connection_limited',
  })
})
