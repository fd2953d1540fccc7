import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { authDb, engineDb } from '#db/client'
import {
  auditEntries,
  emailDomains,
  mails,
  members,
  secondFactors,
  sessions,
  ssoSessions,
  users,
} from '#db/schema/index'
import { hashPassword } from '#lib/auth/password'
import { requireSessionMayEnter } from '#lib/auth/single-sign-on/session-bounds'
import { startSession } from '#lib/auth/start-session'
import { newId } from '#lib/ids'
import { startDnsServer, type DnsServer } from '#test/fakes/dns-server'
import { acceptInvitation } from '#lib/operations/members/answer-invitation'
import { anonymous, tokenOf } from '#test/harness/invite'
import { makeKeyPair } from '#test/fakes/saml-provider'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { until } from '#test/harness/until'
import { changeSsoConnection, seedProvenDomain, seedSsoConnection } from '#test/harness/sso'
import { signedIn, type Person } from '#test/samples/person'
import type { Proof } from '#lib/single-sign-on/domain-proof'
import { alertOfBreakGlass, recheckDueDomain } from './background.ts'

const keys = await makeKeyPair()
let dns: DnsServer
beforeAll(async () => {
  dns = await startDnsServer()
  process.env['DNS_SERVERS'] = dns.address
})
const api = useApi()
afterAll(async () => await dns.stop())

const at = (path: string) => endpointsAt(`/api/v2/sso${path}`)
const own = (person: Person) => ({ as: null, headers: person.headers })
let owner: Person
let domain: string

beforeEach(async () => {
  Object.assign(api.organization, await organizationWithKeys())
  owner = await signedIn(api.organization.id, 'owner', 'Ada')
  await authDb().update(sessions).set({ confirmedAt: new Date() })
  domain = `h-${newId()}.org`
})

const path = '/api/v2/sso'
const send = async (
  handler: Parameters<typeof api.send>[0],
  body?: object,
  params: Record<string, string> = {},
) => await api.send(handler, path, { ...own(owner), params, ...(body ? { body } : {}) })

const oidc = { issuer: 'https://login.example.com', clientId: 'rounds' }
const create = async (name = 'Okta') =>
  await send(at('/connections').POST, { kind: 'oidc', name, oidc, clientSecret: 'very secret' })
const idOf = (answer: { body: Record<string, unknown> }) => String(answer.body['id'])
const active = async () =>
  await seedSsoConnection({ organizationId: api.organization.id, kind: 'oidc', config: oidc })
const domainRow = async () =>
  (await engineDb().select().from(emailDomains).where(eq(emailDomains.domain, domain)))[0]

/** Makes the owner ready for the day on which the provider does not work. */
async function prepare(): Promise<void> {
  const { id } = owner.actor
  const passwordHash = await hashPassword('a password of her own')
  await authDb()
    .update(users)
    .set({ passwordHash, email: `ada@${domain}` })
    .where(eq(users.id, id))
  await authDb().insert(secondFactors).values({ userId: id, secret: 'sealed', lastStep: 0 })
}

describe('an identity provider', () => {
  it('is a draft that is not active without a test, and never shows its secret', async () => {
    const made = await create()
    expect(made).toMatchObject({ status: 201, body: { status: 'draft', oidc } })
    expect(JSON.stringify(made.body)).not.toContain('very secret')
    const id = idOf(made)
    const activate = async () => await send(at('/connections/{id}').PATCH, { active: true }, { id })
    expect((await activate()).status).toBe(409)
    await changeSsoConnection(api.organization.id, id, { status: 'tested' })
    expect(await activate()).toMatchObject({ status: 200, body: { status: 'active' } })
    const moved = { oidc: { ...oidc, clientId: 'another' } }
    expect((await send(at('/connections/{id}').PATCH, moved, { id })).status).toBe(400)
    const whole = { ...moved, clientSecret: 'new' }
    expect(await send(at('/connections/{id}').PATCH, whole, { id })).toMatchObject({
      body: { status: 'draft', lastTest: null },
    })
    expect((await create()).status).toBe(409)
    expect((await send(at('/connections/{id}').DELETE, undefined, { id })).status).toBe(204)
  })

  it.each([
    ['an issuer over plain HTTP', { oidc: { ...oidc, issuer: 'http://login.example.com' } }],
    ['no secret', { clientSecret: '' }],
    ['a role of owner for newcomers', { joinRole: 'owner' }],
  ])('with %s is refused', async (_what, change) => {
    const body = { kind: 'oidc', name: 'Okta', oidc, clientSecret: 'x', ...change }
    expect((await send(at('/connections').POST, body)).status).toBe(400)
  })

  it('of SAML needs a certificate', async () => {
    const saml = { entityId: 'https://idp', ssoUrl: 'https://idp.example.com/sso' }
    const body = (certificate: string) => ({
      kind: 'saml',
      name: 'Entra',
      saml: { ...saml, certificates: [certificate] },
    })
    expect((await send(at('/connections').POST, body('nonsense'))).status).toBe(400)
    expect(await send(at('/connections').POST, body(keys.certificate))).toMatchObject({
      status: 201,
      body: { addresses: { acs: expect.stringContaining('/acs'), callback: null } },
    })
  })

  it('is for owners alone, and another organization’s does not exist', async () => {
    const builder = await signedIn(api.organization.id, 'builder', 'Bo')
    expect((await api.send(at('').GET, path, own(builder))).status).toBe(403)
    const id = await seedSsoConnection({
      organizationId: (await organizationWithKeys()).id,
      kind: 'oidc',
      config: oidc,
    })
    expect((await send(at('/connections/{id}').PATCH, { name: 'x' }, { id })).status).toBe(404)
    expect((await send(at('/connections/{id}').DELETE, undefined, { id })).status).toBe(404)
    expect((await send(at('/connections/{id}/test').POST, undefined, { id })).status).toBe(404)
    const add = { domain, connectionId: id }
    expect((await send(at('/domains').POST, add)).status).toBe(404)
  })

  it('metadata of an internal address are never fetched', async () => {
    for (const url of ['http://127.0.0.1:1/x', 'https://169.254.169.254/latest'])
      expect((await send(at('/saml-metadata').POST, { url })).status).toBe(400)
  })
})

describe('a domain', () => {
  it('is proven by its record alone, and by one organization', async () => {
    const made = await send(at('/domains').POST, { domain: domain.toUpperCase() })
    expect(made).toMatchObject({ status: 201, body: { domain, provenAt: null } })
    const id = idOf(made)
    const { name, value } = made.body['record'] as { name: string; value: string }
    expect(name).toBe(`_rounds-challenge.${domain}`)
    const check = async () => await send(at('/domains/{id}/check').POST, undefined, { id })
    expect((await check()).body['provenAt']).toBeNull()
    dns.records.set(name, 'another')
    expect((await check()).body['provenAt']).toBeNull()
    dns.records.set(name, value)
    expect((await check()).body['provenAt']).not.toBeNull()

    const other = await organizationWithKeys()
    Object.assign(api.organization, other)
    owner = await signedIn(other.id, 'owner', 'Eve')
    const again = await send(at('/domains').POST, { domain })
    const theirs = again.body['record'] as { value: string }
    expect(theirs.value).not.toBe(value)
    dns.records.set(name, theirs.value)
    const params = { id: idOf(again) }
    expect((await send(at('/domains/{id}/check').POST, undefined, params)).status).toBe(409)
  })

  it.each(['gmail.com', 'co.uk', 'localhost', '10.0.0.1', 'a b.org'])(
    '%s is nobody’s own',
    async (name) => {
      expect((await send(at('/domains').POST, { domain: name })).status).toBe(400)
    },
  )

  it('keeps its proof for seven days without its record; the owners are told', async () => {
    await seedProvenDomain(api.organization.id, await active(), domain, { enforced: true })
    const start = Date.now()
    const later = (days: number) => new Date(start + days * 24 * 3_600_000)
    const recheck = async (days: number, proof: Proof) => {
      // Domains of other tests are due as well.
      const look = async (name: string) => (name === domain ? proof : 'unknown')
      while (await recheckDueDomain(later(days), look));
      return await domainRow()
    }
    expect(await recheck(2, 'unknown')).toMatchObject({ failingSince: null, enforced: true })
    expect(await recheck(4, 'missing')).toMatchObject({ failingSince: later(4), enforced: true })
    expect(await recheck(6, 'found')).toMatchObject({ failingSince: null })
    expect(await recheck(8, 'missing')).toMatchObject({ failingSince: later(8) })
    expect(await recheck(14, 'missing')).toMatchObject({ enforced: true })
    expect(await recheck(16, 'missing')).toMatchObject({ provenAt: null, enforced: false })
    const here = eq(mails.organizationId, api.organization.id)
    const sent = await engineDb().select().from(mails).where(here)
    expect(sent.map(({ subject }) => subject)).toContain(`${domain} is not proven any more`)
  })
})

describe('enforced single sign-on', () => {
  /** Enforces the domain by the API, with the owner as break-glass. */
  async function enforce(before?: (connectionId: string) => Promise<void>): Promise<string> {
    const connectionId = await active()
    const { body } = await send(at('/domains').POST, { domain, connectionId })
    const id = String(body['id'])
    const change = async () => await send(at('/domains/{id}').PATCH, { enforced: true }, { id })
    expect((await change()).status).toBe(409)
    await engineDb()
      .update(emailDomains)
      .set({ provenAt: new Date() })
      .where(eq(emailDomains.id, id))
    // Not without a break-glass owner, who needs a password and a second factor.
    expect((await change()).status).toBe(409)
    const userIds = [owner.actor.id]
    expect((await send(at('/break-glass-owners').PUT, { userIds })).status).toBe(409)
    await prepare()
    expect((await send(at('/break-glass-owners').PUT, { userIds })).status).toBe(200)
    await before?.(connectionId)
    expect(await change()).toMatchObject({ status: 200, body: { enforced: true } })
    return connectionId
  }
  const from = { userAgent: null, method: 'password' as const }
  async function memberOf(organizationId: string, email: string): Promise<string> {
    const id = newId()
    await authDb().insert(users).values({ id, email, name: 'Bo' })
    await authDb()
      .insert(members)
      .values({ organizationId, userId: id, role: 'worker', name: 'Bo', email })
    return id
  }

  it('refuses every own way of its people, and no one else’s', async () => {
    await enforce()
    const bo = await memberOf(api.organization.id, `bo@${domain}`)
    expect(await startSession(bo, from)).toBeUndefined()
    const cy = await memberOf(api.organization.id, `cy-${newId()}@elsewhere.org`)
    expect(await startSession(cy, from)).toBeDefined()
    // Whoever belongs to others only is none of its business.
    const { id: elsewhere } = await organizationWithKeys()
    const di = await memberOf(elsewhere, `di@${domain}`)
    expect(await startSession(di, from)).toBeDefined()
  })

  it('ends the sessions here that its people began without it, in the same moment', async () => {
    const bo = await memberOf(api.organization.id, `bo@${domain}`)
    const di = await memberOf(api.organization.id, `di@${domain}`)
    const cy = await memberOf(api.organization.id, `cy-${newId()}@elsewhere.org`)
    const { id: elsewhere } = await organizationWithKeys()
    const there = { organizationId: elsewhere, userId: bo, role: 'worker', name: 'Bo' }
    await authDb()
      .insert(members)
      .values({ ...there, email: `bo@${domain}` })
    const begin = async (who: string, organizationId = api.organization.id) =>
      (await startSession(who, { ...from, organizationId })) ?? ''
    const kept = [
      await begin(bo, elsewhere),
      await begin(cy),
      // Of the provider.
      await begin(di),
    ]
    const ended = await begin(bo)
    const isThere = async (id: string) =>
      (await authDb().select().from(sessions).where(eq(sessions.id, id))).length === 1
    const connectionId = await enforce(async (connection) => {
      const sessionId = kept[2] ?? ''
      const session = { sessionId, connectionId: connection, issuer: oidc.issuer, subject: 'di' }
      await authDb().insert(ssoSessions).values(session)
    })
    expect(connectionId).toBeDefined()
    expect(await isThere(ended)).toBe(false)
    for (const id of kept) expect(await isThere(id)).toBe(true)
    // The owner enforced it in a session of her password, which goes on: she is break-glass.
    expect(await send(at('').GET)).toMatchObject({ status: 200 })
    const entries = await engineDb()
      .select()
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.organizationId, api.organization.id),
          eq(auditEntries.action, 'email_domain.changed'),
        ),
      )
    expect(entries.map(({ details }) => details)).toMatchObject([
      { enforced: true, sessionsEnded: 1 },
    ])
  })

  it('ends the session of an owner who is break-glass no more', async () => {
    await enforce()
    const eve = await memberOf(api.organization.id, `eve@${domain}`)
    await authDb().update(members).set({ role: 'owner' }).where(eq(members.userId, eve))
    await authDb()
      .update(users)
      .set({ passwordHash: await hashPassword('a password of her own') })
      .where(eq(users.id, eve))
    await authDb().insert(secondFactors).values({ userId: eve, secret: 'sealed', lastStep: 0 })
    const choose = async (userIds: string[]) =>
      (await send(at('/break-glass-owners').PUT, { userIds })).status
    expect(await choose([owner.actor.id, eve])).toBe(200)
    const id = (await startSession(eve, from)) ?? ''
    const isThere = async () =>
      (await authDb().select().from(sessions).where(eq(sessions.id, id))).length === 1
    expect(await isThere()).toBe(true)
    expect(await choose([owner.actor.id])).toBe(200)
    expect(await isThere()).toBe(false)
  })

  it('lets nobody begin a session while it begins', async () => {
    const connectionId = await active()
    await seedProvenDomain(api.organization.id, connectionId, domain)
    const bo = await memberOf(api.organization.id, `bo@${domain}`)
    let started: Promise<string | undefined> = Promise.resolve(undefined)
    await engineDb().transaction(async (tx) => {
      await tx.update(emailDomains).set({ enforced: true }).where(eq(emailDomains.domain, domain))
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      started = startSession(bo, from)
      await until('the session waits for the owner', async () => {
        const waits = sql`select from pg_locks
          where not granted and ${rows[0]?.pid}::int = any (pg_blocking_pids(pid))`
        return (await engineDb().execute(waits)).rows.length > 0
      })
    })
    // It asked what the domain demands after the owner's change, not before it.
    expect(await started).toBeUndefined()
  })

  it('lets a break-glass owner in, and tells all owners', async () => {
    await enforce()
    expect(await startSession(owner.actor.id, from)).toBeDefined()
    while (await alertOfBreakGlass());
    const here = eq(mails.organizationId, api.organization.id)
    const sent = await engineDb().select().from(mails).where(here)
    expect(sent.map(({ subject }) => subject)).toEqual([
      'A break-glass owner signed in without single sign-on',
    ])
    const { body } = await api.send(endpointsAt('/api/v2/audit').GET, '/api/v2/audit', own(owner))
    const actions = (body['items'] as { action: string }[]).map(({ action }) => action)
    expect(actions).toContain('session.break_glass')
  })

  it('cannot lose its connection, nor its last break-glass owner', async () => {
    const id = await enforce()
    expect((await send(at('/connections/{id}').PATCH, { active: false }, { id })).status).toBe(409)
    expect((await send(at('/connections/{id}').DELETE, undefined, { id })).status).toBe(409)
    expect((await send(at('/break-glass-owners').PUT, { userIds: [] })).status).toBe(409)
    const second = await signedIn(api.organization.id, 'owner', 'Second')
    const member = endpointsAt('/api/v2/members/{id}')
    await authDb().update(sessions).set({ confirmedAt: new Date() })
    const params = { id: owner.actor.id }
    const removed = await api.send(member.DELETE, path, { ...own(second), params })
    expect(removed.status).toBe(409)
  })

  it('is not gone around by an invitation with a password', async () => {
    await enforce()
    const email = `new@${domain}`
    const input = { body: { email, name: 'New', role: 'worker' } }
    const invited = await api.send(endpointsAt('/api/v2/members').POST, path, {
      ...own(owner),
      ...input,
    })
    expect(invited.status).toBe(201)
    const token = tokenOf(String(invited.body['link']))
    const password = 'a long passphrase of tulips'
    const accept = { token, account: 'new' as const, name: 'New', password }
    await expect(acceptInvitation(anonymous, accept)).rejects.toMatchObject({ statusCode: 403 })
  })

  it('keeps each kind of session where it belongs', async () => {
    const connectionId = await enforce()
    const { id: elsewhere } = await organizationWithKeys()
    const bo = await memberOf(api.organization.id, `bo@${domain}`)
    const there = { organizationId: elsewhere, userId: bo, role: 'worker', name: 'Bo' }
    await authDb()
      .insert(members)
      .values({ ...there, email: `bo@${domain}` })
    // With the password Bo works elsewhere, and cannot switch here.
    const sessionId = (await startSession(bo, from)) ?? ''
    const [row] = await authDb().select().from(sessions).where(eq(sessions.id, sessionId))
    expect(row?.organizationId).toBe(elsewhere)
    const enter = async (organizationId: string) =>
      await authDb().transaction((tx) =>
        requireSessionMayEnter(tx, { userId: bo, sessionId }, organizationId),
      )
    await expect(enter(api.organization.id)).rejects.toMatchObject({ statusCode: 403 })
    await expect(enter(elsewhere)).resolves.toBeUndefined()
    // A session of the provider stays here: its administrator is nobody elsewhere.
    await authDb()
      .insert(ssoSessions)
      .values({ sessionId, connectionId, issuer: oidc.issuer, subject: 'bo' })
    await expect(enter(elsewhere)).rejects.toMatchObject({ statusCode: 403 })
    await expect(enter(api.organization.id)).resolves.toBeUndefined()
  })
})
