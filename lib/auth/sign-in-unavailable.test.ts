import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeDatabase, configureDatabase } from '#db/client'
import { newId } from '#lib/ids'
import { log } from '#lib/log'
import { createOrganizationWithOwner } from '#lib/operations/organizations/create-organization-with-owner'
import { away } from '#test/fakes/away'
import { BrowserJar } from '#test/harness/browser-jar'
import { startNextAuthServer } from '#test/fakes/next-auth-server'
import { startOidcServer, type OidcServer } from '#test/fakes/oidc-server'
import { useTestDatabase } from '#test/harness/test-database'
import { passwordFits } from './password.ts'
import { sessionCookieName } from './session-token.ts'

// The real function, unless a test makes it wait.
vi.mock('@node-rs/argon2', { spy: true })

const password = 'correct horse battery staple'
const email = `${newId()}@example.com`
let oidc: OidcServer
let app: { origin: string; stop(): Promise<void> }

beforeAll(async () => {
  app = await startNextAuthServer()
  // The library warns that its keys and its memory are only for tests, which is true here.
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const secret = 'a secret of the client'
  const redirectUri = `${app.origin}/api/auth/callback/oidc`
  oidc = await startOidcServer({ id: 'rounds', secret, redirectUri })
  warn.mockRestore()
  Object.assign(process.env, {
    OIDC_ISSUER: oidc.issuer,
    OIDC_CLIENT_ID: 'rounds',
    OIDC_CLIENT_SECRET: secret,
    NEXTAUTH_URL: app.origin,
  })
})
// Imported after the environment is set, because the settings are read once, when the database is
// opened.
const database = useTestDatabase()
beforeAll(async () => {
  const owner = { ownerEmail: email, ownerName: 'Ada', password }
  await createOrganizationWithOwner({ organizationName: 'Clinic', slug: newId(), ...owner })
})
afterAll(async () => {
  await Promise.all([app.stop(), oidc.stop()])
})
beforeEach(() => {
  vi.spyOn(log, 'warn').mockImplementation(() => undefined)
})

async function whileAway<T>(work: () => Promise<T>): Promise<T> {
  await closeDatabase()
  configureDatabase(away(database))
  try {
    return await work()
  } finally {
    await closeDatabase()
    configureDatabase(database)
  }
}

async function post(browser: BrowserJar, path: string, fields: Record<string, string> = {}) {
  const token = await browser.request(`${app.origin}/api/auth/csrf`)
  const { csrfToken } = (await token.json()) as { csrfToken: string }
  const form = { ...fields, csrfToken, callbackUrl: '/', json: 'true' }
  return await browser.request(`${app.origin}/api/auth/${path}`, { form })
}

const signIn = (browser: BrowserJar) => post(browser, 'callback/password', { email, password })
const session = (browser: BrowserJar) => browser.cookie(app.origin, sessionCookieName())

async function expectUnavailable(answer: Response): Promise<void> {
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('5')
  const body = (await answer.json()) as { message: string }
  expect(body).toMatchObject({ error: 'unavailable', details: { reason: 'database' } })
  expect(body.message).toContain('right now')
}

describe('when the database is lost during sign-in', () => {
  it('a password is not called wrong', async () => {
    const browser = new BrowserJar()
    await expectUnavailable(await whileAway(() => signIn(browser)))
    expect(session(browser)).toBeUndefined()
    expect((await signIn(browser)).status).toBe(200)
    expect(session(browser)).toBeDefined()
  })

  it('no person appears signed out while the session is live', async () => {
    const browser = new BrowserJar()
    await signIn(browser)
    await expectUnavailable(await whileAway(() => post(browser, 'signout')))
  })

  it('the return from single sign-on shows no internal error', async () => {
    const browser = new BrowserJar()
    Object.assign(oidc, { subject: newId() })
    oidc.accounts[oidc.subject] = { email: 'bo@example.com', email_verified: true }
    const { url } = (await (await post(browser, 'signin/oidc')).json()) as { url: string }
    const isTheirs = (next: URL) => next.origin === oidc.issuer
    const back = await browser.follow(url, isTheirs)
    const isOurs = (next: URL) => next.pathname !== '/sign-in'
    const end = new URL(await whileAway(() => browser.follow(back, isOurs)))
    expect(end.pathname + end.search).toBe('/sign-in?error=unavailable')
  })
})

it('a browser learns when to try again when too many passwords are being checked', async () => {
  const gate = Promise.withResolvers<boolean>()
  vi.mocked(verify).mockReturnValue(gate.promise)
  const waiting = Promise.allSettled(Array.from({ length: 50 }, () => passwordFits(null, 'x')))
  const browser = new BrowserJar()
  const answer = await signIn(browser)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await answer.json()).toMatchObject({
    message: expect.stringContaining('many passwords are being checked'),
    details: { reason: 'passwords' },
  })
  gate.resolve(false)
  await waiting
  vi.mocked(verify).mockReset()
  expect((await signIn(browser)).status).toBe(200)
  expect(session(browser)).toBeDefined()
})
