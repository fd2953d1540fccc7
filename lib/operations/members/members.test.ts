import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { authDb } from '#db/client'
import { sessions } from '#db/schema/people'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { signedIn, type Person } from '#test/samples/person'
import { removeMember } from './remove-member.ts'

const one = endpointsAt('/api/v2/members/{id}')
const all = endpointsAt('/api/v2/members')

const api = useApi()
const path = '/api/v2/members'
let owner: Person
let more: { as: null; headers: Record<string, string> }

beforeEach(async () => {
  Object.assign(api.organization, await organizationWithKeys())
  owner = await signedIn(api.organization.id, 'owner', 'Ada Owner')
  more = { as: null, headers: owner.headers }
})

const add = (body: object, given: object = more) => api.send(all.POST, path, { body, ...given })
const change = (id: string, role: string, given: object = more) =>
  api.send(one.PATCH, `${path}/${id}`, { params: { id }, body: { role }, ...given })
const remove = (id: string, given: object = more) =>
  api.send(one.DELETE, `${path}/${id}`, { params: { id }, ...given })
const list = async (given: object = more, query = '') =>
  (await api.send(all.GET, `${path}${query}`, given)).body['items'] as {
    id: string
    name: string
    you: boolean
  }[]
const password = 'a long enough password'

describe('members', () => {
  it('are found by a part of the name or of the address', async () => {
    await signedIn(api.organization.id, 'worker', 'Grace Hopper')
    await signedIn(api.organization.id, 'worker', 'Ada Lovelace')
    const found = async (search: string) =>
      (await list(more, `?search=${encodeURIComponent(search)}`)).map(({ name }) => name)
    expect(await found('hopp')).toEqual(['Grace Hopper'])
    expect(await found('ada')).toEqual(['Ada Lovelace', 'Ada Owner'])
    expect(await found('100%')).toEqual([])
  })

  it.each<[string, object]>([
    ['a password that somebody else chose', { password }],
    ['no address', { email: 'bo' }],
    ['two addresses', { email: 'a@example.com,b@example.com' }],
    ['a line break in the name', { name: 'Bo\nBcc: x' }],
    ['an unknown role', { role: 'admin' }],
    ['another organization', { organizationId: '00000000-0000-7000-8000-000000000000' }],
  ])('are not added with %s', async (_what, wrong) => {
    expect(
      (await add({ name: 'Bo', email: 'bo@example.com', role: 'worker', ...wrong })).status,
    ).toBe(400)
  })

  it('change their role, which counts at once', async () => {
    const bo = await signedIn(api.organization.id, 'worker', 'Bo')
    const asBo = { as: null, headers: bo.headers }
    expect((await add({ name: 'X', email: 'x@example.com', role: 'worker' }, asBo)).status).toBe(
      403,
    )
    expect(await change(bo.actor.id, 'owner')).toMatchObject({
      status: 200,
      body: { role: 'owner' },
    })
    expect((await change(bo.actor.id, 'owner', asBo)).status).toBe(200)
  })

  it('are out at once when they are removed', async () => {
    const bo = await signedIn(api.organization.id, 'builder', 'Bo')
    const asBo = { as: null, headers: bo.headers }
    expect(await list(asBo)).toHaveLength(2)
    expect((await remove(bo.actor.id)).status).toBe(204)
    expect((await api.send(all.GET, path, asBo)).status).toBe(401)
    expect(await authDb().select().from(sessions).where(eq(sessions.userId, bo.actor.id))).toEqual(
      [],
    )
    expect((await remove(bo.actor.id)).status).toBe(404)
  })

  it('always have an owner, also when two owners remove each other at once', async () => {
    expect(await change(owner.actor.id, 'worker')).toMatchObject({
      status: 409,
      body: { error: 'conflict' },
    })
    expect((await remove(owner.actor.id)).status).toBe(409)
    const second = await signedIn(api.organization.id, 'owner', 'Bo')
    const outcomes = await Promise.allSettled([
      removeMember(owner.actor, { id: second.actor.id }),
      removeMember(second.actor, { id: owner.actor.id }),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('of another organization do not exist', async () => {
    const other = await organizationWithKeys()
    const theirs = await signedIn(other.id, 'worker', 'Cy')
    expect((await change(theirs.actor.id, 'owner')).status).toBe(404)
    expect((await remove(theirs.actor.id)).status).toBe(404)
    expect(
      await authDb().select().from(sessions).where(eq(sessions.userId, theirs.actor.id)),
    ).toHaveLength(1)
  })
})
