import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { authDb, engineDb } from '#db/client'
import { mails } from '#db/schema/documents'
import { passwordResets } from '#db/schema/factors'
import { sessions, users } from '#db/schema/people'
import { signInWithPassword } from '#lib/auth/sign-in/sign-in-with-password'
import { storeTotp, startTotp } from '#lib/auth/factors/totp'
import { newId } from '#lib/ids'
import { deliverMail } from '#lib/operations/mails/deliver-mail'
import { createOrganizationWithOwner } from '#lib/operations/organizations/create-organization-with-owner'
import { startMailServer, type MailServer } from '#test/fakes/mail-server'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { until } from '#test/harness/until'
import { findReset, sendResetLink } from './password-resets.ts'
import { unlockAccount } from './unlock-account.ts'

let smtp: MailServer
beforeAll(async () => {
  smtp = await startMailServer()
  process.env['SMTP_URL'] = smtp.url
})
const api = useApi()
afterAll(async () => await smtp.close())

const password = 'correct horse battery staple'
const better = 'a walk along the river'
let email: string
let userId: string
let organizationId: string

beforeEach(async () => {
  email = `${newId()}@example.com`
  organizationId = await createOrganizationWithOwner({
    organizationName: 'Clinic',
    slug: newId(),
    ownerEmail: email,
    ownerName: 'Ada',
    password,
  })
  const [user] = await authDb().select().from(users).where(eq(users.email, email))
  userId = user?.id ?? ''
})

const signIn = (given: string) =>
  signInWithPassword({ email, password: given, address: newId(), userAgent: null })
const ask = (to: string, headers: Record<string, string> = {}) =>
  api.send(endpointsAt('/api/v2/password-resets').POST, '/api/v2/password-resets', {
    as: null,
    body: { email: to },
    headers,
  })
const use = (token: string, newPassword = better) =>
  api.send(
    endpointsAt('/api/v2/password-resets/{token}').POST,
    `/api/v2/password-resets/${token}`,
    { as: null, params: { token }, body: { newPassword } },
  )

const queued = async () =>
  await engineDb().select().from(mails).where(eq(mails.organizationId, organizationId))
const tokenIn = (text: string): string => /reset-password\/([\w-]+)/.exec(text)?.[1] ?? ''

/** Asks for a link and takes its token out of the mail that arrives. */
async function mailedToken(): Promise<string> {
  expect((await ask(email)).status).toBe(204)
  const mail = await until('a queued mail', async () =>
    (await queued()).find(({ status }) => status === 'queued'),
  )
  await deliverMail({ mailId: mail.id })
  const received = smtp.received.at(-1)
  expect(received?.recipients).toEqual([email])
  return tokenIn(received?.mail.text ?? '')
}

describe('a password is reset by mail', () => {
  it('with a link that is stored hashed, works once, and ends all sessions', async () => {
    expect(await signIn(password)).toHaveProperty('sessionId')
    const token = await mailedToken()
    const [stored] = await authDb().select().from(passwordResets)
    expect(JSON.stringify(stored)).not.toContain(token)
    const minutes = ((stored?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(28)
    expect(minutes).toBeLessThan(31)
    // Mail scanners open links.
    expect(await findReset(token)).toMatchObject({ email })
    expect(await findReset(token)).toMatchObject({ email })
    expect(await use(token, 'Clinic-2026-Clinic')).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'newPassword' }] } },
    })
    const answers = await Promise.all([use(token), use(token), use(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404])
    expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toEqual([])
    expect(await authDb().select().from(sessions).where(eq(sessions.userId, userId))).toEqual([])
    expect(await signIn(password)).toEqual({ refused: 'wrong' })
    expect(await signIn(better)).toHaveProperty('sessionId')
  })

  it('and not after 30 minutes, nor when a newer link was asked for', async () => {
    const first = await mailedToken()
    const second = await mailedToken()
    expect((await use(first)).status).toBe(404)
    await authDb()
      .update(passwordResets)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(passwordResets.userId, userId))
    expect((await use(second)).status).toBe(404)
  })

  it('without telling which addresses have an account, and five times an hour', async () => {
    const known = await ask(email)
    const unknown = await ask('nobody-at-all@example.org')
    for (const answer of [known, unknown]) {
      expect(answer.status).toBe(204)
      expect(answer.body).toEqual({})
    }
    await until('the mail', async () => (await queued()).length === 1)
    for (let index = 0; index < 6; index++) await sendResetLink(email)
    expect(await queued()).toHaveLength(5)
  })

  it('with an address that the request cannot choose', async () => {
    await ask(email, { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
    await until('the mail', async () => (await queued()).length === 1)
    const [mail] = await queued()
    await deliverMail({ mailId: mail?.id })
    const { mail: received, raw } = smtp.received.at(-1) ?? {}
    expect(received?.text).toContain('http://localhost:3000/reset-password/')
    expect(raw).not.toContain('evil')
  })

  it('in a mail that nobody else reads: encrypted, in no list, emptied when it is sent', async () => {
    await ask(email)
    await until('the mail', async () => (await queued()).length === 1)
    const [mail] = await queued()
    expect(mail?.text).not.toContain('reset-password')
    const list = endpointsAt('/api/v2/mails')
    const organization = api.organization
    await engineDb()
      .update(mails)
      .set({ organizationId: organization.id })
      .where(eq(mails.id, mail?.id ?? ''))
    expect((await api.send(list.GET, '/api/v2/mails')).body).toMatchObject({ items: [] })
    const one = endpointsAt('/api/v2/mails/{id}')
    const params = { id: mail?.id ?? '' }
    expect((await api.send(one.GET, `/api/v2/mails/${params.id}`, { params })).status).toBe(404)
    await deliverMail({ mailId: mail?.id })
    const [sent] = await engineDb().select().from(mails).where(eq(mails.id, params.id))
    expect(sent).toMatchObject({ status: 'sent', text: '' })
  })

  it('and does not sign around the second factor', async () => {
    const { secret, setUp } = await startTotp(userId, email)
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    await authDb().transaction(async (tx) => await storeTotp(tx, userId, { setUp, code }))
    expect((await use(await mailedToken())).status).toBe(204)
    expect(await signIn(better)).toMatchObject({ refused: 'next_step' })
  })
})

describe('who is locked out', () => {
  it('gets a link from an operator that also removes the lost factors', async () => {
    const { secret, setUp } = await startTotp(userId, email)
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    await authDb().transaction(async (tx) => await storeTotp(tx, userId, { setUp, code }))
    expect(await unlockAccount('nobody-at-all@example.org')).toBeUndefined()
    const link = (await unlockAccount(email.toUpperCase())) ?? ''
    // Making it changes nothing yet.
    expect(await signIn(password)).toMatchObject({ refused: 'next_step' })
    expect((await use(tokenIn(link))).status).toBe(204)
    expect(await signIn(better)).toHaveProperty('sessionId')
  })
})
