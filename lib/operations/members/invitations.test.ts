import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import { authDb } from '#db/client'
import { invitations, members, sessions, users } from '#db/schema/people'
import { replaceRecoveryCodes } from '#lib/auth/factors/recovery-codes'
import { startTotp, storeTotp } from '#lib/auth/factors/totp'
import { actorOfSession } from '#lib/auth/session-actor'
import { sealSession } from '#lib/auth/session-token'
import { signInWithPassword } from '#lib/auth/sign-in/sign-in-with-password'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { tokenOf } from '#test/harness/invite'
import { signedIn, type Person } from '#test/samples/person'

const audit = endpointsAt('/api/v2/audit')
const link = endpointsAt('/api/v2/invitations/{id}/link')
const invitation = endpointsAt('/api/v2/invitations/{id}')
const pending = endpointsAt('/api/v2/invitations')
const member = endpointsAt('/api/v2/members/{id}')
const all = endpointsAt('/api/v2/members')
const memberships = endpointsAt('/api/v2/profile/memberships')
const accepted = endpointsAt('/api/v2/public/invitations/{token}/accept')
const declined = endpointsAt('/api/v2/public/invitations/{token}/decline')
const opened = endpointsAt('/api/v2/public/invitations/{token}')

const api = useApi()
const path = '/api/v2/members'
const theirs = 'the own password of its person'
let owner: Person
let email: string

beforeEach(async () => {
  Object.assign(api.organization, await organizationWithKeys())
  owner = await signedIn(api.organization.id, 'owner', 'Ada Owner')
  email = `${newId()}@example.com`
})

const as = (person: Person) => ({ as: null, headers: person.headers })
const invite = (by = owner, role = 'worker', to = email) =>
  api.send(all.POST, path, { body: { name: 'Bo', email: to, role }, ...as(by) })
const tokenFor = async (by = owner, role = 'worker', to = email) =>
  tokenOf(String((await invite(by, role, to)).body['link']))
const open = (token: string) => api.send(opened.GET, path, { params: { token }, as: null })
const ours = { origin: 'http://localhost:3000' }
const accept = (token: string, body: object) =>
  api.send(accepted.POST, path, { params: { token }, as: null, headers: ours, body })
const acceptNew = (token: string, password = theirs) =>
  accept(token, { account: 'new', name: 'Bo Invited', password })
const acceptExisting = (token: string, password = theirs) =>
  accept(token, { account: 'existing', password })
const join = (token: string, person: Person) =>
  api.send(memberships.POST, path, { body: { token }, ...as(person) })
const signIn = async (password: string, to = email) => {
  const given = { email: to, password, address: newId(), userAgent: null }
  const result = await signInWithPassword(given)
  if ('refused' in result) return undefined
  return await actorOfSession(await sealSession(result.sessionId))
}
const accountOf = async () => (await authDb().select().from(users).where(eq(users.email, email)))[0]
const anotherOwner = async () => signedIn((await organizationWithKeys()).id, 'owner', 'Cy')
const organizationsOf = async (userId: string) => {
  const mine = eq(members.userId, userId)
  const rows = await authDb().select({ id: members.organizationId }).from(members).where(mine)
  return rows.map(({ id }) => id)
}
/** Gives the account an authenticator app; answers its recovery codes. */
const withFactor = async (userId: string) =>
  await authDb().transaction(async (tx) => {
    const { secret, setUp } = await startTotp(userId, email)
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    expect(await storeTotp(tx, userId, { setUp, code })).toBe('stored')
    return await replaceRecoveryCodes(tx, userId)
  })
const goOn = (at: 'code' | 'skip', cookie: string, body: object) =>
  api.send(endpointsAt(`/api/v2/sign-in/${at}`).POST, `/api/v2/sign-in/${at}`, {
    as: null,
    headers: { ...ours, cookie: cookie.split(';')[0] ?? '' },
    body,
  })
const giveCode = (cookie: string, code: string) => goOn('code', cookie, { code })
const skip = (cookie: string) => goOn('skip', cookie, { step: 'set-up-factor' })
const actions = async () => {
  const { body } = await api.send(audit.GET, '/api/v2/audit', as(owner))
  return (body['items'] as { action: string }[]).map(({ action }) => action)
}

describe('the takeover by an account that was made beforehand', () => {
  it('gives its maker nothing of the organization that invites the same address', async () => {
    const attacker = await anotherOwner()
    // The attacker cannot choose a password for somebody else …
    const chosen = { name: 'CFO', email, role: 'worker', password: 'known to the attacker' }
    expect((await api.send(all.POST, path, { body: chosen, ...as(attacker) })).status).toBe(400)
    // … so they take up their own invitation of the victim's address.
    await acceptNew(await tokenFor(attacker), 'known to the attacker')
    const token = await tokenFor(owner, 'owner')
    const squatter = await signIn('known to the attacker')
    expect(squatter?.organizationId).toBe(attacker.actor.organizationId)
    // Removing the person from there does not move the account to where it is invited.
    const id = squatter?.id ?? ''
    await api.send(member.DELETE, path, { params: { id }, ...as(attacker) })
    expect(await signIn('known to the attacker')).toBeUndefined()
    const here = eq(members.organizationId, api.organization.id)
    const roles = await authDb().select({ name: members.name }).from(members).where(here)
    expect(roles).toEqual([{ name: 'Ada Owner' }])
    expect((await open(token)).status).toBe(200)
  })

  it('cannot be done to an account that exists: nothing of it changes', async () => {
    await acceptNew(await tokenFor())
    const before = await accountOf()
    await tokenFor(await anotherOwner(), 'owner')
    expect(await accountOf()).toEqual(before)
    expect((await signIn(theirs))?.organizationId).toBe(api.organization.id)
  })

  it('cannot be done to an account that left every organization', async () => {
    await acceptNew(await tokenFor())
    const before = await accountOf()
    const id = before?.id ?? ''
    await api.send(member.DELETE, path, { params: { id }, ...as(owner) })
    const attacker = await anotherOwner()
    const token = await tokenFor(attacker, 'owner')
    expect((await acceptNew(token, 'known to the attacker')).status).toBe(409)
    expect((await acceptExisting(token, 'known to the attacker')).status).toBe(400)
    expect(await accountOf()).toEqual(before)
    // Its person alone can bring it back.
    expect((await acceptExisting(await tokenFor())).status).toBe(201)
    expect((await signIn(theirs))?.organizationId).toBe(api.organization.id)
  })
})

describe('an invitation', () => {
  it('is answered alike for an address with an account and for one without', async () => {
    await acceptNew(await tokenFor(await anotherOwner()))
    const known = await invite()
    const unknown = await invite(owner, 'worker', `${newId()}@example.com`)
    expect([known.status, unknown.status]).toEqual([201, 201])
    const shape = { name: 'Bo', role: 'worker', status: 'pending', invitedBy: 'Ada Owner' }
    expect(known.body).toMatchObject({ ...shape, email })
    expect(unknown.body).toMatchObject(shape)
    expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body))
    expect(JSON.stringify(known.body)).not.toContain((await accountOf())?.id)
  })

  it('is no membership until its person accepts, and works once', async () => {
    const token = await tokenFor()
    expect(await accountOf()).toBeUndefined()
    expect((await open(token)).body).toMatchObject({
      role: 'worker',
      invitedBy: 'Ada Owner',
      email,
    })
    expect((await acceptNew(token)).status).toBe(201)
    expect(await signIn(theirs)).toMatchObject({ name: 'Bo Invited', role: 'worker' })
    expect([(await open(token)).status, (await acceptExisting(token)).status]).toEqual([404, 404])
    expect(await actions()).toEqual(expect.arrayContaining(['member.invited', 'member.joined']))
  })

  it('keeps only a hash of its token', async () => {
    const token = await tokenFor()
    const rows = await authDb().select().from(invitations).where(eq(invitations.email, email))
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('is accepted by the person who is signed in, whose session goes on with a new id', async () => {
    const bo = await signedIn((await anotherOwner()).actor.organizationId, 'builder', 'Bo')
    const token = await tokenFor(owner, 'worker', bo.actor.email ?? '')
    const joined = await join(token, bo)
    expect(joined).toMatchObject({ status: 201, body: { role: 'worker' } })
    const [cookie = ''] = joined.headers.get('set-cookie')?.split(';') ?? []
    const session = await actorOfSession(cookie.slice(cookie.indexOf('=') + 1))
    expect(session).toMatchObject({ organizationId: api.organization.id, role: 'worker' })
    expect(session?.sessionId).not.toBe(bo.actor.sessionId)
    expect((await join(token, bo)).status).toBe(401)
    bo.headers['cookie'] = cookie
    expect((await join(token, bo)).status).toBe(404)
  })

  it('is not accepted by another person, nor by an API key', async () => {
    const token = await tokenFor()
    const mallory = await signedIn((await anotherOwner()).actor.organizationId, 'owner', 'Mallory')
    expect((await join(token, mallory)).status).toBe(409)
    expect((await api.send(memberships.POST, path, { body: { token } })).status).toBe(403)
    expect((await open(token)).status).toBe(200)
  })

  it('asks for the right password, and not without end', async () => {
    await acceptNew(await tokenFor(await anotherOwner()))
    const token = await tokenFor()
    const statuses = []
    for (let tries = 0; tries < 11; tries++)
      statuses.push((await acceptExisting(token, `wrong ${tries}`)).status)
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429])
    // Whoever tries here does not lock the account's own sign-in.
    expect(await signIn(theirs)).toBeDefined()
  })

  it('of an account with a second factor is accepted by showing that, too', async () => {
    const home = await anotherOwner()
    await acceptNew(await tokenFor(home))
    const { id: userId = '' } = (await accountOf()) ?? {}
    const codes = await withFactor(userId)
    const token = await tokenFor()
    // By the password alone nothing is joined, and the link stays.
    const begun = await acceptExisting(token)
    expect(begun).toMatchObject({ status: 202, body: { step: 'second-factor' } })
    const [cookie = ''] = begun.headers.getSetCookie()
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax/)
    expect(await organizationsOf(userId)).toEqual([home.actor.organizationId])
    expect((await open(token)).status).toBe(200)
    expect((await giveCode(cookie, 'aaaa-aaaa-aaaa-aaaa')).status).toBe(400)
    const shown = await giveCode(cookie, codes[0] ?? '')
    expect(shown).toMatchObject({ status: 200, body: { step: 'set-up-factor' } })
    expect(await organizationsOf(userId)).toHaveLength(1)
    // The sign-in is complete only with its last step.
    expect((await skip(cookie)).body).toMatchObject({ step: null })
    expect(await organizationsOf(userId)).toContain(api.organization.id)
    const [session] = await authDb().select().from(sessions).where(eq(sessions.userId, userId))
    expect(session?.organizationId).toBe(api.organization.id)
    expect((await open(token)).status).toBe(404)
    expect(await actions()).toContain('member.joined')
  })

  it('that was revoked while the second factor was asked joins nothing', async () => {
    const home = await anotherOwner()
    await acceptNew(await tokenFor(home))
    const { id: userId = '' } = (await accountOf()) ?? {}
    const codes = await withFactor(userId)
    const [cookie = ''] = (await acceptExisting(await tokenFor())).headers.getSetCookie()
    await authDb().delete(invitations).where(eq(invitations.email, email))
    await giveCode(cookie, codes[0] ?? '')
    expect((await skip(cookie)).body).toMatchObject({ step: null })
    expect(await organizationsOf(userId)).toEqual([home.actor.organizationId])
  })

  it('gives another site no sign-in', async () => {
    await acceptNew(await tokenFor(await anotherOwner()))
    await withFactor((await accountOf())?.id ?? '')
    const sent = await api.send(accepted.POST, path, {
      params: { token: await tokenFor() },
      as: null,
      headers: { origin: 'https://evil.example' },
      body: { account: 'existing', password: theirs },
    })
    expect([sent.status, sent.headers.getSetCookie()]).toEqual([403, []])
  })

  it('does not say whether there is an account for a password to fit', async () => {
    const token = await tokenFor()
    const none = await acceptExisting(token, 'some password here')
    await acceptNew(await tokenFor(await anotherOwner()))
    expect(await acceptExisting(token, 'some password here')).toMatchObject({
      status: none.status,
      body: none.body,
    })
  })

  it('has one link at a time, until it is revoked or expired', async () => {
    const first = await invite()
    const params = { id: String(first.body['id']) }
    const old = tokenOf(String(first.body['link']))
    const second = await api.send(link.POST, path, { params, ...as(owner) })
    const token = tokenOf(String(second.body['link']))
    expect([(await open(old)).status, (await open(token)).status]).toEqual([404, 200])
    const over = { expiresAt: new Date(Date.now() - 1000) }
    await authDb().update(invitations).set(over).where(eq(invitations.email, email))
    expect([(await open(token)).status, (await acceptNew(token)).status]).toEqual([404, 404])
    const third = await api.send(link.POST, path, { params, ...as(owner) })
    const last = tokenOf(String(third.body['link']))
    expect((await api.send(invitation.DELETE, path, { params, ...as(owner) })).status).toBe(204)
    expect((await acceptNew(last)).status).toBe(404)
    expect((await api.send(link.POST, path, { params, ...as(owner) })).status).toBe(404)
    const revoked = ['member.invitation_renewed', 'member.invitation_revoked']
    expect(await actions()).toEqual(expect.arrayContaining(revoked))
  })

  it('can be declined, and offered again', async () => {
    const token = await tokenFor()
    const decline = await api.send(declined.POST, path, { params: { token }, as: null })
    expect(decline.status).toBe(204)
    expect((await acceptNew(token)).status).toBe(404)
    expect(await actions()).toContain('member.invitation_declined')
    expect((await invite()).status).toBe(201)
  })

  it('is listed without its link, and made once for an address', async () => {
    const token = await tokenFor()
    expect((await invite()).status).toBe(409)
    const list = await api.send(pending.GET, '/api/v2/invitations', as(owner))
    expect(list.body['items']).toMatchObject([{ email, status: 'pending' }])
    expect(JSON.stringify(list.body)).not.toContain(token)
    expect((await acceptNew(token)).status).toBe(201)
    expect((await invite()).status).toBe(409)
  })

  it('is nothing for other roles or another organization', async () => {
    const made = await invite()
    const params = { id: String(made.body['id']) }
    const stranger = await anotherOwner()
    const bo = await signedIn(api.organization.id, 'builder', 'Bo')
    for (const [person, status] of [
      [stranger, 404],
      [bo, 403],
    ] as const) {
      expect((await api.send(link.POST, path, { params, ...as(person) })).status).toBe(status)
      expect((await api.send(invitation.DELETE, path, { params, ...as(person) })).status).toBe(
        status,
      )
    }
    expect((await api.send(pending.GET, '/api/v2/invitations', as(bo))).status).toBe(403)
    const list = await api.send(pending.GET, '/api/v2/invitations', as(stranger))
    expect(list.body['items']).toEqual([])
  })
})
