import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { authDb, inOrganization } from '#db/client'
import { organizations } from '#db/schema/organizations'
import { apiKeys } from '#db/schema/people'
import { asClient } from '#lib/client-address'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { endpoints } from '../endpoints.ts'
import { createRouter } from '../router.ts'

// Before anything reads the settings.
vi.hoisted(() => {
  process.env['RATE_LIMITS'] = 'address=2'
})

const api = useApi()
const workflows = endpointsAt('/api/v2/workflows')
const health = endpointsAt('/api/health')
const path = '/api/v2/workflows'
const router = createRouter(endpoints)

let organization: Awaited<ReturnType<typeof organizationWithKeys>>
beforeEach(async () => {
  organization = await organizationWithKeys()
})

const limitKey = async (name: string, ratePerMinute: number) =>
  await authDb()
    .update(apiKeys)
    .set({ ratePerMinute })
    .where(and(eq(apiKeys.organizationId, organization.id), eq(apiKeys.name, name)))
const read = async (as: 'owner' | 'builder' = 'owner') =>
  await api.send(workflows.GET, path, { organization, as })

describe('API requests over a limit', () => {
  it('are 429 with Retry-After, for this key only', async () => {
    await limitKey('owner', 2)
    const answers = [await read(), await read()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const left = answers.map(({ headers }) => headers.get('ratelimit')?.split(';t=')[0])
    expect(left).toEqual(['"key";r=1', '"key";r=0'])
    const refused = await read()
    expect(refused).toMatchObject({
      status: 429,
      body: { error: 'rate_limited', details: { limit: 'key', most: 2, seconds: 60 } },
    })
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThanOrEqual(1)
    expect(wait).toBeLessThanOrEqual(30)
    expect((await read('builder')).status).toBe(200)
  })

  it('count for the organization, whose number an operator sets', async () => {
    await inOrganization(organization.id, (tx) =>
      tx.update(organizations).set({ ratePerMinute: 2 }),
    )
    expect((await read()).headers.get('ratelimit-policy')).toBe(
      '"key";q=6000;w=60, "organization";q=2;w=60',
    )
    expect((await read('builder')).status).toBe(200)
    expect(await read()).toMatchObject({
      status: 429,
      body: { details: { limit: 'organization' } },
    })
    // Another organization has its own count.
    expect((await api.send(workflows.GET, path)).status).toBe(200)
  })

  it('count for the address, dead credentials twenty times', async () => {
    const headers = { authorization: 'Bearer rk_live_wrong' }
    const statuses = await asClient('192.0.2.7', async () => [
      (await api.send(workflows.GET, path, { as: null, headers })).status,
      (await api.send(workflows.GET, path, { as: null, headers })).status,
      (await read()).status,
    ])
    expect(statuses).toEqual([401, 429, 429])
    expect((await asClient('192.0.2.77', () => read())).status).toBe(200)
  })

  it.each([
    ['GET', '/api/nothing', 404],
    ['PUT', '/api/v2/workflows', 405],
    ['GET', '/api/v2/workflows', 401],
    ['GET', '/api/v2/changelog/feed.xml', 200],
  ])('are told at every answer of the API: %s %s is %i', async (method, at, status) => {
    const request = new Request(`http://localhost:3000${at}`, { method })
    const answer = await asClient(`198.51.100.${status % 256}`, () => router(request))
    expect(answer.status).toBe(status)
    expect(answer.headers.get('ratelimit-policy')).toBe('"address";q=2;w=60')
    expect(answer.headers.get('ratelimit')).toMatch(/^"address";r=1;t=\d+$/)
  })

  it('do not count the probes of operators', async () => {
    for (let probes = 0; probes < 5; probes++) {
      const probe = await asClient('192.0.2.9', () => api.send(health.GET, '/api/health', {}))
      expect([probe.status, probe.headers.get('ratelimit')]).toEqual([200, null])
    }
  })
})
