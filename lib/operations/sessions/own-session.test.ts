import { and, eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, it } from 'vitest'
import { authDb, engineDb, inOrganization } from '#db/client'
import { mails } from '#db/schema/documents'
import { auditEntries } from '#db/schema/index'
import { organizations } from '#db/schema/organizations'
import { members, sessions, users } from '#db/schema/people'
import { startRegistration, storePasskey, type Question } from '#lib/auth/factors/passkeys'
import { replaceRecoveryCodes } from '#lib/auth/factors/recovery-codes'
import { startTotp, storeTotp } from '#lib/auth/factors/totp'
import { hashPassword } from '#lib/auth/password'
import { requireRecentConfirmation } from '#lib/auth/sessions/require-recent-confirmation'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { until } from '#test/harness/until'
import { Authenticator } from '#test/samples/authenticator'
import { signedIn, type Person } from '#test/samples/person'

const own = endpointsAt('/api/v2/profile/session')
const activity = endpointsAt('/api/v2/profile/session/activity')
const lock = endpointsAt('/api/v2/profile/session/lock')
const confirmation = endpointsAt('/api/v2/profile/session/confirmation')
const question = endpointsAt('/api/v2/profile/session/passkey/options')
const keys = endpointsAt('/api/v2/api-keys')
const settings = endpointsAt('/api/v2/settings')

const api = useApi()
const password = 'a quiet river at dawn'
type Change = Partial<typeof sessions.$inferInsert>
/** Of everybody here: hashing is slow on purpose. */
let passwordHash: string
beforeAll(async () => {
  passwordHash = await hashPassword(password)
})

async function person(role: 'owner' | 'worker' = 'worker'): Promise<Person> {
  const found = await signedIn(api.organization.id, role, 'Ada')
  await authDb().update(users).set({ passwordHash }).where(eq(users.id, found.actor.id))
  return found
}
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const sessionIs = async ({ actor }: Person, change: Change) =>
  await authDb()
    .update(sessions)
    .set(change)
    .where(eq(sessions.id, actor.sessionId ?? ''))
const seenAt = async ({ actor }: Person) =>
  (
    await authDb()
      .select()
      .from(sessions)
      .where(eq(sessions.id, actor.sessionId ?? ''))
  )[0]?.lastSeenAt.getTime() ?? 0

const read = ({ headers }: Person) =>
  api.send(own.GET, '/api/v2/profile/session', { as: null, headers })
const report = ({ headers }: Person) =>
  api.send(activity.POST, '/api/v2/profile/session/activity', { as: null, headers })
const lockIt = ({ headers }: Person, body = {}) =>
  api.send(lock.PUT, '/api/v2/profile/session/lock', { as: null, headers, body })
const confirm = ({ headers, actor }: Person, body: object = { password }) =>
  api.send(confirmation.POST, '/api/v2/profile/session/confirmation', {
    as: null,
    headers,
    body: { personId: actor.id, ...body },
  })
const ask = ({ headers }: Person) =>
  api.send(question.POST, '/api/v2/profile/session/passkey/options', { as: null, headers })

/** Asks for a passkey as the page does, and shows that of the device. */
async function shown(whom: Person, device: Authenticator) {
  const { challengeId, options } = (await ask(whom)).body as Question
  return { passkey: { challengeId, response: device.show(options) } }
}

/** A passkey, an authenticator app and recovery codes of the person. */
async function factorsOf({ actor }: Person) {
  const device = new Authenticator()
  const { id, name, email } = actor
  const { challengeId, options } = await startRegistration({ id, name, email: email ?? '' })
  const { secret, setUp } = await startTotp(id, email ?? '')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const codes = await authDb().transaction(async (tx) => {
    const response = device.register(options)
    await storePasskey(tx, id, { challengeId, name: 'Phone', response })
    await storeTotp(tx, id, { setUp, code: totp.generate() })
    return await replaceRecoveryCodes(tx, id)
  })
  // The next code: that of the set-up is used.
  const code = () => totp.generate({ timestamp: Date.now() + 30_000 })
  return { device, code, recoveryCode: codes[0] ?? '' }
}
const use = ({ headers }: Person) =>
  api.send(settings.GET, '/api/v2/settings', { as: null, headers })
const actsOf = async ({ actor }: Person) =>
  await inOrganization(api.organization.id, async (tx) =>
    (
      await tx
        .select()
        .from(auditEntries)
        .where(
          and(eq(auditEntries.objectId, actor.sessionId ?? ''), eq(auditEntries.actorId, actor.id)),
        )
    ).map(({ action }) => action),
  )

describe('a session that locks', () => {
  it('answers its state and nothing else, until its person unlocks it', async () => {
    const ada = await person()
    expect((await lockIt(ada)).body).toMatchObject({ locked: true })
    expect(await use(ada)).toMatchObject({ status: 423, body: { error: 'session_locked' } })
    expect((await report(ada)).status).toBe(423)
    expect((await read(ada)).body).toMatchObject({
      personId: ada.actor.id,
      locked: true,
      confirmBy: {
        password: true,
        code: false,
        recoveryCode: false,
        passkey: false,
        singleSignOn: null,
      },
    })
    expect(await confirm(ada, { password: 'wrong' })).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'password' }] } },
    })
    expect((await use(ada)).status).toBe(423)
    expect((await confirm(ada)).body).toMatchObject({ locked: false, idleForSeconds: 0 })
    expect((await use(ada)).status).toBe(200)
    expect(await actsOf(ada)).toEqual(['session.locked', 'session.unlocked'])
  })

  it('is unlocked by each factor that its person has, and by no other’s', async () => {
    const ada = await person()
    const { device, code, recoveryCode } = await factorsOf(ada)
    const by = async (proof: object) => {
      await lockIt(ada)
      return await confirm(ada, proof)
    }
    expect((await read(ada)).body).toMatchObject({
      confirmBy: { code: true, recoveryCode: true, passkey: true, passkeyHost: 'localhost' },
    })
    expect((await by(await shown(ada, device))).body).toMatchObject({ locked: false })
    expect((await by({ code: code() })).body).toMatchObject({ locked: false })
    expect((await by({ code: recoveryCode })).body).toMatchObject({ locked: false })
    const refusals = [
      { code: recoveryCode },
      await shown(ada, new Authenticator()),
      { ...(await shown(ada, device)), password },
      {},
    ]
    for (const proof of refusals) expect((await by(proof)).status).toBe(400)
    expect((await use(ada)).status).toBe(423)
    const told = await engineDb().select().from(mails).where(eq(mails.private, true))
    expect(told.map(({ subject }) => subject)).toEqual(['A recovery code was used'])
  })

  it('asks a passkey for this session alone', async () => {
    const ada = await person()
    const bo = await person()
    const { device } = await factorsOf(ada)
    await lockIt(bo)
    // Bo's session does not take what Ada answers, nor the answer to a question of hers.
    expect((await confirm(bo, await shown(bo, device))).status).toBe(400)
    expect((await confirm(bo, await shown(ada, device))).status).toBe(400)
    expect((await use(bo)).status).toBe(423)
    expect((await api.send(question.POST, '/api/v2/profile/session/passkey/options')).status).toBe(
      403,
    )
  })

  it('is idle by what its person did, not by requests of its pages', async () => {
    const ada = await person()
    await sessionIs(ada, { lastSeenAt: minutesAgo(14) })
    expect((await use(ada)).status).toBe(200)
    expect(await seenAt(ada)).toBeLessThan(minutesAgo(13).getTime())
    expect((await report(ada)).body).toMatchObject({ locked: false, idleForSeconds: 0 })
    await until('the activity', async () => (await seenAt(ada)) > minutesAgo(1).getTime())
    await sessionIs(ada, { lastSeenAt: minutesAgo(15) })
    expect((await use(ada)).status).toBe(423)
  })

  it('does not lock as idle while another tab reports activity', async () => {
    const ada = await person()
    await sessionIs(ada, { lastSeenAt: minutesAgo(3) })
    expect((await lockIt(ada, { idle: true })).body).toMatchObject({ locked: false })
    // The last report may be a minute younger than the last act.
    await sessionIs(ada, { lastSeenAt: minutesAgo(14) })
    expect((await lockIt(ada, { idle: true })).body).toMatchObject({ locked: true })
  })

  it('is not unlocked from a page that was made for somebody else', async () => {
    const ada = await person()
    await lockIt(ada)
    expect(await confirm(ada, { personId: newId(), password })).toMatchObject({
      status: 409,
      body: { details: { reason: 'person_changed' } },
    })
    expect((await use(ada)).status).toBe(423)
  })

  it('takes the strictest limit of all organizations of its person', async () => {
    const ada = await person()
    const { id: stricter } = await organizationWithKeys()
    await authDb().insert(members).values({
      organizationId: stricter,
      userId: ada.actor.id,
      role: 'worker',
      name: 'Ada',
      email: 'a@example.com',
    })
    await inOrganization(stricter, (tx) =>
      tx.update(organizations).set({ settings: { sessionIdleMinutes: 5, sessionHours: 1 } }),
    )
    expect((await read(ada)).body).toMatchObject({ idleMinutes: 5 })
    await sessionIs(ada, { lastSeenAt: minutesAgo(6) })
    expect((await use(ada)).status).toBe(423)
    await sessionIs(ada, { lastSeenAt: new Date(), createdAt: minutesAgo(61) })
    expect((await use(ada)).status).toBe(401)
  })

  it('is nothing that a key has', async () => {
    for (const send of [
      api.send(own.GET, '/api/v2/profile/session'),
      api.send(lock.PUT, '/api/v2/profile/session/lock', { body: {} }),
      api.send(activity.POST, '/api/v2/profile/session/activity'),
    ])
      expect(await send).toMatchObject({ status: 403, body: { error: 'forbidden' } })
  })
})

describe('a sensitive act', () => {
  const create = ({ headers }: Person) =>
    api.send(keys.POST, '/api/v2/api-keys', {
      as: null,
      headers,
      body: { name: `Key ${newId()}`, role: 'worker' },
    })

  it('asks a person who confirmed themselves more than ten minutes ago, or never', async () => {
    const ada = await person('owner')
    for (const confirmedAt of [minutesAgo(10), null]) {
      await sessionIs(ada, { confirmedAt })
      expect(await create(ada)).toMatchObject({
        status: 403,
        body: { error: 'confirmation_required' },
      })
    }
    expect((await confirm(ada)).body).toMatchObject({ confirmed: true })
    expect((await create(ada)).status).toBe(201)
    expect(await actsOf(ada)).toEqual(['session.confirmed'])
    await sessionIs(ada, { confirmedAt: minutesAgo(9) })
    expect((await create(ada)).status).toBe(201)
  })

  it('does not ask a key', async () => {
    const body = { name: `Key ${newId()}`, role: 'worker' }
    expect((await api.send(keys.POST, '/api/v2/api-keys', { body })).status).toBe(201)
  })

  it('takes no confirmation of another session or person', async () => {
    const ada = await person('owner')
    const bo = await person('owner')
    await expect(
      requireRecentConfirmation({ ...ada.actor, sessionId: bo.actor.sessionId }),
    ).rejects.toMatchObject({ code: 'confirmation_required' })
    await expect(
      requireRecentConfirmation({ ...ada.actor, sessionId: null }),
    ).rejects.toMatchObject({ code: 'confirmation_required' })
  })

  it('is to loosen the lock, but not to rename the organization', async () => {
    const ada = await person('owner')
    await sessionIs(ada, { confirmedAt: null })
    const change = (body: object) =>
      api.send(settings.PATCH, '/api/v2/settings', { as: null, headers: ada.headers, body })
    expect((await change({ name: 'Clinic', sessionIdleMinutes: 15 })).status).toBe(200)
    expect(await change({ sessionIdleMinutes: 60 })).toMatchObject({
      status: 403,
      body: { error: 'confirmation_required' },
    })
    await confirm(ada)
    expect((await change({ sessionIdleMinutes: 60, sessionHours: 8 })).body).toMatchObject({
      sessionIdleMinutes: 60,
      sessionHours: 8,
    })
  })

  it.each([
    { sessionIdleMinutes: 4 },
    { sessionIdleMinutes: 61 },
    { sessionIdleMinutes: 5.5 },
    { sessionHours: 0 },
    { sessionHours: 25 },
  ])('settings beyond their bounds are refused: %j', async (body) =>
    expect((await api.send(settings.PATCH, '/api/v2/settings', { body })).status).toBe(400),
  )
})
