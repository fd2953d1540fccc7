import { eq } from 'drizzle-orm'
import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { authDb, inOrganization } from '#db/client'
import { auditEntries, sessions, ssoSessions } from '#db/schema/index'
import { openSession, sessionCookieName } from '#lib/auth/session-token'
import { newId } from '#lib/ids'
import { startForgingProvider, type ForgingProvider } from '#test/fakes/forging-provider'
import {
  makeAssertion,
  makeKeyPair,
  makeResponse,
  readRequest,
  sign,
  type Said,
} from '#test/fakes/saml-provider'
import { startSsoApp } from '#test/fakes/sso-app'
import { organizationWithKeys } from '#test/harness/api'
import { BrowserJar } from '#test/harness/browser-jar'
import { changeSsoConnection, seedProvenDomain, seedSsoConnection } from '#test/harness/sso'
import { useTestDatabase } from '#test/harness/test-database'

const keys = await makeKeyPair()
const oidc = newId()
const saml = newId()
const issuer = 'https://idp.hospital.org/metadata'
let organizationId: string
let app: { origin: string; stop(): Promise<void> }
let forger: ForgingProvider

const addressOf = (connection: string, act: string) =>
  `${app.origin}/api/auth/sso/${connection}/${act}`
const now = () => Math.floor(Date.now() / 1000)

beforeAll(async () => {
  app = await startSsoApp()
  forger = await startForgingProvider()
  const HTTP_ALLOW_PRIVATE = new URL(forger.issuer).host
  Object.assign(process.env, { BASE_URL: app.origin, HTTP_ALLOW_PRIVATE })
})
useTestDatabase()
beforeAll(async () => {
  organizationId = (await organizationWithKeys()).id
  const common = { organizationId, joinRole: 'worker' as const }
  const config = { issuer: forger.issuer, clientId: 'rounds' }
  await seedSsoConnection({ ...common, id: oidc, kind: 'oidc', config, secret: 'x' })
  await seedProvenDomain(organizationId, oidc, 'oidc.org')
  const certificates = [keys.certificate]
  const ssoUrl = 'https://idp.hospital.org/sign-in'
  const described = { entityId: issuer, ssoUrl, certificates, signedResponse: false }
  await seedSsoConnection({ ...common, id: saml, kind: 'saml', config: described })
  await seedProvenDomain(organizationId, saml, 'saml.org')
})
afterAll(async () => {
  await Promise.all([app.stop(), forger.stop()])
})

let subject: string
let browser: BrowserJar
beforeEach(() => {
  subject = newId()
  browser = new BrowserJar()
})

const locationOf = (response: Response) => response.headers.get('location') ?? ''

/** Comes back from the OIDC provider that was asked; answers where the browser ends. */
async function answerOidc(asked: string, claims: JWTPayload): Promise<string> {
  const { searchParams } = new URL(asked)
  forger.idToken = await forger.sign({
    iss: forger.issuer,
    aud: 'rounds',
    sub: subject,
    nonce: searchParams.get('nonce') ?? '',
    iat: now(),
    exp: now() + 300,
    email: `${subject}@oidc.org`,
    email_verified: true,
    ...claims,
  })
  const back = new URL(addressOf(oidc, 'callback'))
  back.searchParams.set('code', 'any')
  back.searchParams.set('state', searchParams.get('state') ?? '')
  return locationOf(await browser.request(back.href))
}

/** Comes back from the SAML provider; `at` is when everything was made, from now. */
async function answerSaml(asked: string, more: Partial<Said> = {}): Promise<string> {
  const said: Said = {
    issuer,
    acs: addressOf(saml, 'acs'),
    audience: addressOf(saml, 'metadata'),
    requestId: readRequest(asked).id,
    nameId: subject,
    email: `${subject}@saml.org`,
    ...more,
  }
  const xml = sign(makeResponse(said, makeAssertion(said)), keys)
  const form = { SAMLResponse: Buffer.from(xml).toString('base64') }
  const ticket = locationOf(await new BrowserJar().request(addressOf(saml, 'acs'), { form }))
  return locationOf(await browser.request(ticket))
}

const startAt = async (connection: string) =>
  locationOf(await browser.request(addressOf(connection, 'start')))
const sessionId = async () =>
  (await openSession(browser.cookie(app.origin, sessionCookieName()) ?? '')) ?? ''
const sessionRow = async () => {
  const [row] = await authDb()
    .select()
    .from(sessions)
    .where(eq(sessions.id, await sessionId()))
  return row
}

/** Signs in, and locks the session after an hour. */
async function lockedSession(by: 'oidc' | 'saml'): Promise<void> {
  if (by === 'oidc') await answerOidc(await startAt(oidc), { sid: 'before' })
  else await answerSaml(await startAt(saml))
  await authDb()
    .update(sessions)
    .set({ lockedAt: new Date(), confirmedAt: null })
    .where(eq(sessions.id, await sessionId()))
}

const confirmAddress = () => `${app.origin}/api/auth/sso/confirm`
const ask = async (query = '') => locationOf(await browser.request(`${confirmAddress()}${query}`))
const confirmed = () => `${app.origin}/confirmed`
const refusedFor = (reason: string) => `${confirmed()}?error=${reason}`
const isLocked = async () => {
  const row = await sessionRow()
  return row?.lockedAt !== null && row?.confirmedAt === null
}

describe('a confirmation by the OIDC provider that started the session', () => {
  it('asks the person again, and unlocks exactly that session', async () => {
    await lockedSession('oidc')
    const before = await sessionId()
    const asked = await ask('?next=%2Fruns')
    expect(Object.fromEntries(new URL(asked).searchParams)).toMatchObject({
      prompt: 'login',
      max_age: '0',
      login_hint: `${subject}@oidc.org`,
    })
    const end = await answerOidc(asked, { auth_time: now(), sid: 'after' })
    expect(end).toBe(`${app.origin}/runs`)
    expect(await sessionId()).toBe(before)
    const row = await sessionRow()
    expect(row?.lockedAt).toBeNull()
    expect(row?.confirmedAt).toBeInstanceOf(Date)
    // Its person has one session, which a log-out at the provider still finds.
    const mine = eq(sessions.userId, row?.userId ?? '')
    expect(await authDb().select().from(sessions).where(mine)).toHaveLength(1)
    const [there] = await authDb()
      .select()
      .from(ssoSessions)
      .where(eq(ssoSessions.sessionId, before))
    expect(there?.providerSession).toBe('after')
    const entries = await inOrganization(organizationId, (tx) => tx.select().from(auditEntries))
    const unlocked = entries.find(({ objectId, action }) => {
      return objectId === before && action === 'session.unlocked'
    })
    expect(unlocked?.details).toMatchObject({ by: 'single-sign-on' })
  })

  const refused: Record<string, [JWTPayload, string]> = {
    'by somebody else': [{ auth_time: now(), sub: 'another' }, 'sso_other_person'],
    'without asking again': [{ auth_time: now() - 3600 }, 'sso_not_asked'],
    'without saying when it asked': [{}, 'sso_not_asked'],
    'with a time in the future': [{ auth_time: now() + 3600 }, 'sso_not_asked'],
    'with another nonce': [{ auth_time: now(), nonce: 'another' }, 'sso_failed'],
  }
  it.each(Object.keys(refused))('%s confirms nothing and starts nothing', async (which) => {
    await lockedSession('oidc')
    const before = await sessionId()
    const [claims, reason] = refused[which] ?? [{}, '']
    expect(await answerOidc(await ask(), claims)).toBe(refusedFor(reason))
    expect(await isLocked()).toBe(true)
    expect(await sessionId()).toBe(before)
  })

  it('never confirms another session that came into the browser meanwhile', async () => {
    await lockedSession('oidc')
    const asked = await ask()
    const row = await sessionRow()
    const victim = new BrowserJar()
    const own = browser
    const there = subject
    browser = victim
    subject = newId()
    await lockedSession('oidc')
    // The victim's session, in the browser that asked for its own.
    const cookie = victim.cookie(app.origin, sessionCookieName()) ?? ''
    own.cookies.get(app.origin)?.set(sessionCookieName(), cookie)
    browser = own
    subject = there
    expect(await answerOidc(asked, { auth_time: now() })).toBe(refusedFor('session_ended'))
    expect(await isLocked()).toBe(true)
    const [first] = await authDb()
      .select()
      .from(sessions)
      .where(eq(sessions.id, row?.id ?? ''))
    expect(first?.lockedAt).toBeInstanceOf(Date)
  })

  it('does nothing for an answer that was meant for a sign-in, nor the other way round', async () => {
    await lockedSession('oidc')
    // A sign-in makes a session of its own.
    const before = await sessionId()
    await answerOidc(await startAt(oidc), { auth_time: now() })
    expect(await sessionId()).not.toBe(before)
    // A confirmation by a stranger signs nobody in.
    const asked = await ask()
    const here = await sessionId()
    subject = newId()
    expect(await answerOidc(asked, { auth_time: now() })).toBe(refusedFor('sso_other_person'))
    expect(await sessionId()).toBe(here)
  })

  it('is over with its session, and with its connection', async () => {
    await lockedSession('oidc')
    const asked = await ask()
    await changeSsoConnection(organizationId, oidc, { status: 'tested' })
    expect(await answerOidc(asked, { auth_time: now() })).toBe(refusedFor('sso_unavailable'))
    expect(await ask()).toBe(refusedFor('session_ended'))
    await changeSsoConnection(organizationId, oidc, { status: 'active' })
    const late = await ask()
    await authDb()
      .delete(sessions)
      .where(eq(sessions.id, await sessionId()))
    expect(await answerOidc(late, { auth_time: now() })).toBe(refusedFor('session_ended'))
  })

  it('is not begun without a session of a provider, nor by another site', async () => {
    expect(await ask()).toBe(refusedFor('session_ended'))
    await lockedSession('oidc')
    const cookie = `${sessionCookieName()}=${browser.cookie(app.origin, sessionCookieName())}`
    const headers = { cookie, 'sec-fetch-site': 'cross-site' }
    const answer = await fetch(confirmAddress(), { headers, redirect: 'manual' })
    expect(locationOf(answer)).toBe(`${app.origin}/`)
  })
})

describe('a confirmation by the SAML provider that started the session', () => {
  it('forces it to ask, and unlocks the session', async () => {
    await lockedSession('saml')
    const asked = await ask()
    expect(readRequest(asked).xml).toContain('ForceAuthn="true"')
    expect(await answerSaml(asked)).toBe(confirmed())
    expect(await isLocked()).toBe(false)
  })

  it.each<[string, Partial<Said>, string]>([
    ['by somebody else', { nameId: 'another' }, 'sso_other_person'],
    ['without asking again', { askedAt: -3_600_000 }, 'sso_not_asked'],
    ['of another issuer', { issuer: 'https://idp.evil.org' }, 'sso_failed'],
  ])('%s confirms nothing', async (_what, said, reason) => {
    await lockedSession('saml')
    expect(await answerSaml(await ask(), said)).toBe(refusedFor(reason))
    expect(await isLocked()).toBe(true)
  })
})
