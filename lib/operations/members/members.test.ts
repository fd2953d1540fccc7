import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { authDb } from '#db/client'
import { sessions, users } from '#db/schema/people'
import { signInWithPassword } from '#lib/auth/sign-in-with-password'
import { organizationWithKeys, useApi } from '#lib/testing/api'
import { signedIn, type Person } from '#lib/testing/person'
import * as one from '../../../app/api/v2/members/[id]/route.ts'
import * as all from '../../../app/api/v2/members/route.ts'
import { removeMember } from './remove-member.ts'

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
const change = (id: string, role: string, given: object = more) => api.send(one.PATCH, `${path}/${id}`, { params: { id }, body: { role }, ...given })
const remove = (id: string, given: object = more) => api.send(one.DELETE, `${path}/${id}`, { params: { id }, ...given })
const list = async (given: object = more) => (await api.send(all.GET, path, given)).body['items'] as { id: string; name: string; you: boolean }[]
const password = 'a long enough password'

describe('members', () => {
  it('are added with a password and can sign in, their address in whatever case', async () => {
    const added = await add({ name: 'Bo', email: `Bo-${owner.actor.id}@Example.com`, role: 'worker', password })
    expect(added).toMatchObject({ status: 201, body: { name: 'Bo', email: `bo-${owner.actor.id}@example.com`, role: 'worker', you: false } })
    expect(await list()).toMatchObject([{ name: 'Ada Owner', you: true }, { name: 'Bo', you: false }])
    expect(await signInWithPassword({ email: `bo-${owner.actor.id}@example.com`, password, address: '', userAgent: null })).toHaveProperty('sessionId')
    expect((await add({ name: 'Bo', email: `bo-${owner.actor.id}@example.com`, role: 'owner' })).status).toBe(409)
  })

  it.each<[string, object]>([
    ['a short password', { password: 'short' }],
    ['no address', { email: 'bo' }],
    ['two addresses', { email: 'a@example.com,b@example.com' }],
    ['a line break in the name', { name: 'Bo\nBcc: x' }],
    ['an unknown role', { role: 'admin' }],
    ['another organization', { organizationId: '00000000-0000-7000-8000-000000000000' }],
  ])('are not added with %s', async (_what, wrong) => {
    expect((await add({ name: 'Bo', email: 'bo@example.com', role: 'worker', ...wrong })).status).toBe(400)
  })

  it('of another organization keep their password and name when they are added here, too', async () => {
    const email = `shared-${owner.actor.id}@example.com`
    await add({ name: 'Bo', email, role: 'worker', password })
    const other = await organizationWithKeys()
    const elsewhere = await signedIn(other.id, 'owner', 'Cy')
    expect(await add({ name: 'Hijacked', email, role: 'owner', password: 'another password 123' }, { as: null, headers: elsewhere.headers })).toMatchObject({ status: 201, body: { name: 'Bo' } })
    expect(await signInWithPassword({ email, password: 'another password 123', address: '', userAgent: null })).toEqual({ refused: 'wrong' })
    expect(await signInWithPassword({ email, password, address: '', userAgent: null })).toHaveProperty('sessionId')
  })

  it('that were removed everywhere start anew when they are added again', async () => {
    const email = `again-${owner.actor.id}@example.com`
    const first = await add({ name: 'Bo', email, role: 'worker', password })
    await remove(String(first.body['id']))
    expect(await add({ name: 'Bo Second', email, role: 'worker' })).toMatchObject({ status: 201, body: { name: 'Bo Second' } })
    const [user] = await authDb().select().from(users).where(eq(users.email, email))
    expect(user?.passwordHash).toBeNull()
  })

  it('change their role, which counts at once', async () => {
    const bo = await signedIn(api.organization.id, 'worker', 'Bo')
    const asBo = { as: null, headers: bo.headers }
    expect((await add({ name: 'X', email: 'x@example.com', role: 'worker' }, asBo)).status).toBe(403)
    expect(await change(bo.actor.id, 'owner')).toMatchObject({ status: 200, body: { role: 'owner' } })
    expect((await change(bo.actor.id, 'owner', asBo)).status).toBe(200)
  })

  it('are out at once when they are removed', async () => {
    const bo = await signedIn(api.organization.id, 'builder', 'Bo')
    const asBo = { as: null, headers: bo.headers }
    expect(await list(asBo)).toHaveLength(2)
    expect((await remove(bo.actor.id)).status).toBe(204)
    expect((await api.send(all.GET, path, asBo)).status).toBe(401)
    expect(await authDb().select().from(sessions).where(eq(sessions.userId, bo.actor.id))).toEqual([])
    expect((await remove(bo.actor.id)).status).toBe(404)
  })

  it('always have an owner, also when two owners remove each other at once', async () => {
    expect(await change(owner.actor.id, 'worker')).toMatchObject({ status: 409, body: { error: 'conflict' } })
    expect((await remove(owner.actor.id)).status).toBe(409)
    const second = await signedIn(api.organization.id, 'owner', 'Bo')
    const outcomes = await Promise.allSettled([removeMember(owner.actor, { id: second.actor.id }), removeMember(second.actor, { id: owner.actor.id })])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('of another organization do not exist', async () => {
    const other = await organizationWithKeys()
    const theirs = await signedIn(other.id, 'worker', 'Cy')
    expect((await change(theirs.actor.id, 'owner')).status).toBe(404)
    expect((await remove(theirs.actor.id)).status).toBe(404)
    expect(await authDb().select().from(sessions).where(eq(sessions.userId, theirs.actor.id))).toHaveLength(1)
  })
})
