import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { authDb, inOrganization } from '#db/client'
import { roles } from '#db/schema/access'
import { apiKeys, members } from '#db/schema/people'
import { apiKeyPrefix, hashApiKey, newApiKey } from '#lib/auth/api-key'
import { newId } from '#lib/ids'
import { disableMember } from '#lib/operations/members/disable-member'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { tokenOf } from '#test/harness/invite'
import { until } from '#test/harness/until'
import { signedIn, type Person } from '#test/samples/person'
import { changeApiKey } from './change-api-key.ts'
import { createApiKey } from './create-api-key.ts'

const keys = endpointsAt('/api/v2/api-keys')
const key = endpointsAt('/api/v2/api-keys/{id}')
const rotation = endpointsAt('/api/v2/api-keys/{id}/rotate')
const people = endpointsAt('/api/v2/members')
const person = endpointsAt('/api/v2/members/{id}')
const disabling = endpointsAt('/api/v2/members/{id}/disable')
const enabling = endpointsAt('/api/v2/members/{id}/enable')
const invitation = endpointsAt('/api/v2/invitations/{id}/link')
const pending = endpointsAt('/api/v2/invitations')
const opened = endpointsAt('/api/v2/public/invitations/{token}')

const api = useApi()
/** Has two strong permissions, and most others not. */
const keeper = 'keeper'
let owner: Person
let kim: Person
let organizationId: string

beforeEach(async () => {
  Object.assign(api.organization, await organizationWithKeys())
  organizationId = api.organization.id
  const permissions = ['api-keys:manage', 'members:manage', 'members:read']
  const role = { organizationId, slug: keeper, name: 'Keeper', permissions }
  await inOrganization(organizationId, async (tx) => await tx.insert(roles).values(role))
  owner = await signedIn(organizationId, 'owner', 'Ada Owner')
  kim = await signedIn(organizationId, keeper, 'Kim Keeper')
})

const as = ({ headers }: Pick<Person, 'headers'>) => ({ as: null, headers })
const withKey = (text: unknown) => ({ headers: { authorization: `Bearer ${String(text)}` } })
const path = '/api/v2/api-keys'
const create = (body: object, by: Pick<Person, 'headers'>) =>
  api.send(keys.POST, path, { body, ...as(by) })
const change = (id: string, body: object, by: Pick<Person, 'headers'>) =>
  api.send(key.PATCH, path, { params: { id }, body, ...as(by) })
const rotate = (id: string, by: Pick<Person, 'headers'>) =>
  api.send(rotation.POST, path, { params: { id }, ...as(by) })
const ofPerson = (userId: string) =>
  and(eq(members.organizationId, organizationId), eq(members.userId, userId))
const setRole = async (userId: string, role: string) =>
  await authDb().update(members).set({ role }).where(ofPerson(userId))

describe('nobody gives more than they have', () => {
  it('by a key that may do more: neither its secret nor its end', async () => {
    const strong = String((await create({ name: 'Strong', role: 'owner' }, owner)).body['id'])
    const weak = String(
      (await create({ name: 'Weak', permissions: ['members:read'] }, owner)).body['id'],
    )
    for (const refused of [
      await rotate(strong, kim),
      await change(strong, { expiresAt: null }, kim),
    ])
      expect(refused).toMatchObject({
        status: 403,
        body: { details: { permissions: expect.arrayContaining(['runs:read']) } },
      })
    expect((await rotate(weak, kim)).status).toBe(200)
    expect((await change(weak, { expiresAt: null }, kim)).status).toBe(200)
  })

  it('by handing a key over to somebody with whom it would do more', async () => {
    const pat = await signedIn(organizationId, 'owner', 'Pat')
    const id = String((await create({ name: 'Of Pat', role: 'owner' }, pat)).body['id'])
    await setRole(pat.actor.id, keeper)
    expect((await change(id, { ratePerMinute: 5 }, kim)).status).toBe(200)
    expect((await change(id, { ownerId: owner.actor.id }, kim)).status).toBe(403)
    expect((await change(id, {}, owner)).body).toMatchObject({ owner: { name: 'Pat' } })
    expect((await change(id, { ownerId: kim.actor.id }, kim)).body).toMatchObject({
      owner: { name: 'Kim Keeper' },
    })
  })

  it('by a key of an owner with some of their permissions', async () => {
    const permissions = ['api-keys:manage', 'members:manage', 'members:read']
    const made = await create({ name: 'Some', permissions }, owner)
    const some = withKey(made.body['key'])
    const invite = (role: string) =>
      api.send(people.POST, path, {
        body: { name: 'Bo', email: `${newId()}@example.com`, role },
        ...as(some),
      })
    const promoted = await api.send(person.PATCH, path, {
      params: { id: kim.actor.id },
      body: { role: 'owner' },
      ...as(some),
    })
    expect([
      (await create({ name: 'More', role: 'owner' }, some)).status,
      (await create({ name: 'More', permissions: ['runs:read'] }, some)).status,
      (await invite('owner')).status,
      (await invite('worker')).status,
      promoted.status,
    ]).toEqual([403, 403, 403, 403, 403])
    expect((await create({ name: 'Less', permissions: ['members:read'] }, some)).status).toBe(201)
    expect((await invite(keeper)).status).toBe(201)
  })

  it('by a new link for an invitation, which would be theirs to open', async () => {
    const body = { name: 'Bo', email: `${newId()}@example.com`, role: 'owner' }
    const invited = await api.send(people.POST, path, { body, ...as(owner) })
    const params = { id: String(invited.body['id']) }
    expect((await api.send(invitation.POST, path, { params, ...as(kim) })).status).toBe(403)
    const token = tokenOf(String(invited.body['link']))
    expect((await api.send(opened.GET, path, { params: { token }, as: null })).status).toBe(200)
  })

  it('by an invitation of a stronger role that they had before', async () => {
    const body = { name: 'Bo', email: `${newId()}@example.com`, role: 'owner' }
    const invited = await api.send(people.POST, path, { body, ...as(owner) })
    const params = { token: tokenOf(String(invited.body['link'])) }
    const open = async () => (await api.send(opened.GET, path, { params, as: null })).status
    await signedIn(organizationId, 'owner', 'Another Owner')
    await setRole(owner.actor.id, keeper)
    expect(await open()).toBe(404)
    expect((await api.send(pending.GET, path, as(kim))).body['items']).toMatchObject([
      { status: 'inviter_left' },
    ])
    await setRole(owner.actor.id, 'owner')
    expect(await open()).toBe(200)
  })

  it('nor takes it from those who have more', async () => {
    await signedIn(organizationId, 'owner', 'Another Owner')
    const params = { id: owner.actor.id }
    const given = { params, ...as(kim) }
    expect((await api.send(disabling.POST, path, given)).status).toBe(403)
    expect((await api.send(person.DELETE, path, given)).status).toBe(403)
    await disableMember((await signedIn(organizationId, 'owner', 'Cy')).actor, params)
    expect((await api.send(enabling.POST, path, given)).status).toBe(403)
  })
})

/** How many transactions of this database wait for another one. */
async function waiting(): Promise<number> {
  const { rows } = await authDb().execute<{ count: number }>(sql`
    select count(*)::integer from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`)
  return rows[0]?.count ?? 0
}

/**
 * Disables Pat while `act`, which gives them a key, is in the middle: it waits for a key that
 * somebody else has locked, or for the name "Late", which somebody else takes and gives back.
 */
async function disableDuring(pat: Person, act: () => Promise<unknown>, lockedKey?: string) {
  let acted: Promise<unknown> = Promise.resolve()
  let disabled: Promise<unknown> = Promise.resolve()
  let isDisabled = false
  await authDb().transaction(async (tx) => {
    const text = newApiKey()
    const row = { id: newId(), organizationId, name: 'Late', role: 'worker' }
    const late = { ...row, prefix: apiKeyPrefix(text), hash: hashApiKey(text) }
    if (lockedKey === undefined) await tx.insert(apiKeys).values(late)
    else await tx.select().from(apiKeys).where(eq(apiKeys.id, lockedKey)).for('update')
    acted = act()
    await until('the act waits for the key', async () => (await waiting()) >= 1)
    disabled = disableMember(owner.actor, { id: pat.actor.id }).then(() => {
      isDisabled = true
    })
    await until('disabling waits, or is done', async () => isDisabled || (await waiting()) >= 2)
    await tx.delete(apiKeys).where(eq(apiKeys.id, row.id))
  })
  await Promise.all([acted, disabled])
}

describe('a key that becomes somebody’s while they are disabled', () => {
  it('is stopped for good when it is made at this moment', async () => {
    const pat = await signedIn(organizationId, 'owner', 'Pat')
    const input = { name: 'Late', role: 'worker', workflows: null, mode: 'live' } as const
    await disableDuring(pat, () => createApiKey(pat.actor, input))
    const [late] = await authDb().select().from(apiKeys).where(eq(apiKeys.name, 'Late'))
    expect(late).toMatchObject({ createdBy: pat.actor.id, stoppedAt: expect.any(Date) })
  })

  it('is stopped when it is handed over at this moment', async () => {
    const pat = await signedIn(organizationId, 'owner', 'Pat')
    const id = String((await create({ name: 'Handed', role: 'worker' }, owner)).body['id'])
    await disableDuring(pat, () => changeApiKey(owner.actor, { id, ownerId: pat.actor.id }), id)
    const [handed] = await authDb().select().from(apiKeys).where(eq(apiKeys.id, id))
    expect(handed).toMatchObject({ createdBy: pat.actor.id, stoppedAt: expect.any(Date) })
  })

  it('is refused when they are disabled just before', async () => {
    const pat = await signedIn(organizationId, 'owner', 'Pat')
    const input = { name: 'After', workflows: null, mode: 'live' } as const
    let made: Promise<unknown> = Promise.resolve()
    await authDb().transaction(async (tx) => {
      await tx.update(members).set({ disabledAt: new Date() }).where(ofPerson(pat.actor.id))
      made = createApiKey(pat.actor, input).catch((error: unknown) => error)
      await until('the key waits for the membership', async () => (await waiting()) >= 1)
    })
    expect(await made).toMatchObject({ statusCode: 403, code: 'forbidden' })
    expect(await authDb().select().from(apiKeys).where(eq(apiKeys.name, 'After'))).toEqual([])
  })
})
