import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import { authDb, engineDb } from '#db/client'
import { factorTries, pendingSignIns, recoveryCodes, secondFactors } from '#db/schema/factors'
import { mails } from '#db/schema/documents'
import { members, sessions, users } from '#db/schema/people'
import { deviceCookieName, withAccount } from '#lib/auth/sign-in/known-device'
import { sealSession, sessionCookieName } from '#lib/auth/session-token'
import { signInWithPassword } from '#lib/auth/sign-in/sign-in-with-password'
import { pendingCookieName } from '#lib/auth/sign-in/pending-cookie'
import { hashPassword } from '#lib/auth/password'
import { startSession } from '#lib/auth/start-session'
import { acceptTotp } from '#lib/auth/factors/totp'
import { newId } from '#lib/ids'
import { createOrganizationWithOwner } from '#lib/operations/organizations/create-organization-with-owner'
import type { Question } from '#lib/auth/factors/passkeys'
import type { Attestation } from '#lib/domain/passkey-answers'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { Authenticator } from '#test/samples/authenticator'

const api = useApi()
const password = 'correct horse battery staple'
const origin = 'http://localhost:3000'
const at = (path: string) => endpointsAt(`/api/v2/${path}`)
let email: string
let userId: string

const codeOf = (secret: string, shift = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + shift })

/** Signs in with the password; the token of the cookie when something is missing. */
async function begin(given = password, device?: string) {
  const input = { email, password: given, address: newId(), userAgent: 'Firefox', device }
  return await signInWithPassword(input)
}
async function pendingToken(device?: string): Promise<string> {
  const result = await begin(password, device)
  if ('refused' in result && result.refused === 'next_step') return result.pending
  throw new Error(`not pending: ${JSON.stringify(result)}`)
}

const send = (path: string, token: string | undefined, body?: object, more: object = {}) =>
  api.send(at(path)[body ? 'POST' : 'GET'], `/api/v2/${path}`, {
    as: null,
    headers: {
      origin,
      ...(token ? { cookie: `${pendingCookieName()}=${token}` } : {}),
      ...more,
    },
    ...(body ? { body } : {}),
  })

/** The person as their browser is signed in, for the operations of the profile. */
async function ownHeaders(): Promise<Record<string, string>> {
  const sessionId = await startSession(userId, { userAgent: null, method: 'password' })
  return { cookie: `${sessionCookieName()}=${await sealSession(sessionId ?? '')}`, origin }
}

async function enrol(): Promise<{ secret: string; codes: string[] }> {
  const headers = await ownHeaders()
  const started = await api.send(at('profile/totp/options').POST, '/api/v2/profile/totp/options', {
    as: null,
    headers,
  })
  const { secret, setUp } = started.body as { secret: string; setUp: string }
  // The step before this one, so that the present code is still unused.
  const code = codeOf(secret, -30_000)
  const added = await api.send(at('profile/totp').POST, '/api/v2/profile/totp', {
    as: null,
    headers,
    body: { setUp, code },
  })
  expect(added.status).toBe(200)
  return { secret, codes: added.body['recoveryCodes'] as string[] }
}

beforeEach(async () => {
  email = `${newId()}@example.com`
  await createOrganizationWithOwner({
    organizationName: 'Clinic',
    slug: newId(),
    ownerEmail: email,
    ownerName: 'Ada',
    password,
  })
  const [user] = await authDb().select().from(users).where(eq(users.email, email))
  userId = user?.id ?? ''
})

describe('a second factor', () => {
  it('stands between the password and the session, in the browser that gave the password', async () => {
    const { secret } = await enrol()
    const before = await authDb().select().from(sessions).where(eq(sessions.userId, userId))
    const token = await pendingToken()
    expect(await authDb().select().from(sessions).where(eq(sessions.userId, userId))).toEqual(
      before,
    )
    expect((await send('sign-in', token)).body).toMatchObject({
      pending: { step: 'second-factor', email, code: true, maySkip: false },
    })
    expect((await send('sign-in/code', undefined, { code: codeOf(secret) })).status).toBe(401)
    expect((await send('sign-in/code', 'another', { code: codeOf(secret) })).status).toBe(401)
    expect((await send('sign-in/skip', token, { step: 'second-factor' })).status).toBe(409)
    const given = await send('sign-in/code', token, { code: codeOf(secret) })
    expect(given).toMatchObject({ status: 200, body: { step: null } })
    const cookies = given.headers.getSetCookie()
    expect(cookies.find((cookie) => cookie.startsWith(sessionCookieName()))).toMatch(
      /HttpOnly; SameSite=Lax/,
    )
    expect(cookies.find((cookie) => cookie.startsWith(pendingCookieName()))).toMatch(/Max-Age=0/)
    // It is over with the session.
    expect((await send('sign-in', token)).body).toEqual({ pending: null })
  })

  it('is refused to another site', async () => {
    const { secret } = await enrol()
    const token = await pendingToken()
    const foreign = { origin: 'https://evil.example' }
    const refused = await send('sign-in/code', token, { code: codeOf(secret) }, foreign)
    expect(refused.status).toBe(403)
  })

  it('accepts a code once, however many ask at once', async () => {
    const { secret } = await enrol()
    const token = await pendingToken()
    const code = codeOf(secret)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send('sign-in/code', token, { code })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const other = await pendingToken()
    expect((await send('sign-in/code', other, { code })).status).toBe(400)
    // Nor one of an earlier step.
    const earlier = { code: codeOf(secret, -30_000) }
    expect((await send('sign-in/code', other, earlier)).status).toBe(400)
  })

  it('counts wrong codes in logged rows: five, then a wait that parallel tries cannot pass', async () => {
    const { secret } = await enrol()
    const token = await pendingToken()
    const wrong = codeOf(new Secret({ size: 20 }).base32)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => send('sign-in/code', token, { code: wrong })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(45)
    const [row] = await authDb().select().from(factorTries).where(eq(factorTries.userId, userId))
    expect(row).toMatchObject({ tries: 5, device: 'other' })
    const right = await send('sign-in/code', token, { code: codeOf(secret) })
    expect(right.status).toBe(429)
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0)
    // Whoever guesses does not lock out the person in their own browser.
    const device = withAccount(undefined, email)
    const own = await pendingToken(device)
    const cookie = `${pendingCookieName()}=${own}; ${deviceCookieName()}=${device}`
    expect(await send('sign-in/code', own, { code: codeOf(secret) }, { cookie })).toMatchObject({
      status: 200,
    })
  })

  it('is stored so that a copy of the row in another account opens nothing', async () => {
    const { secret } = await enrol()
    const [row] = await authDb().select().from(secondFactors)
    expect(row?.secret).not.toContain(secret)
    const thief = newId()
    await authDb()
      .insert(users)
      .values({ id: thief, email: `${thief}@example.com`, name: 'Eve' })
    await authDb()
      .insert(secondFactors)
      .values({ userId: thief, secret: row?.secret ?? '', lastStep: 0 })
    await expect(acceptTotp(authDb(), thief, codeOf(secret))).rejects.toThrow('authenticate')
  })
})

describe('a recovery code', () => {
  it('works once, tells its person, and asks to set up a factor again', async () => {
    const { codes } = await enrol()
    const [code = ''] = codes
    expect(codes).toHaveLength(10)
    const rows = await authDb().select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    expect(rows).toHaveLength(10)
    expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''))
    const token = await pendingToken()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => send('sign-in/code', token, { code: code.toUpperCase() })),
    )
    expect(answers.filter(({ status }) => status === 200)).toMatchObject([
      { body: { step: 'set-up-factor' } },
    ])
    const told = await engineDb().select().from(mails).where(eq(mails.private, true))
    expect(told.map(({ subject }) => subject)).toContain('A recovery code was used')
    expect((await send('sign-in', token)).body).toMatchObject({ pending: { maySkip: true } })
    expect(await send('sign-in/skip', token, { step: 'set-up-factor' })).toMatchObject({
      body: { step: null },
    })
    const again = await pendingToken()
    expect((await send('sign-in/code', again, { code })).status).toBe(400)
  })
})

describe('a required second factor', () => {
  const overdue = async () =>
    await authDb()
      .update(users)
      .set({ factorsSince: new Date(Date.now() - 15 * 24 * 3_600_000) })
      .where(eq(users.id, userId))

  it('is asked of owners after the time of grace, and set up before the session', async () => {
    expect(await begin()).toHaveProperty('sessionId')
    await overdue()
    const token = await pendingToken()
    expect((await send('sign-in', token)).body).toMatchObject({
      pending: { step: 'set-up-factor', maySkip: false },
    })
    expect((await send('sign-in/skip', token, { step: 'set-up-factor' })).status).toBe(409)
    const started = await send('sign-in/totp/options', token, {})
    const { secret, setUp } = started.body as { secret: string; setUp: string }
    expect((await send('sign-in/totp', token, { setUp, code: '000000' })).status).toBe(400)
    const done = await send('sign-in/totp', token, { setUp, code: codeOf(secret) })
    expect(done).toMatchObject({ status: 200, body: { step: null } })
    expect(done.body['recoveryCodes']).toHaveLength(10)
    expect(done.headers.getSetCookie().join()).toContain(sessionCookieName())
  })

  it('may be a passkey, which is both factors from then on', async () => {
    await overdue()
    const token = await pendingToken()
    const device = new Authenticator()
    const { challengeId, options } = (await send('sign-in/new-passkey/options', token, {}))
      .body as Question
    const add = (response: Attestation) =>
      send('sign-in/new-passkey', token, { challengeId, name: 'Laptop', response })
    // One for another site adds nothing, and its question is used up.
    const foreign = device.register(options, { origin: 'https://evil.example' })
    expect((await add(foreign)).status).toBe(401)
    expect((await add(device.register(options))).status).toBe(401)
    expect((await send('sign-in', token)).body).toMatchObject({
      pending: { step: 'set-up-factor' },
    })
    const again = (await send('sign-in/new-passkey/options', token, {})).body as Question
    const given = {
      challengeId: again.challengeId,
      name: 'Laptop',
      response: device.register(again.options),
    }
    expect((await send('sign-in/new-passkey', undefined, given)).status).toBe(401)
    const done = await send('sign-in/new-passkey', token, given)
    expect(done).toMatchObject({ status: 200, body: { step: null } })
    expect(done.body['recoveryCodes']).toHaveLength(10)
    expect(done.headers.getSetCookie().join()).toContain(sessionCookieName())
    // The next sign-in asks for it; alone it needs no password.
    expect(await begin()).toMatchObject({ refused: 'next_step' })
    const asked = (await send('sign-in/passkey/options', undefined, {})).body as Question
    const response = device.show(asked.options)
    const alone = { challengeId: asked.challengeId, response }
    expect(await send('sign-in/passkey', undefined, alone)).toMatchObject({ body: { step: null } })
  })

  it('is not asked of workers, unless the organization says so', async () => {
    await overdue()
    await authDb().update(members).set({ role: 'worker' }).where(eq(members.userId, userId))
    expect(await begin()).toHaveProperty('sessionId')
  })
})

describe('an old password', () => {
  it('keeps working; a better one is asked, and may be put off', async () => {
    const weak = 'Clinic2026!!'
    await authDb()
      .update(users)
      .set({ passwordHash: await hashPassword(weak) })
      .where(eq(users.id, userId))
    const result = await begin(weak)
    if (!('refused' in result) || result.refused !== 'next_step') throw new Error('not pending')
    const token = result.pending
    const view = await send('sign-in', token)
    expect(view.body).toMatchObject({
      pending: { step: 'new-password', passwordFault: expect.stringContaining('at least 15') },
    })
    const same = await send('sign-in/password', token, { newPassword: 'Clinic-2026-Clinic' })
    expect(same).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'newPassword' }] } },
    })
    const better = { newPassword: 'a walk along the river' }
    expect(await send('sign-in/password', token, better)).toMatchObject({ body: { step: null } })
    expect(await begin('a walk along the river')).toHaveProperty('sessionId')
    expect(await begin(weak)).toMatchObject({ refused: 'wrong' })
  })

  it('is hashed again with the present parameters when it signs in', async () => {
    const old = await hash(password, { algorithm: 2, memoryCost: 19_456, timeCost: 2 })
    await authDb().update(users).set({ passwordHash: old }).where(eq(users.id, userId))
    expect(await begin()).toHaveProperty('sessionId')
    const [user] = await authDb().select().from(users).where(eq(users.id, userId))
    expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
    expect(await begin()).toHaveProperty('sessionId')
  })

  it('leaves nothing behind when the sign-in is given up or expires', async () => {
    await enrol()
    const token = await pendingToken()
    const gaveUp = await api.send(at('sign-in').DELETE, '/api/v2/sign-in', {
      as: null,
      headers: { origin, cookie: `${pendingCookieName()}=${token}` },
    })
    expect(gaveUp.status).toBe(204)
    expect((await send('sign-in', token)).body).toEqual({ pending: null })
    const late = await pendingToken()
    await authDb()
      .update(pendingSignIns)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(pendingSignIns.userId, userId))
    expect((await send('sign-in', late)).body).toEqual({ pending: null })
  })
})
