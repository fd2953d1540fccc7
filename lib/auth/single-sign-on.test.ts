import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { authDb } from '#db/client'
import { identities, sessions, users } from '#db/schema/index'
import { newId } from '#lib/ids'
import { addMember } from '#lib/operations/members/add-member'
import { acceptInvitation } from '#lib/operations/members/answer-invitation'
import { anonymous, tokenOf } from '#test/harness/invite'
import { organizationWithKeys } from '#test/harness/api'
import { BrowserJar } from '#test/harness/browser-jar'
import { startNextAuthServer } from '#test/fakes/next-auth-server'
import { startOidcServer, type OidcServer } from '#test/fakes/oidc-server'
import { signedIn, type Person } from '#test/samples/person'
import { useTestDatabase } from '#test/harness/test-database'
import { findInvitation, invitationCookie } from './invitation.ts'
import { actorOfSession } from './session-actor.ts'
import { sessionCookieName } from './session-token.ts'

let oidc: OidcServer
let app: { origin: string; stop(): Promise<void> }
let owner: Person
let email: string

beforeAll(async () => {
  app = await startNextAuthServer()
  // The library warns that its keys and its memory are only for tests, which is true here.
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  oidc = await startOidcServer({
    id: 'rounds',
    secret: 'a secret of the client',
    redirectUri: `${app.origin}/api/auth/callback/oidc`,
  })
  warn.mockRestore()
  Object.assign(process.env, {
    OIDC_ISSUER: oidc.issuer,
    OIDC_CLIENT_ID: 'rounds',
    OIDC_CLIENT_SECRET: 'a secret of the client',
    NEXTAUTH_URL: app.origin,
  })
})
// Imported after the environment is set, because the settings are read once, when the database is
// opened.
useTestDatabase()
afterAll(async () => {
  await Promise.all([app.stop(), oidc.stop()])
})
beforeEach(async () => {
  owner = await signedIn((await organizationWithKeys()).id, 'owner', 'Ada')
  email = `${newId()}@example.com`
})

const csrf = async (browser: BrowserJar) =>
  ((await (await browser.request(`${app.origin}/api/auth/csrf`)).json()) as { csrfToken: string })
    .csrfToken

/** Goes from the sign-in button to the address to which the provider sends the browser back. */
async function leave(
  browser: BrowserJar,
  callbackUrl = '/runs',
): Promise<{ asked: URL; back: URL }> {
  const answer = await browser.request(`${app.origin}/api/auth/signin/oidc`, {
    form: { csrfToken: await csrf(browser), callbackUrl, json: 'true' },
  })
  const { url } = (await answer.json()) as { url: string }
  return {
    asked: new URL(url),
    back: new URL(await browser.follow(url, (next) => next.origin === oidc.issuer)),
  }
}

/** Invites the person and returns the token of the link. */
const invite = async () =>
  tokenOf((await addMember(owner.actor, { name: 'Bo', email, role: 'worker' })).link)

/** Makes the person a member with a password. */
const join = async () =>
  acceptInvitation(anonymous, {
    token: await invite(),
    account: 'new',
    name: 'Bo',
    password: 'a long enough password',
  })

/** A browser that accepted an invitation. */
function accepting(token: string): BrowserJar {
  const browser = new BrowserJar()
  browser.cookies.set(app.origin, new Map([[invitationCookie, token]]))
  return browser
}

/** Signs in from start to end; returns where it ends and who is signed in then. */
async function signIn(
  subject: string,
  claims: OidcServer['accounts'][string],
  callbackUrl = '/runs',
  browser = new BrowserJar(),
) {
  Object.assign(oidc, { subject })
  oidc.accounts[subject] = claims
  const { back } = await leave(browser, callbackUrl)
  const location = (await browser.request(back.href)).headers.get('location')
  const cookie = browser.cookie(app.origin, sessionCookieName())
  return { browser, location, actor: cookie ? await actorOfSession(cookie) : undefined }
}

describe('single sign-on', () => {
  it(
    'lets a person in who accepted, and knows them again by their identity ' +
      'when the address changes',
    async () => {
      const token = await invite()
      const subject = newId()
      const first = await signIn(
        subject,
        { email: email.toUpperCase(), email_verified: true },
        '/runs',
        accepting(token),
      )
      expect(first).toMatchObject({
        location: `${app.origin}/runs`,
        actor: { name: 'Bo', role: 'worker', organizationId: owner.actor.organizationId },
      })
      await expect(findInvitation(token)).rejects.toMatchObject({ statusCode: 404 })
      const later = await signIn(subject, {
        email: 'new-address@example.com',
        email_verified: false,
      })
      expect(later.actor?.id).toBe(first.actor?.id)
      expect(later.actor?.sessionId).not.toBe(first.actor?.sessionId)
    },
  )

  it.each<[string, (address: string) => OidcServer['accounts'][string]]>([
    ['nobody has added', () => ({ email: 'stranger@example.com', email_verified: true })],
    ['has not had the address verified', (address) => ({ email: address, email_verified: false })],
    ['comes without an address', () => ({})],
  ])('refuses a person whom or who %s', async (_what, claims) => {
    const token = await invite()
    expect(await signIn(newId(), claims(email), '/runs', accepting(token))).toMatchObject({
      location: expect.stringContaining('/sign-in?error=not_invited'),
      actor: undefined,
    })
    expect(await findInvitation(token)).toMatchObject({ email })
  })

  it('does not join an invited person who did not accept', async () => {
    const token = await invite()
    const { location, actor } = await signIn(newId(), { email, email_verified: true })
    expect({ location, actor }).toMatchObject({
      location: expect.stringContaining('/sign-in?error=not_invited'),
      actor: undefined,
    })
    expect(await findInvitation(token)).toMatchObject({ email })
  })

  it('does not take over an account that has a password', async () => {
    await join()
    expect((await signIn(newId(), { email, email_verified: true })).actor).toBeUndefined()
    const other = await signedIn((await organizationWithKeys()).id, 'owner', 'Cy')
    const token = tokenOf((await addMember(other.actor, { name: 'Bo', email, role: 'owner' })).link)
    expect(
      (await signIn(newId(), { email, email_verified: true }, '/', accepting(token))).actor,
    ).toBeUndefined()
    const [user] = await authDb().select().from(users).where(eq(users.email, email))
    const bound = eq(identities.userId, user?.id ?? '')
    expect(await authDb().select().from(identities).where(bound)).toEqual([])
  })

  it('uses PKCE, state and nonce, and refuses a return without its cookies', async () => {
    Object.assign(oidc, { subject: newId() })
    oidc.accounts[oidc.subject] = { email, email_verified: true }
    const victim = new BrowserJar()
    const { asked, back } = await leave(new BrowserJar())
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      code_challenge: expect.any(String),
      state: expect.any(String),
      nonce: expect.any(String),
    })
    expect((await victim.request(back.href)).headers.get('location')).toMatch(/error=/)
    expect(victim.cookie(app.origin, sessionCookieName())).toBeUndefined()
  })

  it('accepts a code once, and only with the state of its request', async () => {
    const browser = accepting(await invite())
    Object.assign(oidc, { subject: newId() })
    oidc.accounts[oidc.subject] = { email, email_verified: true }
    const { back } = await leave(browser)
    const forged = new URL(back)
    forged.searchParams.set('state', 'another')
    expect((await browser.request(forged.href)).headers.get('location')).toMatch(/error=/)
    expect(browser.cookie(app.origin, sessionCookieName())).toBeUndefined()
    expect((await browser.request(back.href)).headers.get('location')).toBe(`${app.origin}/runs`)
    expect((await browser.request(back.href)).headers.get('location')).toMatch(/error=/)
  })

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'never redirects to %s',
    async (callbackUrl) => {
      const { location, actor } = await signIn(
        newId(),
        { email, email_verified: true },
        callbackUrl,
        accepting(await invite()),
      )
      expect(actor).toBeDefined()
      expect(location).toBe(`${app.origin}/`)
    },
  )

  it('signing out deletes the session, so that a copy of the cookie is worth nothing', async () => {
    const { browser, actor } = await signIn(
      newId(),
      { email, email_verified: true },
      '/',
      accepting(await invite()),
    )
    const copy = browser.cookie(app.origin, sessionCookieName()) ?? ''
    expect(await actorOfSession(copy)).toBeDefined()
    await browser.request(`${app.origin}/api/auth/signout`, {
      form: { csrfToken: 'wrong', json: 'true' },
    })
    expect(await actorOfSession(copy)).toBeDefined()
    await browser.request(`${app.origin}/api/auth/signout`, {
      form: { csrfToken: await csrf(browser), json: 'true' },
    })
    expect(browser.cookie(app.origin, sessionCookieName())).toBeUndefined()
    expect(await actorOfSession(copy)).toBeUndefined()
    expect(
      await authDb()
        .select()
        .from(sessions)
        .where(eq(sessions.id, actor?.sessionId ?? '')),
    ).toEqual([])
  })

  it(
    'a password goes the same way: the form’s token is needed, the cookie is ' +
      'out of reach of scripts',
    async () => {
      await join()
      const browser = new BrowserJar()
      const post = async (fields: object) =>
        await browser.request(`${app.origin}/api/auth/callback/password`, {
          form: {
            email,
            password: 'a long enough password',
            callbackUrl: '/',
            json: 'true',
            ...fields,
          },
        })
      await post({ csrfToken: 'wrong' })
      expect(browser.cookie(app.origin, sessionCookieName())).toBeUndefined()
      expect(
        await (await post({ csrfToken: await csrf(browser), password: 'wrong' })).json(),
      ).toMatchObject({ url: expect.stringContaining('error=CredentialsSignin') })
      const answer = await post({ csrfToken: await csrf(browser) })
      expect(
        answer.headers.getSetCookie().find((line) => line.startsWith(sessionCookieName())),
      ).toMatch(/; HttpOnly; SameSite=Lax/)
      expect(
        await actorOfSession(browser.cookie(app.origin, sessionCookieName()) ?? ''),
      ).toMatchObject({ name: 'Bo' })
    },
  )
})
