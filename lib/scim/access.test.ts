import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { authDb, inOrganization } from '#db/client'
import { roles } from '#db/schema/access'
import { directoryGroupRoles, directoryPlans, directoryUsers } from '#db/schema/directories'
import { breakGlassOwners, emailDomains, invitations, members, users } from '#db/schema/index'
import { findInvitation, newInvitationToken, takeInvitation } from '#lib/auth/invitation'
import { actorOfSession } from '#lib/auth/session-actor'
import { sealSession } from '#lib/auth/session-token'
import { permissionsOf } from '#lib/auth/permissions'
import { startSession } from '#lib/auth/start-session'
import type { MemberRole } from '#lib/domain/statuses'
import { newId } from '#lib/ids'
import { patchOf, scimDirectory, type ScimDirectory } from '#test/harness/scim'
import { seedOrganization } from '#test/harness/seed-organization'
import { useTestDatabase } from '#test/harness/test-database'

useTestDatabase()

let organizationId: string
let directory: ScimDirectory
beforeEach(async () => {
  organizationId = (await seedOrganization()).organizationId
  directory = await scimDirectory(organizationId)
})

const addressOf = () => `p-${newId()}@example.com`

/** A member whom a person made. */
async function member(role: MemberRole, email = addressOf()) {
  const id = newId()
  await authDb().insert(users).values({ id, email, name: 'By hand' })
  await authDb()
    .insert(members)
    .values({ organizationId, userId: id, role, name: 'By hand', email })
  return { id, email }
}
const membersHere = async () =>
  await authDb().select().from(members).where(eq(members.organizationId, organizationId))
const memberBy = async (email: string) => (await membersHere()).find((each) => each.email === email)
const isIn = async (email: string) => {
  const found = await memberBy(email)
  return found !== undefined && found.disabledAt === null
}
async function push(email: string, more: object = {}, to = directory): Promise<string> {
  const body = { userName: email, emails: [{ value: email, primary: true }], ...more }
  const answer = await to.send('POST', 'Users', { body })
  expect(answer.status).toBe(201)
  return String(answer.body['id'])
}
const setActive = async (id: string, active: boolean, to = directory) =>
  (await to.send('PATCH', `Users/${id}`, { body: patchOf({ op: 'replace', value: { active } }) }))
    .status
const problemOf = async (id: string) =>
  (
    await inOrganization(organizationId, (tx) =>
      tx.select().from(directoryUsers).where(eq(directoryUsers.id, id)),
    )
  )[0]?.problem
async function group(role: string | undefined, ...people: string[]): Promise<string> {
  const answer = await directory.send('POST', 'Groups', { body: { displayName: newId() } })
  const id = String(answer.body['id'])
  if (role)
    await inOrganization(organizationId, (tx) =>
      tx.insert(directoryGroupRoles).values({ organizationId, groupId: id, role }),
    )
  await inGroup(id, 'add', ...people)
  return id
}
const inGroup = async (id: string, op: 'add' | 'remove', ...people: string[]) => {
  const value = people.map((each) => ({ value: each }))
  const body = patchOf({ op, path: 'members', value })
  expect((await directory.send('PATCH', `Groups/${id}`, { body })).status).toBe(204)
}
const openPlan = async () =>
  (
    await inOrganization(organizationId, (tx) =>
      tx.select().from(directoryPlans).where(eq(directoryPlans.directoryId, directory.id)),
    )
  ).find(({ decidedAt }) => decidedAt === null)

/** Many members, so that one leaver is less than a tenth. */
const fill = async (count: number) => {
  for (let each = 0; each < count; each++) await member('worker')
}

describe('somebody who joins', () => {
  it('becomes a member with the default role, by a new account without a password', async () => {
    const email = addressOf()
    await push(email, { name: { givenName: 'Ada', familyName: 'Byron' } })
    expect(await memberBy(email)).toMatchObject({ role: 'worker', name: 'Ada Byron' })
    const [account] = await authDb().select().from(users).where(eq(users.email, email))
    expect(account).toMatchObject({ passwordHash: null })
  })

  it('is tied to the member with this address, whose role stays', async () => {
    const { email } = await member('builder')
    await push(email.toUpperCase())
    expect(await memberBy(email)).toMatchObject({ role: 'builder', name: 'By hand' })
    expect(await membersHere()).toHaveLength(1)
  })

  it('with an account elsewhere is invited, and no member before they agree', async () => {
    const email = addressOf()
    await authDb().insert(users).values({ id: newId(), email, name: 'Of another clinic' })
    const id = await push(email)
    expect([await memberBy(email), await problemOf(id)]).toEqual([undefined, 'account-elsewhere'])
    const open = await authDb().select().from(invitations).where(eq(invitations.email, email))
    expect(open).toMatchObject([{ organizationId, role: 'worker' }])
    await setActive(id, false)
    expect(await authDb().select().from(invitations).where(eq(invitations.email, email))).toEqual(
      [],
    )
  })

  it('with an account elsewhere is tied when they accept, has their role, and leaves', async () => {
    const email = addressOf()
    const account = { id: newId(), email, name: 'Of another clinic' }
    await authDb().insert(users).values(account)
    const id = await push(email)
    await group('builder', id)
    const [open] = await authDb().select().from(invitations).where(eq(invitations.email, email))
    const { token, tokenHash, expiresAt } = newInvitationToken()
    await authDb()
      .update(invitations)
      .set({ tokenHash, expiresAt })
      .where(eq(invitations.id, open?.id ?? ''))
    await authDb().transaction(async (tx) =>
      takeInvitation(tx, await findInvitation(token, { lock: tx }), account),
    )
    expect(await memberBy(email)).toMatchObject({ role: 'builder', disabledAt: null })
    expect(await problemOf(id)).toBeNull()
    await setActive(id, false)
    expect(await isIn(email)).toBe(false)
  })

  it('and becomes a member by hand later leaves with the directory all the same', async () => {
    directory = await scimDirectory(organizationId, { joiners: 'matched' })
    const email = addressOf()
    const id = await push(email)
    await member('worker', email)
    await directory.send('DELETE', `Users/${id}`)
    expect(await isIn(email)).toBe(false)
  })

  it('with an account elsewhere joins when the organization has proven the domain', async () => {
    const domain = `d-${newId()}.example`
    const email = `ada@${domain}`
    await authDb().insert(users).values({ id: newId(), email, name: 'Ada' })
    const proof = { challenge: 'x', provenAt: new Date() }
    await inOrganization(organizationId, (tx) =>
      tx.insert(emailDomains).values({ id: newId(), organizationId, domain, ...proof }),
    )
    await push(email)
    expect(await isIn(email)).toBe(true)
  })

  it('stays outside where only members follow the directory', async () => {
    directory = await scimDirectory(organizationId, { joiners: 'matched' })
    const email = addressOf()
    expect(await problemOf(await push(email))).toBe('only-matched')
    expect(await memberBy(email)).toBeUndefined()
  })

  it.each([
    'nobody',
    '"e@attacker.example"@victim.example',
    'a＠b.example',
    'a@b.example,c@d.example',
  ])('with the address %j stays outside', async (value) => {
    const body = { userName: newId(), emails: [{ value }] }
    const { body: made } = await directory.send('POST', 'Users', { body })
    expect(await problemOf(String(made['id']))).toBe('no-address')
  })
})

describe('somebody who moves', () => {
  it('has the strongest role of their groups, and the default role after the last', async () => {
    const email = addressOf()
    const id = await push(email)
    const role = async () => (await memberBy(email))?.role
    const builders = await group('builder', id)
    expect(await role()).toBe('builder')
    const owners = await group('owner', id)
    expect(await role()).toBe('owner')
    await member('owner')
    await inGroup(owners, 'remove', id)
    expect(await role()).toBe('builder')
    expect((await directory.send('DELETE', `Groups/${builders}`)).status).toBe(204)
    expect(await role()).toBe('worker')
  })

  it('has the custom role that may do most of those of their groups', async () => {
    await inOrganization(organizationId, (tx) =>
      tx.insert(roles).values([
        { organizationId, slug: 'desk', name: 'Desk', permissions: ['runs:read'] },
        { organizationId, slug: 'lead', name: 'Lead', permissions: [...permissionsOf('builder')] },
      ]),
    )
    const email = addressOf()
    const id = await push(email)
    const role = async () => (await memberBy(email))?.role
    await group('desk', id)
    expect(await role()).toBe('desk')
    const leads = await group('lead', id)
    await group('worker', id)
    expect(await role()).toBe('lead')
    await inGroup(leads, 'remove', id)
    expect(await role()).toBe('worker')
  })

  it('keeps what a person gave them while no group has a role', async () => {
    const { email } = await member('builder')
    const id = await push(email)
    const plain = await group(undefined, id)
    await inGroup(plain, 'remove', id)
    expect((await memberBy(email))?.role).toBe('builder')
  })

  it('stays owner when a person appointed them', async () => {
    await member('owner')
    const { email } = await member('owner')
    await group('worker', await push(email))
    expect((await memberBy(email))?.role).toBe('owner')
  })

  it('is not demoted as the only owner', async () => {
    const email = addressOf()
    const id = await push(email)
    const owners = await group('owner', id)
    await inGroup(owners, 'remove', id)
    expect((await memberBy(email))?.role).toBe('owner')
  })
})

describe('somebody who leaves', () => {
  it.each(['inactive', 'deleted'])('(%s) has no session from the next request on', async (how) => {
    const email = addressOf()
    const id = await push(email)
    const userId = (await memberBy(email))?.userId ?? ''
    const sessionId = await startSession(userId, { userAgent: null, method: 'password' })
    const cookie = await sealSession(sessionId ?? '')
    expect(await actorOfSession(cookie)).toMatchObject({ id: userId })
    if (how === 'inactive') await setActive(id, false)
    else await directory.send('DELETE', `Users/${id}`)
    expect(await actorOfSession(cookie)).toBeUndefined()
    expect(await isIn(email)).toBe(false)
    expect(await startSession(userId, { userAgent: null, method: 'password' })).toBeUndefined()
  })

  it('is a member again when the directory switches them on, also after deleting', async () => {
    const email = addressOf()
    const id = await push(email)
    await setActive(id, false)
    await setActive(id, true)
    expect(await isIn(email)).toBe(true)
    await directory.send('DELETE', `Users/${id}`)
    expect(await isIn(email)).toBe(false)
    await push(email)
    expect(await isIn(email)).toBe(true)
  })

  it('and was disabled by a person stays disabled', async () => {
    const { id, email } = await member('worker')
    await authDb().update(members).set({ disabledAt: new Date() }).where(eq(members.userId, id))
    expect(await problemOf(await push(email))).toBe('disabled-by-hand')
    expect(await isIn(email)).toBe(false)
  })

  it('keeps the access that another directory gives', async () => {
    const email = addressOf()
    const other = await scimDirectory(organizationId)
    const id = await push(email)
    const there = await push(email, {}, other)
    await setActive(id, false)
    expect(await isIn(email)).toBe(true)
    await fill(1)
    await setActive(there, false, other)
    expect(await isIn(email)).toBe(false)
  })

  it('stays as the only owner who may get in without single sign-on', async () => {
    await member('owner')
    const { id: userId, email } = await member('owner')
    await inOrganization(organizationId, (tx) =>
      tx.insert(breakGlassOwners).values({ organizationId, userId }),
    )
    await setActive(await push(email), false)
    expect(await isIn(email)).toBe(true)
  })

  it('stays as the only owner', async () => {
    const { email } = await member('owner')
    const id = await push(email)
    await setActive(id, false)
    expect([await isIn(email), await problemOf(id)]).toEqual([true, 'last-owner'])
  })
})

describe('more than a tenth of the members', () => {
  it('wait as a plan until a person decides; the first tenth went at once', async () => {
    await fill(27)
    const emails = Array.from({ length: 4 }, addressOf)
    const ids: string[] = []
    for (const email of emails) ids.push(await push(email))
    for (const id of ids) expect(await setActive(id, false)).toBe(200)
    const states = await Promise.all(emails.map(isIn))
    expect(states).toEqual([false, false, false, true])
    expect(await openPlan()).toMatchObject({ members: 31 })
    await setActive(ids[3] ?? '', true)
    expect([await isIn(emails[3] ?? ''), await openPlan()]).toEqual([true, undefined])
  })

  it('do not when it is one person, however small the organization', async () => {
    const email = addressOf()
    const id = await push(email)
    await setActive(id, false)
    expect([await isIn(email), await openPlan()]).toEqual([false, undefined])
  })
})

it('a database that does not answer is 503, never 404', async () => {
  const id = await push(addressOf())
  const { configureDatabase, closeDatabase } = await import('#db/client')
  await closeDatabase()
  const url = 'postgresql://nobody@127.0.0.1:1/none'
  configureDatabase({ appUrl: url, authUrl: url, engineUrl: url })
  for (const [method, path] of [
    ['GET', `Users/${id}`],
    ['GET', 'Users?filter=userName%20eq%20%22x%22'],
    ['DELETE', `Users/${id}`],
  ] as const) {
    const answer = await directory.send(method, path)
    expect([answer.status, answer.headers.get('retry-after')], path).toEqual([503, '5'])
  }
})
