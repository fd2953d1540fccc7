import { randomUUID } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { authDb } from '#db/client'
import { members, organizations, sessions, users } from '#db/schema/index'
import type { Actor } from '#lib/auth/actor'
import { newId } from '#lib/ids'
import { createFirstOwner } from '#lib/operations/organizations/create-first-owner'
import { createOrganizationWithOwner } from '#lib/operations/organizations/create-organization-with-owner'
import { firstStart } from '#lib/operations/organizations/first-start'
import { makeClient } from '#lib/postgres'
import { useTestDatabase } from '#test/harness/test-database'
import { passwordFits } from './password.ts'
import { actorOfSession } from './session-actor.ts'
import { sealSession } from './session-token.ts'
import { signInWithPassword } from './sign-in/sign-in-with-password.ts'
import { userOfIdentity } from './user-of-identity.ts'

// The real function, with its calls counted.
vi.mock('@node-rs/argon2', { spy: true })

const database = useTestDatabase()
const password = 'correct horse battery staple'
const nobody = { kind: 'public', id: 'nobody' } as Actor
const signIn = (email: string, given = password, address = newId()) =>
  signInWithPassword({ email, password: given, address, userAgent: 'Firefox' })

/** An owner of a new organization. */
async function owner(): Promise<{ email: string; organizationId: string }> {
  const email = `${newId()}@example.com`
  return {
    email,
    organizationId: await createOrganizationWithOwner({
      organizationName: 'Clinic',
      slug: newId(),
      ownerEmail: email,
      ownerName: 'Ada',
      password,
    }),
  }
}

describe('the first start', () => {
  const input = {
    name: 'Ada',
    email: 'ada@example.com',
    password,
    organizationName: 'North Clinic',
  }

  it('creates one owner, however many browsers try at once', async () => {
    expect(await firstStart()).toEqual({ needed: true, organizationName: null })
    await expect(
      createFirstOwner(nobody, { ...input, organizationName: undefined }),
    ).rejects.toMatchObject({ statusCode: 400 })
    const tries = await Promise.allSettled(
      [1, 2, 3, 4].map((number) =>
        createFirstOwner(nobody, { ...input, email: `ada${number}@example.com` }),
      ),
    )
    expect(tries.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    for (const outcome of tries)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' })
    expect(await authDb().select().from(members)).toMatchObject([{ role: 'owner', name: 'Ada' }])
    expect(await authDb().select({ slug: organizations.slug }).from(organizations)).toEqual([
      { slug: 'north-clinic' },
    ])
    expect(await firstStart()).toMatchObject({ needed: false })
  })

  it('gives the seeded organization its owner', async () => {
    await authDb().delete(members)
    await authDb().delete(users)
    const [seeded] = await authDb().select().from(organizations)
    expect(await firstStart()).toEqual({ needed: true, organizationName: 'North Clinic' })
    await createFirstOwner(nobody, { ...input, organizationName: undefined })
    expect(await authDb().select({ organizationId: members.organizationId }).from(members)).toEqual(
      [{ organizationId: seeded?.id }],
    )
    expect(await signIn('ada@example.com')).toHaveProperty('sessionId')
  })
})

describe('a password', () => {
  it('signs in with any case of the address, a new session and an audit entry', async () => {
    const { email, organizationId } = await owner()
    const first = await signIn(email.toUpperCase())
    const second = await signIn(email)
    if ('refused' in first || 'refused' in second) throw new Error('refused')
    expect(first.sessionId).not.toBe(second.sessionId)
    expect(await actorOfSession(await sealSession(first.sessionId))).toMatchObject({
      organizationId,
      role: 'owner',
      email,
    })
    const client = makeClient({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query(
      'select action, details from audit_entries where object_id = $1',
      [first.sessionId],
    )
    await client.end()
    expect(rows).toEqual([{ action: 'session.started', details: { method: 'password' } }])
  })

  it('ends the old session of the same browser, whoever had it, and no other', async () => {
    const ada = await owner()
    const bo = await owner()
    const browserId = randomUUID()
    const at = async (email: string, browser?: string) => {
      const result = await signInWithPassword({
        email,
        password,
        address: newId(),
        userAgent: 'Firefox',
        browserId: browser,
      })
      if ('refused' in result) throw new Error('refused')
      return await sealSession(result.sessionId)
    }
    const first = await at(ada.email, browserId)
    const elsewhere = await at(ada.email, randomUUID())
    const program = await at(ada.email)
    const second = await at(bo.email, browserId)
    expect(await actorOfSession(first)).toBeUndefined()
    for (const lives of [elsewhere, program, second])
      expect(await actorOfSession(lives)).toBeDefined()
    const third = await at(bo.email, browserId)
    expect(await actorOfSession(second)).toBeUndefined()
    expect(await actorOfSession(third)).toBeDefined()
  })

  it('is stored as argon2id', async () => {
    const { email } = await owner()
    const [user] = await authDb().select().from(users).where(eq(users.email, email))
    expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
  })

  it('gets the same refusal when wrong, unknown, disabled or without an organization', async () => {
    const { email } = await owner()
    const disabled = await owner()
    await authDb()
      .update(users)
      .set({ disabledAt: new Date() })
      .where(eq(users.email, disabled.email))
    const removed = await owner()
    await authDb().delete(members).where(eq(members.email, removed.email))
    for (const attempt of [
      signIn(email, 'wrong'),
      signIn('nobody@example.com'),
      signIn(disabled.email),
      signIn(removed.email),
      signIn(''),
    ])
      expect(await attempt).toEqual({ refused: 'wrong' })
  })

  it('costs one hash of the same parameters, also for an unknown address', async () => {
    const { email } = await owner()
    const disabled = await owner()
    const now = new Date()
    await authDb().update(users).set({ disabledAt: now }).where(eq(users.email, disabled.email))
    const invited = `${newId()}@example.com`
    await authDb().insert(users).values({ id: newId(), email: invited, name: 'Bo' })
    for (const address of [email, 'nobody-at-all@example.com', disabled.email, invited]) {
      vi.mocked(verify).mockClear()
      expect(await signIn(address, 'wrong')).toEqual({ refused: 'wrong' })
      // The hash contains the parameters, which determine the cost of a comparison.
      const hashes = vi.mocked(verify).mock.calls.map(([hash]) => String(hash))
      expect(hashes).toEqual([expect.stringMatching(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)])
    }
  })

  it('is hashed one at a time, and refused without being counted when too many wait', async () => {
    const { email } = await owner()
    const gate = Promise.withResolvers<void>()
    const running = { now: 0, most: 0 }
    vi.mocked(verify).mockImplementation(async () => {
      running.now += 1
      running.most = Math.max(running.most, running.now)
      await gate.promise
      running.now -= 1
      return false
    })
    const waiting = Promise.allSettled(Array.from({ length: 60 }, () => passwordFits(null, 'x')))
    for (let index = 0; index < 12; index++)
      await expect(signIn(email, 'wrong', 'here')).rejects.toMatchObject({
        code: 'unavailable',
        statusCode: 503,
        headers: { 'retry-after': '5' },
        details: { reason: 'passwords' },
      })
    gate.resolve()
    const served = (await waiting).filter(({ status }) => status === 'fulfilled')
    expect([served.length, running.most]).toEqual([50, 1])
    vi.mocked(verify).mockReset()
    expect(await signIn(email, password, 'here')).toHaveProperty('sessionId')
  })

  it(
    'may be wrong ten times in fifteen minutes, tried at once or one after the other; ' +
      'then even the right one waits',
    async () => {
      const { email } = await owner()
      const results = await Promise.all(
        Array.from({ length: 14 }, () => signIn(email, 'wrong', 'here')),
      )
      expect(
        results.filter((result) => 'refused' in result && result.refused === 'wrong'),
      ).toHaveLength(10)
      expect(await signIn(email, password, 'here')).toMatchObject({
        refused: 'rate_limited',
        retryAfterSeconds: expect.any(Number),
      })
      expect(await signIn(email, password, 'elsewhere')).toHaveProperty('sessionId')
    },
  )
})

describe('an identity of single sign-on', () => {
  const issuer = 'https://login.example'
  const invite = async (withPassword = false) => {
    const id = newId()
    await authDb()
      .insert(users)
      .values({
        id,
        email: `${id}@example.com`,
        name: 'Bo',
        passwordHash: withPassword ? 'x' : null,
      })
    return { id, email: `${id}@example.com` }
  }

  it('accepts an invitation once, then is found by issuer and subject', async () => {
    const { id, email } = await invite()
    expect(
      await userOfIdentity({
        issuer,
        subject: id,
        email: email.toUpperCase(),
        emailVerified: true,
      }),
    ).toBe(id)
    expect(
      await userOfIdentity({
        issuer,
        subject: id,
        email: 'changed@example.com',
        emailVerified: false,
      }),
    ).toBe(id)
    expect(
      await userOfIdentity({ issuer, subject: 'another', email, emailVerified: true }),
    ).toBeUndefined()
    expect(
      await userOfIdentity({
        issuer: 'https://other.example',
        subject: id,
        email,
        emailVerified: true,
      }),
    ).toBeUndefined()
  })

  it('is never linked by an unverified address or to an account with a password', async () => {
    const { email } = await invite()
    expect(
      await userOfIdentity({ issuer, subject: 's1', email, emailVerified: false }),
    ).toBeUndefined()
    expect(
      await userOfIdentity({ issuer, subject: '', email, emailVerified: true }),
    ).toBeUndefined()
    const own = await invite(true)
    expect(
      await userOfIdentity({ issuer, subject: 's2', email: own.email, emailVerified: true }),
    ).toBeUndefined()
    expect(
      await userOfIdentity({
        issuer,
        subject: 's3',
        email: 'stranger@example.com',
        emailVerified: true,
      }),
    ).toBeUndefined()
  })

  it('of a disabled person is refused', async () => {
    const { id, email } = await invite()
    await userOfIdentity({ issuer, subject: id, email, emailVerified: true })
    await authDb().update(users).set({ disabledAt: new Date() }).where(eq(users.id, id))
    expect(
      await userOfIdentity({ issuer, subject: id, email, emailVerified: true }),
    ).toBeUndefined()
    expect(await authDb().select().from(sessions).where(eq(sessions.userId, id))).toEqual([])
  })
})
