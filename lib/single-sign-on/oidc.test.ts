import { eq } from 'drizzle-orm'
import { generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { authDb } from '#db/client'
import { identities, members, sessions, ssoConnections, users } from '#db/schema/index'
import { invitationCookie } from '#lib/auth/invitation'
import { actorOfSession } from '#lib/auth/session-actor'
import { sessionCookieName } from '#lib/auth/session-token'
import { newId } from '#lib/ids'
import { addMember } from '#lib/operations/members/add-member'
import { startForgingProvider, type ForgingProvider } from '#test/fakes/forging-provider'
import { startOidcServer, type OidcServer } from '#test/fakes/oidc-server'
import { startSsoApp } from '#test/fakes/sso-app'
import { organizationWithKeys } from '#test/harness/api'
import { BrowserJar } from '#test/harness/browser-jar'
import { tokenOf } from '#test/harness/invite'
import { changeSsoConnection, seedProvenDomain, seedSsoConnection } from '#test/harness/sso'
import { useTestDatabase } from '#test/harness/test-database'
import { signedIn, type Person } from '#test/samples/person'

const secret = 'a secret of the client'
/** Two organizations, each with its own provider, and one of them with a forger's. */
const a = { connection: newId(), organizationId: '', domain: 'hospital-a.org' }
const b = { connection: newId(), organizationId: '', domain: 'hospital-b.org' }
const forged = { connection: newId() }
let app: { origin: string; stop(): Promise<void> }
let oidcA: OidcServer
let oidcB: OidcServer
let forger: ForgingProvider
let owner: Person

const addressOf = (connection: string, act: string) =>
  `${app.origin}/api/auth/sso/${connection}/${act}`

beforeAll(async () => {
  app = await startSsoApp()
  const start = async (id: string) =>
    await startOidcServer({
      id: 'rounds',
      secret,
      redirectUri: addressOf(id, 'callback'),
      backchannelLogoutUri: addressOf(id, 'back-channel-logout'),
      postLogoutRedirectUri: `${app.origin}/sign-in`,
    })
  // The library warns that its keys and its memory are only for tests, which is true here.
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  oidcA = await start(a.connection)
  oidcB = await start(b.connection)
  warn.mockRestore()
  forger = await startForgingProvider()
  const hosts = [oidcA, oidcB, forger].map(({ issuer }) => new URL(issuer).host)
  Object.assign(process.env, { BASE_URL: app.origin, HTTP_ALLOW_PRIVATE: hosts.join(',') })
})
useTestDatabase()
beforeAll(async () => {
  a.organizationId = (await organizationWithKeys()).id
  b.organizationId = (await organizationWithKeys()).id
  owner = await signedIn(a.organizationId, 'owner', 'Ada')
  const config = (issuer: string) => ({ issuer, clientId: 'rounds' })
  const kind = 'oidc' as const
  const joinRole = 'worker' as const
  for (const [{ connection: id, organizationId, domain }, { issuer }] of [
    [a, oidcA],
    [b, oidcB],
  ] as const) {
    await seedSsoConnection({ id, organizationId, kind, config: config(issuer), secret, joinRole })
    await seedProvenDomain(organizationId, id, domain)
  }
  await seedSsoConnection({
    id: forged.connection,
    organizationId: a.organizationId,
    kind,
    config: config(forger.issuer),
    secret,
    joinRole,
  })
  await seedProvenDomain(a.organizationId, forged.connection, 'forged.org')
})
afterAll(async () => {
  await Promise.all([app.stop(), oidcA.stop(), oidcB.stop(), forger.stop()])
})

let email: string
let subject: string
beforeEach(() => {
  email = `${newId()}@${a.domain}`
  subject = newId()
})

/** Goes to the provider and back to our door, which is not entered. */
async function leave(
  browser: BrowserJar,
  connection: string,
  { next = '/runs', origin = app.origin } = {},
): Promise<{ asked: URL; back: URL }> {
  const from = `${addressOf(connection, 'start')}?next=${encodeURIComponent(next)}`
  const asked = (await browser.request(from)).headers.get('location') ?? ''
  const back = await browser.follow(asked, (url) => url.origin !== origin)
  return { asked: new URL(asked), back: new URL(back) }
}

const actorIn = async (browser: BrowserJar) => {
  const cookie = browser.cookie(app.origin, sessionCookieName())
  return cookie ? await actorOfSession(cookie) : undefined
}

async function enter(browser: BrowserJar, back: URL) {
  const location = (await browser.request(back.href)).headers.get('location')
  return { location, actor: await actorIn(browser) }
}

async function signIn(
  server: OidcServer,
  connection: string,
  claims: OidcServer['accounts'][string],
  { next = '/runs', browser = new BrowserJar() } = {},
) {
  server.subject = subject
  server.accounts[subject] = claims
  const { back } = await leave(browser, connection, { next })
  return { browser, back, ...(await enter(browser, back)) }
}

const refusedFor = (reason: string) => ({
  location: `${app.origin}/sign-in?error=${reason}`,
  actor: undefined,
})
const userWith = async (address: string) =>
  (await authDb().select().from(users).where(eq(users.email, address)))[0]
const verified = () => ({ email, email_verified: true, name: 'Bo Newcomer' })

describe('sign-in by an organization’s own OIDC provider', () => {
  it('lets a newcomer of a proven domain join, and knows them by their subject', async () => {
    const first = await signIn(oidcA, a.connection, verified())
    expect(first).toMatchObject({
      location: `${app.origin}/runs`,
      actor: { name: 'Bo Newcomer', role: 'worker', organizationId: a.organizationId, email },
    })
    const later = await signIn(oidcA, a.connection, { email: 'another@elsewhere.org' })
    expect(later.actor?.id).toBe(first.actor?.id)
    expect(later.actor?.sessionId).not.toBe(first.actor?.sessionId)
  })

  it('asks with PKCE S256, state and nonce', async () => {
    const { asked } = await leave(new BrowserJar(), a.connection)
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: addressOf(a.connection, 'callback'),
    })
  })

  it('lets nobody join who is of no proven domain, or when joining is off', async () => {
    const stranger = { ...verified(), email: `${newId()}@elsewhere.org` }
    expect(await signIn(oidcA, a.connection, stranger)).toMatchObject(refusedFor('not_invited'))
    await changeSsoConnection(a.organizationId, a.connection, { joinRole: null })
    expect(await signIn(oidcA, a.connection, verified())).toMatchObject(refusedFor('not_invited'))
    await changeSsoConnection(a.organizationId, a.connection, { joinRole: 'worker' })
    expect(await userWith(email)).toBeUndefined()
  })

  it('never links an address that the provider calls unverified', async () => {
    const claims = { ...verified(), email_verified: false }
    expect(await signIn(oidcA, a.connection, claims)).toMatchObject(
      refusedFor('sso_email_unverified'),
    )
    expect(await userWith(email)).toBeUndefined()
  })

  it('finds a member of this organization by a proven address', async () => {
    const id = newId()
    await authDb().insert(users).values({ id, email, name: 'Cy', passwordHash: 'of their own' })
    const member = { organizationId: a.organizationId, userId: id, role: 'builder' as const }
    await authDb()
      .insert(members)
      .values({ ...member, name: 'Cy', email })
    // Entra says nothing about the verification; the proof of the domain suffices.
    const { actor } = await signIn(oidcA, a.connection, { email: email.toUpperCase() })
    expect(actor).toMatchObject({ id, role: 'builder' })
  })

  it('an invitation is accepted in its own organization only', async () => {
    const invited = `${newId()}@elsewhere.org`
    const token = tokenOf(
      (await addMember(owner.actor, { name: 'Di', email: invited, role: 'builder' })).link,
    )
    const accepting = () => {
      const browser = new BrowserJar()
      browser.cookies.set(app.origin, new Map([[invitationCookie, token]]))
      return browser
    }
    const claims = { ...verified(), email: invited }
    expect(await signIn(oidcB, b.connection, claims, { browser: accepting() })).toMatchObject(
      refusedFor('not_invited'),
    )
    expect(
      await signIn(oidcA, a.connection, { email: invited }, { browser: accepting() }),
    ).toMatchObject(refusedFor('not_invited'))
    const { actor } = await signIn(oidcA, a.connection, claims, { browser: accepting() })
    expect(actor).toMatchObject({ role: 'builder', organizationId: a.organizationId })
  })

  it('a removed member stays out', async () => {
    const { actor } = await signIn(oidcA, a.connection, verified())
    await authDb()
      .delete(members)
      .where(eq(members.userId, actor?.id ?? ''))
    expect(await signIn(oidcA, a.connection, verified())).toMatchObject(refusedFor('not_invited'))
  })

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'never ends at %s',
    async (next) => {
      const { location, actor } = await signIn(oidcA, a.connection, verified(), { next })
      expect(actor).toBeDefined()
      expect(location).toBe(`${app.origin}/`)
    },
  )

  it('a connection that is not active signs nobody in, also not half-way', async () => {
    const browser = new BrowserJar()
    Object.assign(oidcA, { subject })
    oidcA.accounts[subject] = verified()
    const { back } = await leave(browser, a.connection)
    await changeSsoConnection(a.organizationId, a.connection, { status: 'tested' })
    expect(await enter(browser, back)).toMatchObject(refusedFor('sso_unavailable'))
    const start = await browser.request(addressOf(a.connection, 'start'))
    expect(start.headers.get('location')).toBe(`${app.origin}/sign-in?error=sso_unavailable`)
    await changeSsoConnection(a.organizationId, a.connection, { status: 'active' })
  })
})

describe('tenants', () => {
  it('the same subject at two providers is two people', async () => {
    const one = await signIn(oidcA, a.connection, verified())
    const other = await signIn(oidcB, b.connection, {
      ...verified(),
      email: `${newId()}@${b.domain}`,
    })
    expect(one.actor).toBeDefined()
    expect(other.actor).toBeDefined()
    expect(other.actor?.id).not.toBe(one.actor?.id)
    expect(other.actor?.organizationId).toBe(b.organizationId)
  })

  it('the provider of B does not speak for people of A, whatever it asserts', async () => {
    const { actor } = await signIn(oidcA, a.connection, verified())
    subject = newId()
    expect(await signIn(oidcB, b.connection, verified())).toMatchObject(refusedFor('not_invited'))
    const rows = await authDb()
      .select()
      .from(identities)
      .where(eq(identities.userId, actor?.id ?? ''))
    expect(rows).toHaveLength(1)
  })

  it('an account that somebody made with the address before is not joined', async () => {
    const attacker = newId()
    await authDb().insert(users).values({ id: attacker, email, name: 'Not Bo', passwordHash: 'x' })
    expect(await signIn(oidcA, a.connection, verified())).toMatchObject(
      refusedFor('sso_account_exists'),
    )
    const rows = await authDb().select().from(identities).where(eq(identities.userId, attacker))
    expect(rows).toEqual([])
  })

  it('an answer of one provider is refused at the other’s door (mix-up)', async () => {
    for (const server of [oidcA, oidcB]) Object.assign(server, { subject })
    oidcA.accounts[subject] = verified()
    const browser = new BrowserJar()
    const { back } = await leave(browser, a.connection)
    await leave(browser, b.connection)
    const elsewhere = new URL(back)
    elsewhere.pathname = new URL(addressOf(b.connection, 'callback')).pathname
    expect(await enter(browser, elsewhere)).toMatchObject(refusedFor('sso_failed'))
    // Nor with the state that B awaits, because the answer names A as its issuer.
    const { asked } = await leave(browser, b.connection)
    elsewhere.searchParams.set('state', asked.searchParams.get('state') ?? '')
    expect(await enter(browser, elsewhere)).toMatchObject(refusedFor('sso_failed'))
    elsewhere.searchParams.delete('iss')
    expect(await enter(browser, elsewhere)).toMatchObject(refusedFor('sso_failed'))
  })
})

describe('an answer', () => {
  it('counts once, with its state, and in its browser', async () => {
    const browser = new BrowserJar()
    Object.assign(oidcA, { subject })
    oidcA.accounts[subject] = verified()
    const { back } = await leave(browser, a.connection)
    for (const state of ['another', '']) {
      const other = new URL(back)
      other.searchParams.set('state', state)
      expect(await enter(browser, other)).toMatchObject(refusedFor('sso_failed'))
    }
    const victim = new BrowserJar()
    expect(await enter(victim, back)).toMatchObject(refusedFor('sso_failed'))
    await victim.request(addressOf(a.connection, 'start'))
    expect(await enter(victim, back)).toMatchObject(refusedFor('sso_failed'))
    expect((await enter(browser, back)).location).toBe(`${app.origin}/runs`)
    const again = await browser.request(back.href)
    expect(again.headers.get('location')).toBe(`${app.origin}/sign-in?error=sso_failed`)
  })

  it('of several at once counts once', async () => {
    const browser = new BrowserJar()
    Object.assign(oidcA, { subject })
    oidcA.accounts[subject] = verified()
    const { back } = await leave(browser, a.connection)
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () => await browser.request(back.href)),
    )
    const ends = answers.map((answer) => answer.headers.get('location'))
    expect(ends.filter((end) => end === `${app.origin}/runs`)).toHaveLength(1)
  })

  it('with a code of somebody else’s sign-in is refused (injection)', async () => {
    const attacker = new BrowserJar()
    Object.assign(oidcA, { subject })
    oidcA.accounts[subject] = verified()
    const stolen = (await leave(attacker, a.connection)).back.searchParams.get('code') ?? ''
    const browser = new BrowserJar()
    const { back } = await leave(browser, a.connection)
    back.searchParams.set('code', stolen)
    expect(await enter(browser, back)).toMatchObject(refusedFor('sso_failed'))
  })

  it('that declines says so and signs nobody in', async () => {
    const browser = new BrowserJar()
    const { asked } = await leave(browser, a.connection)
    const back = new URL(addressOf(a.connection, 'callback'))
    back.searchParams.set('error', 'access_denied')
    back.searchParams.set('iss', oidcA.issuer)
    back.searchParams.set('state', asked.searchParams.get('state') ?? '')
    expect(await enter(browser, back)).toMatchObject(refusedFor('sso_declined'))
  })
})

describe('an ID token', () => {
  const now = () => Math.floor(Date.now() / 1000)
  const claimsFor = (nonce: string): JWTPayload => ({
    iss: forger.issuer,
    aud: 'rounds',
    sub: subject,
    nonce,
    iat: now(),
    exp: now() + 300,
    email: `${subject}@forged.org`,
    email_verified: true,
  })

  /** Comes back from the forger with the token that `make` makes. */
  async function comeBack(make: (claims: JWTPayload) => Promise<string>) {
    const browser = new BrowserJar()
    const { asked } = await leave(browser, forged.connection, { origin: forger.issuer })
    const back = new URL(addressOf(forged.connection, 'callback'))
    back.searchParams.set('code', 'any')
    back.searchParams.set('state', asked.searchParams.get('state') ?? '')
    forger.idToken = await make(claimsFor(asked.searchParams.get('nonce') ?? ''))
    return await enter(browser, back)
  }
  // `leave` follows to the provider, which stands still there.

  it('that is right signs in', async () => {
    const { actor } = await comeBack((claims) => forger.sign(claims))
    expect(actor).toMatchObject({ organizationId: a.organizationId })
  })

  const wrong: Record<string, (claims: JWTPayload) => Promise<string>> = {
    'of another issuer': (claims) => forger.sign({ ...claims, iss: oidcA.issuer }),
    'for another client': (claims) => forger.sign({ ...claims, aud: 'another' }),
    'for several clients without azp': (claims) =>
      forger.sign({ ...claims, aud: ['rounds', 'another'] }),
    'with another nonce': (claims) => forger.sign({ ...claims, nonce: 'another' }),
    'without a nonce': ({ nonce: _nonce, ...claims }) => forger.sign(claims),
    'that has expired': (claims) => forger.sign({ ...claims, exp: now() - 120 }),
    'from the future': (claims) => forger.sign({ ...claims, iat: now() + 600 }),
    'from long ago': (claims) => forger.sign({ ...claims, iat: now() - 3600 }),
    'without a subject': ({ sub: _sub, ...claims }) => forger.sign(claims),
    'with an unknown key': (claims) => forger.sign(claims, { kid: 'unknown' }),
    'with another key under our kid': async (claims) =>
      forger.sign(claims, {}, (await generateKeyPair('RS256')).privateKey),
    'that names its own keys (jku)': async (claims) =>
      forger.sign(
        claims,
        { jku: `${forger.issuer}/evil`, kid: 'evil' },
        (await generateKeyPair('RS256')).privateKey,
      ),
    'without a signature (alg none)': async (claims) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'none' })}.${part(claims)}.`
    },
    'signed with the public key as a shared secret (HS256)': async (claims) =>
      await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: forger.publicKey.kid ?? '' })
        .sign(Buffer.from(JSON.stringify(forger.publicKey))),
    'signed with the client secret (HS256)': async (claims) =>
      await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(Buffer.from(secret.padEnd(32))),
  }
  it.each(Object.keys(wrong))('%s is refused', async (which) => {
    const make = wrong[which]
    expect(make && (await comeBack(make))).toMatchObject(refusedFor('sso_failed'))
    expect(await userWith(`${subject}@forged.org`)).toBeUndefined()
  })

  it('signed with a new key of the provider is believed at once', async () => {
    await comeBack((claims) => forger.sign(claims))
    await forger.rotate()
    subject = newId()
    expect((await comeBack((claims) => forger.sign(claims))).actor).toBeDefined()
  })

  it('is checked with the kept keys while they cannot be fetched; new ones fail', async () => {
    await comeBack((claims) => forger.sign(claims))
    forger.keysAway = true
    subject = newId()
    expect((await comeBack((claims) => forger.sign(claims))).actor).toBeDefined()
    await forger.rotate()
    subject = newId()
    expect(await comeBack((claims) => forger.sign(claims))).toMatchObject(refusedFor('sso_failed'))
    forger.keysAway = false
  })

  it('is not the only thing that names the issuer: metadata of another are refused', async () => {
    const [row] = await authDb()
      .select()
      .from(ssoConnections)
      .where(eq(ssoConnections.id, forged.connection))
    forger.metadata = { issuer: 'https://login.example.com/{tenantid}/v2.0' }
    // Another client id, so that nothing is cached.
    const config = { issuer: forger.issuer, clientId: newId() }
    await changeSsoConnection(a.organizationId, forged.connection, { config })
    const start = await new BrowserJar().request(addressOf(forged.connection, 'start'))
    expect(start.headers.get('location')).toBe(`${app.origin}/sign-in?error=sso_unavailable`)
    forger.metadata = {}
    if (row) await changeSsoConnection(a.organizationId, forged.connection, { config: row.config })
  })

  describe('for logging out (back channel)', () => {
    const event = 'http://schemas.openid.net/event/backchannel-logout'
    const logoutClaims = (): JWTPayload => ({
      iss: forger.issuer,
      aud: 'rounds',
      sub: subject,
      iat: now(),
      exp: now() + 120,
      jti: newId(),
      events: { [event]: {} },
    })
    const send = async (token: string) => {
      const url = addressOf(forged.connection, 'back-channel-logout')
      const answer = await new BrowserJar().request(url, { form: { logout_token: token } })
      return { status: answer.status, cache: answer.headers.get('cache-control') }
    }
    const enterFirst = async () => {
      const { actor } = await comeBack((claims) => forger.sign({ ...claims, sid: 'at-forger' }))
      return async () =>
        (
          await authDb()
            .select()
            .from(sessions)
            .where(eq(sessions.id, actor?.sessionId ?? ''))
        ).length
    }

    it('ends the sessions of its subject, once', async () => {
      const left = await enterFirst()
      const token = await forger.sign(logoutClaims(), { typ: 'logout+jwt' })
      expect(await send(token)).toEqual({ status: 200, cache: 'no-store' })
      expect(await left()).toBe(0)
      expect(await send(token)).toEqual({ status: 400, cache: 'no-store' })
    })

    it('ends only the session that it names', async () => {
      const left = await enterFirst()
      await send(await forger.sign({ ...logoutClaims(), sid: 'another' }))
      expect(await left()).toBe(1)
      await send(await forger.sign({ ...logoutClaims(), sid: 'at-forger' }))
      expect(await left()).toBe(0)
    })

    const forgeries: Record<string, () => Promise<string>> = {
      'signed by nobody we know': async () =>
        forger.sign(logoutClaims(), {}, (await generateKeyPair('RS256')).privateKey),
      'of another issuer': () => forger.sign({ ...logoutClaims(), iss: oidcA.issuer }),
      'for another client': () => forger.sign({ ...logoutClaims(), aud: 'another' }),
      'with a nonce, as ID tokens have': () => forger.sign({ ...logoutClaims(), nonce: 'x' }),
      'without the event': () => forger.sign({ ...logoutClaims(), events: {} }),
      'without events, as ID tokens are': () => {
        const { events: _events, ...claims } = logoutClaims()
        return forger.sign(claims)
      },
      'without an id': () => {
        const { jti: _jti, ...claims } = logoutClaims()
        return forger.sign(claims)
      },
      'that names nobody': () => {
        const { sub: _sub, ...claims } = logoutClaims()
        return forger.sign(claims)
      },
      'from long ago': () => forger.sign({ ...logoutClaims(), iat: now() - 3600 }),
      'without a signature': async () =>
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(
          JSON.stringify(logoutClaims()),
        ).toString('base64url')}.`,
      'that is no token': async () => 'nonsense',
    }
    it.each(Object.keys(forgeries))('%s ends nothing', async (which) => {
      const left = await enterFirst()
      expect(await send((await forgeries[which]?.()) ?? '')).toEqual({
        status: 400,
        cache: 'no-store',
      })
      expect(await left()).toBe(1)
    })
  })
})

describe('signing out at the provider itself', () => {
  it('ends our session by the provider’s real log-out token', async () => {
    const { browser } = await signIn(oidcA, a.connection, verified())
    const other = await signIn(oidcB, b.connection, {
      ...verified(),
      email: `${newId()}@${b.domain}`,
    })
    const page = await (await browser.request(`${oidcA.issuer}/session/end`)).text()
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
    const form = { xsrf, logout: 'yes' }
    await browser.request(`${oidcA.issuer}/session/end/confirm`, { form })
    expect(await actorIn(browser)).toBeUndefined()
    expect(await actorIn(other.browser)).toBeDefined()
  })
})

describe('signing out', () => {
  it('leads to the provider, whose own log-out ends our other session there', async () => {
    const { browser, actor } = await signIn(oidcA, a.connection, verified())
    const answer = await fetch(`${app.origin}/api/auth/sso/sign-out`, {
      method: 'POST',
      headers: {
        origin: app.origin,
        cookie: `${sessionCookieName()}=${browser.cookie(app.origin, sessionCookieName())}`,
      },
    })
    const { url } = (await answer.json()) as { url: string }
    const there = new URL(url)
    expect(there.origin).toBe(oidcA.issuer)
    expect(there.searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(there.searchParams.get('post_logout_redirect_uri')).toBe(`${app.origin}/sign-in`)
    expect(await actorIn(browser)).toBeUndefined()
    expect(actor).toBeDefined()
  })

  it('is not done for another site', async () => {
    const { browser } = await signIn(oidcA, a.connection, verified())
    const answer = await fetch(`${app.origin}/api/auth/sso/sign-out`, {
      method: 'POST',
      headers: {
        origin: 'https://evil.example',
        cookie: `${sessionCookieName()}=${browser.cookie(app.origin, sessionCookieName())}`,
      },
    })
    expect(answer.status).toBe(403)
    expect(await actorIn(browser)).toBeDefined()
  })
})

describe('who signs in how', () => {
  const find = async (body: object) => {
    const answer = await fetch(`${app.origin}/api/auth/sso/find`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: await answer.json() }
  }
  it('is known by the domain alone', async () => {
    const way = { start: addressOf(a.connection, 'start'), enforced: false }
    const known = await signIn(oidcA, a.connection, verified())
    expect(known.actor).toBeDefined()
    const found = await find({ email })
    expect(found).toMatchObject({ status: 200, body: { way } })
    expect(await find({ email: `nobody@${a.domain}` })).toEqual(found)
    expect(await find({ email: 'nobody@elsewhere.org' })).toEqual({
      status: 200,
      body: { way: null },
    })
    expect((await find({ email: `x@sub.${a.domain}` })).body).toEqual({ way: null })
    expect((await find({ email: 7 })).status).toBe(400)
  })
})

describe('addresses that a connection names', () => {
  it.each(['http://127.0.0.1:1', 'http://169.254.169.254', 'https://[::1]', 'http://example.com'])(
    '%s is never called',
    async (issuer) => {
      const id = await seedSsoConnection({
        organizationId: a.organizationId,
        kind: 'oidc',
        config: { issuer, clientId: 'rounds' },
        secret,
      })
      const start = await new BrowserJar().request(addressOf(id, 'start'))
      expect(start.headers.get('location')).toBe(`${app.origin}/sign-in?error=sso_unavailable`)
    },
  )
})
