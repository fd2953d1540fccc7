import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { authDb, engineDb, inOrganization } from '#db/client'
import { members, sessions, users } from '#db/schema/people'
import { tasks } from '#db/schema/runs'
import { startSession } from '#lib/auth/start-session'
import { actorStillAllowed } from '#lib/auth/still-allowed'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { signedIn, type Person } from '#test/samples/person'
import { disableMember } from './disable-member.ts'

const one = endpointsAt('/api/v2/members/{id}')
const disabled = endpointsAt('/api/v2/members/{id}/disable')
const enabled = endpointsAt('/api/v2/members/{id}/enable')
const all = endpointsAt('/api/v2/members')
const keys = endpointsAt('/api/v2/api-keys')
const audit = endpointsAt('/api/v2/audit')

const api = useApi()
const path = '/api/v2/members'
let owner: Person
let bo: Person

beforeEach(async () => {
  Object.assign(api.organization, await organizationWithKeys())
  owner = await signedIn(api.organization.id, 'owner', 'Ada Owner')
  bo = await signedIn(api.organization.id, 'owner', 'Bo')
})

const as = ({ headers }: { headers: Record<string, string> }) => ({ as: null, headers })
const disable = (id: string, by: Person = owner) =>
  api.send(disabled.POST, path, { params: { id }, ...as(by) })
const enable = (id: string, by: Person = owner) =>
  api.send(enabled.POST, path, { params: { id }, ...as(by) })
const list = (given: Person | { headers: Record<string, string> }) =>
  api.send(all.GET, path, as(given))

const screen = {
  title: 'Look',
  instructions: '',
  show: [],
  schema: {},
  uiSchema: {},
  data: {},
}

/** A screen that this person has claimed, in a run of its own; answers the claim as it is now. */
async function claimed({ actor }: Person): Promise<() => Promise<string | null | undefined>> {
  const id = newId()
  await engineDb()
    .insert(tasks)
    .values({
      id,
      organizationId: actor.organizationId,
      runId: newId(),
      key: 'look',
      stepId: 'look',
      stepType: 'screen',
      title: 'Look',
      effect: 'pure',
      status: 'suspended',
      state: { reason: 'screen', ...screen },
      claimedBy: actor.id,
      claimedByName: actor.name,
      claimedAt: new Date(),
    })
  return async () =>
    (
      await inOrganization(actor.organizationId, (tx) =>
        tx.select({ by: tasks.claimedBy }).from(tasks).where(eq(tasks.id, id)),
      )
    )[0]?.by
}

describe('a disabled member', () => {
  it('has no session, no key and no claim from that moment, and stays listed', async () => {
    const made = await api.send(keys.POST, path, { body: { name: 'Of Bo' }, ...as(bo) })
    const withKey = { headers: { authorization: `Bearer ${String(made.body['key'])}` } }
    const claimOfBo = await claimed(bo)
    const claimOfAda = await claimed(owner)
    expect([(await list(bo)).status, (await list(withKey)).status]).toEqual([200, 200])

    expect((await disable(bo.actor.id)).body).toMatchObject({
      member: { id: bo.actor.id, status: 'disabled', role: 'owner' },
      ended: { sessions: 1, apiKeys: 1, claims: 1 },
    })
    expect([(await list(bo)).status, (await list(withKey)).status]).toEqual([401, 401])
    expect([await claimOfBo(), await claimOfAda()]).toEqual([null, owner.actor.id])
    expect(await actorStillAllowed(bo.actor, 'self:manage')).toBe(false)
    expect(await startSession(bo.actor.id, { userAgent: null, method: 'password' })).toBeUndefined()
    const { body } = await list(owner)
    expect(body['items']).toContainEqual(
      expect.objectContaining({ id: bo.actor.id, status: 'disabled', name: 'Bo' }),
    )
    const log = await api.send(audit.GET, '/api/v2/audit', as(owner))
    expect(log.body['items']).toContainEqual(
      expect.objectContaining({
        action: 'member.disabled',
        details: { email: bo.actor.email, sessions: 1, apiKeys: 1, claims: 1 },
      }),
    )
  })

  it('is refused also with a session that was made at the same moment', async () => {
    await disable(bo.actor.id)
    // As one whose transaction ended after the disabling.
    const { id: userId, organizationId } = bo.actor
    const late = { id: bo.actor.sessionId ?? '', userId, organizationId }
    await authDb()
      .insert(sessions)
      .values({ ...late, expiresAt: new Date(Date.now() + 3_600_000) })
    expect((await list(bo)).status).toBe(401)
  })

  it('works again once enabled, with new sessions; their keys stay stopped', async () => {
    const made = await api.send(keys.POST, path, { body: { name: 'Of Bo' }, ...as(bo) })
    const withKey = { headers: { authorization: `Bearer ${String(made.body['key'])}` } }
    await disable(bo.actor.id)
    expect((await enable(bo.actor.id)).body).toMatchObject({ status: 'active', role: 'owner' })
    const sessionId = await startSession(bo.actor.id, { userAgent: null, method: 'password' })
    expect(sessionId).toBeDefined()
    expect([(await list(bo)).status, (await list(withKey)).status]).toEqual([401, 401])
  })

  it('keeps working in their other organizations', async () => {
    const other = await organizationWithKeys()
    const { id: userId, name, email } = bo.actor
    const there = { organizationId: other.id, userId, role: 'worker' as const, name }
    await authDb()
      .insert(members)
      .values({ ...there, email: email ?? '' })
    await disable(userId)
    const sessionId = await startSession(userId, { userAgent: null, method: 'password' })
    const [session] = await authDb()
      .select()
      .from(sessions)
      .where(eq(sessions.id, sessionId ?? ''))
    expect(session?.organizationId).toBe(other.id)
    const [user] = await authDb().select().from(users).where(eq(users.id, userId))
    expect(user?.disabledAt).toBeNull()
  })

  it('is not invited again but enabled', async () => {
    await disable(bo.actor.id)
    const body = { name: 'Bo', email: bo.actor.email, role: 'worker' }
    const again = await api.send(all.POST, path, { body, ...as(owner) })
    expect(again).toMatchObject({ status: 409, body: { message: /disabled member/ } })
  })
})

describe('the last owner who is not disabled', () => {
  const ownersOf = async () =>
    (
      await authDb()
        .select()
        .from(members)
        .where(and(eq(members.organizationId, api.organization.id), eq(members.role, 'owner')))
    ).filter(({ disabledAt }) => disabledAt === null)

  it('is neither disabled, demoted nor removed', async () => {
    await disable(bo.actor.id)
    const params = { id: owner.actor.id }
    const key = { as: 'owner' as const }
    const answers = await Promise.all([
      api.send(disabled.POST, path, { params, ...key }),
      api.send(one.PATCH, path, { params, body: { role: 'worker' }, ...key }),
      api.send(one.DELETE, path, { params, ...key }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409])
    expect(await ownersOf()).toHaveLength(1)
    // A disabled owner can be removed.
    expect((await api.send(one.DELETE, path, { params: { id: bo.actor.id }, ...key })).status).toBe(
      204,
    )
  })

  it('stays when two owners disable each other, or themselves by a key, at once', async () => {
    const outcomes = await Promise.allSettled([
      disableMember(owner.actor, { id: bo.actor.id }),
      disableMember(bo.actor, { id: owner.actor.id }),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await ownersOf()).toHaveLength(1)
    expect((await disable(owner.actor.id)).status).not.toBe(200)
  })

  it('stays when one request disables and another demotes', async () => {
    const key = { as: 'owner' as const }
    const answers = await Promise.all([
      api.send(disabled.POST, path, { params: { id: bo.actor.id }, ...key }),
      api.send(one.PATCH, path, {
        params: { id: owner.actor.id },
        body: { role: 'worker' },
        ...key,
      }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await ownersOf()).toHaveLength(1)
  })
})

describe('disabling', () => {
  it('is for owners, and for their own organization', async () => {
    const stranger = await signedIn((await organizationWithKeys()).id, 'owner', 'Cy')
    const worker = await signedIn(api.organization.id, 'worker', 'Di')
    for (const [by, status] of [
      [stranger, 404],
      [worker, 403],
    ] as const) {
      expect((await disable(bo.actor.id, by)).status).toBe(status)
      expect((await enable(bo.actor.id, by)).status).toBe(status)
    }
    const read = (by: Person) => api.send(one.GET, path, { params: { id: bo.actor.id }, ...as(by) })
    expect([(await read(stranger)).status, (await read(worker)).status]).toEqual([404, 200])
    expect((await list(bo)).status).toBe(200)
  })

  it('oneself is refused', async () => {
    expect((await disable(owner.actor.id)).status).toBe(409)
  })
})
