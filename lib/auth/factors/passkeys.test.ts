import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { authDb } from '#db/client'
import { passkeyChallenges, passkeys } from '#db/schema/factors'
import { users } from '#db/schema/people'
import type { Assertion } from '#lib/domain/passkey-answers'
import { newId } from '#lib/ids'
import { useTestDatabase } from '#test/harness/test-database'
import { Authenticator, type Said } from '#test/samples/authenticator'
import type { ChallengeFor } from './passkey-challenges.ts'
import { acceptPasskey, startPasskey, startRegistration, storePasskey } from './passkeys.ts'

useTestDatabase()

type Person = { id: string; name: string; email: string }
const refused = { code: 'unauthorized' }
const elsewhere = 'https://rounds.example.org'
let ada: Person
let device: Authenticator

async function person(): Promise<Person> {
  const id = newId()
  const made = { id, name: 'Ada', email: `${id}@example.com` }
  await authDb().insert(users).values(made)
  return made
}

async function register(
  who: Person,
  authenticator: Authenticator,
  change: Partial<Said> = {},
): Promise<string> {
  const { challengeId, options } = await startRegistration(who)
  const response = authenticator.register(options, change)
  const given = { challengeId, name: 'Phone', response }
  return await authDb().transaction(async (tx) => await storePasskey(tx, who.id, given))
}

const signIn: ChallengeFor = { purpose: 'sign-in', userId: null }

/** Asks for a passkey, and shows that of the device. */
async function show(of: ChallengeFor = signIn, change: Partial<Said> = {}, shown = device) {
  const { challengeId, options } = await startPasskey(of)
  return { challengeId, response: shown.show(options, change) }
}

const stored = async () =>
  (await authDb().select().from(passkeys).where(eq(passkeys.userId, ada.id)))[0]

beforeEach(async () => {
  ada = await person()
  device = new Authenticator()
})

describe('a new passkey', () => {
  it('is stored with its public key and counter, for its person', async () => {
    device.counter = 7
    await register(ada, device)
    expect(await stored()).toMatchObject({
      credentialId: device.credentialId,
      counter: 7,
      name: 'Phone',
      lastUsedAt: null,
    })
  })

  it.each<[string, Partial<Said>]>([
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['another site', { origin: elsewhere }],
    ['another host', { rpId: 'rounds.example.org' }],
    ['a person who was not verified', { userVerified: false }],
    ['an answer to another question', { type: 'webauthn.get' }],
  ])('is refused with %s', async (_what, change) => {
    await expect(register(ada, device, change)).rejects.toMatchObject(refused)
    expect(await stored()).toBeUndefined()
  })

  it('answers its question once, and for the person who was asked', async () => {
    const { challengeId, options } = await startRegistration(ada)
    const given = { challengeId, name: 'Phone', response: device.register(options) }
    const store = (userId: string) =>
      authDb().transaction(async (tx) => await storePasskey(tx, userId, given))
    await expect(store((await person()).id)).rejects.toMatchObject(refused)
    await store(ada.id)
    await expect(store(ada.id)).rejects.toMatchObject(refused)
  })

  it('is nobody else’s a second time', async () => {
    await register(ada, device)
    await expect(register(await person(), device)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('is not asked of an authenticator that has one, and not beyond twenty', async () => {
    await register(ada, device)
    const { options } = await startRegistration(ada)
    expect(options['excludeCredentials']).toMatchObject([{ id: device.credentialId }])
    const row = await stored()
    const more = Array.from({ length: 19 }, () => ({ ...row, id: newId(), credentialId: newId() }))
    await authDb()
      .insert(passkeys)
      .values(more as (typeof passkeys.$inferInsert)[])
    await expect(startRegistration(ada)).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('a passkey that is shown', () => {
  it('names its person, without a name or a password', async () => {
    await register(ada, device)
    expect(await acceptPasskey(signIn, await show())).toEqual({ userId: ada.id })
    expect((await stored())?.lastUsedAt).not.toBeNull()
  })

  it.each<[string, Partial<Said>]>([
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['another site', { origin: elsewhere }],
    ['another host', { rpId: 'rounds.example.org' }],
    ['a person who was not verified', { userVerified: false }],
    ['an answer to another question', { type: 'webauthn.create' }],
  ])('is refused with %s', async (_what, change) => {
    await register(ada, device)
    await expect(acceptPasskey(signIn, await show(signIn, change))).rejects.toMatchObject(refused)
    expect((await stored())?.lastUsedAt).toBeNull()
  })

  it('answers its question once, however many send it at once', async () => {
    await register(ada, device)
    const answer = await show()
    const sent = await Promise.allSettled(
      Array.from({ length: 4 }, () => acceptPasskey(signIn, answer)),
    )
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(acceptPasskey(signIn, answer)).rejects.toMatchObject(refused)
  })

  it('answers no question that has expired', async () => {
    await register(ada, device)
    const answer = await show()
    await authDb()
      .update(passkeyChallenges)
      .set({ expiresAt: new Date(Date.now() - 1000) })
    await expect(acceptPasskey(signIn, answer)).rejects.toMatchObject(refused)
  })

  it('is refused when it counts back or stands still: it was copied', async () => {
    device.counter = 5
    await register(ada, device)
    for (const counter of [4, 5, 0]) {
      device.counter = counter
      await expect(acceptPasskey(signIn, await show())).rejects.toMatchObject(refused)
    }
    device.counter = 6
    expect(await acceptPasskey(signIn, await show())).toEqual({ userId: ada.id })
    expect((await stored())?.counter).toBe(6)
  })

  it('never counts, and works each time', async () => {
    await register(ada, device)
    for (let use = 0; use < 2; use++)
      expect(await acceptPasskey(signIn, await show())).toEqual({ userId: ada.id })
  })

  it('of another account does not answer a question to this one', async () => {
    const eve = await person()
    const hers = new Authenticator()
    await register(ada, device)
    await register(eve, hers)
    const of: ChallengeFor = { purpose: 'confirm', userId: ada.id }
    await expect(acceptPasskey(of, await show(of, {}, hers))).rejects.toMatchObject(refused)
    // Nor with the name of this one's passkey.
    const posed = await show(of, {}, hers)
    const response = { ...posed.response, id: device.credentialId, rawId: device.credentialId }
    await expect(acceptPasskey(of, { ...posed, response })).rejects.toMatchObject(refused)
    expect(await acceptPasskey(of, await show(of))).toEqual({ userId: ada.id })
  })

  it('for one act does not do for another', async () => {
    await register(ada, device)
    const confirm: ChallengeFor = { purpose: 'confirm', userId: ada.id }
    await expect(acceptPasskey(confirm, await show(signIn))).rejects.toMatchObject(refused)
    await expect(acceptPasskey(signIn, await show(confirm))).rejects.toMatchObject(refused)
  })

  const tampered: [string, (response: Assertion['response']) => object][] = [
    ['its signature', ({ signature }) => ({ signature: flipped(signature) })],
    [
      'what it signed',
      ({ authenticatorData }) => ({ authenticatorData: flipped(authenticatorData) }),
    ],
    ['everything', () => ({ signature: 'x', authenticatorData: 'x', clientDataJSON: 'x' })],
  ]
  it.each(tampered)('is refused when %s was changed', async (_what, change) => {
    await register(ada, device)
    const answer = await show()
    const { response } = answer.response
    const changed = { ...answer.response, response: { ...response, ...change(response) } }
    await expect(acceptPasskey(signIn, { ...answer, response: changed })).rejects.toMatchObject(
      refused,
    )
  })

  it('is refused after it was removed', async () => {
    await register(ada, device)
    const answer = await show()
    await authDb().delete(passkeys).where(eq(passkeys.userId, ada.id))
    await expect(acceptPasskey(signIn, answer)).rejects.toMatchObject(refused)
  })
})

/** The same bytes with one bit of the last one changed. */
function flipped(text: string): string {
  const bytes = Buffer.from(text, 'base64url')
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
  return bytes.toString('base64url')
}
