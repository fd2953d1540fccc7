import { eq } from 'drizzle-orm'
import { EncryptJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { authDb } from '#db/client'
import { apiKeys, members, sessions, users } from '#db/schema/people'
import { deriveKey } from '#lib/env'
import { organizationWithKeys } from '#test/harness/api'
import { signedIn } from '#test/samples/person'
import { useTestDatabase } from '#test/harness/test-database'
import { until } from '#test/harness/until'
import { authenticate } from './authenticate.ts'
import { sealSession, sessionCookieName } from './session-token.ts'

useTestDatabase()

const address = 'http://localhost:3000/api/v2/things'
const ask = (headers: Record<string, string>, { method = 'GET', url = address } = {}) =>
  authenticate(new Request(url, { method, headers }), 'GET /api/v2/things/{id}')
const unauthorized = {
  code: 'unauthorized',
  statusCode: 401,
  headers: { 'www-authenticate': expect.stringContaining('Bearer') },
}
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

describe('an API key', () => {
  it('has the role of its organization', async () => {
    const { id, keys } = await organizationWithKeys()
    expect(await ask({ authorization: `Bearer ${keys.builder}` })).toMatchObject({
      kind: 'api-key',
      organizationId: id,
      role: 'builder',
      sessionId: null,
    })
    expect(await ask({ authorization: `bearer  ${keys.worker}` })).toMatchObject({ role: 'worker' })
  })

  it('is stored only as its hash', async () => {
    const { id, keys } = await organizationWithKeys()
    const rows = await authDb().select().from(apiKeys).where(eq(apiKeys.organizationId, id))
    expect(JSON.stringify(rows)).not.toContain(keys.owner)
    expect(rows.map((row) => row.hash)).toEqual(
      rows.map(() => expect.stringMatching(/^[0-9a-f]{64}$/)),
    )
  })

  it('remembers its last use without ids, at most once a minute', async () => {
    const { keys } = await organizationWithKeys()
    const { id } = await ask({ authorization: `Bearer ${keys.owner}` })
    const used = () =>
      authDb()
        .select({ at: apiKeys.lastUsedAt, for: apiKeys.lastUsedFor })
        .from(apiKeys)
        .where(eq(apiKeys.id, id))
        .then((rows) => rows[0])
    const first = await until('the first use', async () =>
      (await used())?.at ? await used() : undefined,
    )
    expect(first.for).toBe('GET /api/v2/things/{id}')
    await authDb().update(apiKeys).set({ lastUsedFor: 'marked' }).where(eq(apiKeys.id, id))
    await ask({ authorization: `Bearer ${keys.owner}` })
    expect(await used()).toEqual({ at: first.at, for: 'marked' })
    await authDb()
      .update(apiKeys)
      .set({ lastUsedAt: hoursAgo(0.1) })
      .where(eq(apiKeys.id, id))
    await ask({ authorization: `Bearer ${keys.owner}` })
    await until('the later use', async () => (await used())?.for !== 'marked')
  })

  it('is refused as soon as it is deleted', async () => {
    const { keys } = await organizationWithKeys()
    const { id } = await ask({ authorization: `Bearer ${keys.owner}` })
    await authDb().delete(apiKeys).where(eq(apiKeys.id, id))
    await expect(ask({ authorization: `Bearer ${keys.owner}` })).rejects.toMatchObject(unauthorized)
  })

  it('in the address is refused, even a valid one', async () => {
    const { keys } = await organizationWithKeys()
    for (const query of [`api_key=${keys.owner}`, `anything=${keys.owner}`, 'access_token=x'])
      await expect(
        ask({ authorization: `Bearer ${keys.owner}` }, { url: `${address}?${query}` }),
      ).rejects.toMatchObject({
        statusCode: 401,
        message: expect.stringContaining('may not stand in the address'),
      })
  })

  it.each([
    'Bearer',
    'Bearer ',
    'Basic dXNlcjpwYXNz',
    'Bearer a b',
    `Bearer ${'x'.repeat(600)}`,
    'Bearer rk_live_nobody',
    '',
  ])('is not "%s"', async (authorization) => {
    await expect(ask({ authorization })).rejects.toMatchObject(unauthorized)
  })

  it('that is wrong does not fall back to a valid cookie', async () => {
    const { id } = await organizationWithKeys()
    const { headers } = await signedIn(id, 'owner', 'Ada')
    await expect(ask({ ...headers, authorization: 'Bearer rk_live_nobody' })).rejects.toMatchObject(
      unauthorized,
    )
  })
})

describe('a session', () => {
  const person = async (role: 'owner' | 'worker' = 'worker') =>
    signedIn((await organizationWithKeys()).id, role, 'Ada')

  it('is its member with the current role', async () => {
    const { actor, headers } = await person()
    expect(await ask(headers)).toMatchObject(actor)
    await authDb().update(members).set({ role: 'builder' }).where(eq(members.userId, actor.id))
    expect(await ask(headers)).toMatchObject({ role: 'builder' })
  })

  it.each<[string, (id: string, userId: string) => Promise<unknown>]>([
    ['deleted', (id) => authDb().delete(sessions).where(eq(sessions.id, id))],
    [
      'past its end',
      (id) =>
        authDb()
          .update(sessions)
          .set({ expiresAt: hoursAgo(0.01) })
          .where(eq(sessions.id, id)),
    ],
    [
      'older than the twelve hours of its organization, also when it was to last longer',
      (id) =>
        authDb()
          .update(sessions)
          .set({ createdAt: hoursAgo(12.01), expiresAt: hoursAgo(-100) })
          .where(eq(sessions.id, id)),
    ],
    [
      'of a disabled person',
      (_id, userId) =>
        authDb().update(users).set({ disabledAt: new Date() }).where(eq(users.id, userId)),
    ],
    [
      'of a removed member',
      (_id, userId) => authDb().delete(members).where(eq(members.userId, userId)),
    ],
  ])('is over when it is %s', async (_what, change) => {
    const { actor, headers } = await person()
    await change(actor.sessionId ?? '', actor.id)
    await expect(ask(headers)).rejects.toMatchObject({
      ...unauthorized,
      message: 'Your session has ended. Sign in again.',
    })
  })

  it.each<[string, Partial<typeof sessions.$inferInsert>]>([
    ['idle for fifteen minutes', { lastSeenAt: hoursAgo(0.26) }],
    ['locked by its person', { lockedAt: new Date() }],
  ])('is refused with 423 while it is %s', async (_what, change) => {
    const { actor, headers } = await person()
    const id = actor.sessionId ?? ''
    await authDb().update(sessions).set(change).where(eq(sessions.id, id))
    await expect(ask(headers)).rejects.toMatchObject({ code: 'session_locked', statusCode: 423 })
    // Again and again: being refused is no activity.
    await expect(ask(headers)).rejects.toMatchObject({ code: 'session_locked' })
    const request = new Request(address, { headers })
    expect(await authenticate(request, 'lock', { whileLocked: true })).toMatchObject(actor)
  })

  it('is for the page of its person, not for one that was made for somebody else', async () => {
    const { actor, headers } = await person()
    expect(await ask({ ...headers, 'rounds-person': actor.id })).toMatchObject(actor)
    await expect(
      ask({ ...headers, 'rounds-person': '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001' }),
    ).rejects.toMatchObject({ code: 'conflict', details: { reason: 'person_changed' } })
  })

  it('does not belong to a cookie that is forged, empty, expired or of another kind', async () => {
    const { actor } = await person()
    const sid = actor.sessionId ?? ''
    const good = await sealSession(sid)
    const sealed = (audience: string, key: Buffer) =>
      new EncryptJWT({ sid })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setAudience(audience)
        .setExpirationTime('1h')
        .encrypt(key)
    const changed = good.slice(0, -2) + (good.endsWith('AA') ? 'BB' : 'AA')
    const bad = [
      sid,
      '',
      'a.b.c.d.e',
      changed,
      await sealSession(sid, -10),
      await sealed('other', deriveKey('session cookie')),
      await sealed('session', deriveKey('another purpose')),
    ]
    for (const value of bad)
      await expect(ask({ cookie: `${sessionCookieName()}=${value}` }), value).rejects.toMatchObject(
        unauthorized,
      )
    expect(await ask({ cookie: `x=1; ${sessionCookieName()}=${good}; y=2` })).toMatchObject({
      sessionId: sid,
    })
    await expect(ask({})).rejects.toMatchObject(unauthorized)
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'may write (%s) only from our own pages',
    async (method) => {
      const { headers } = await person()
      const { cookie = '' } = headers
      for (const origin of ['http://localhost:3000', 'https://localhost:3000'])
        expect(await ask({ cookie, origin }, { method })).toMatchObject({ name: 'Ada' })
      for (const origin of [
        'https://evil.example',
        'http://localhost:3001',
        'http://localhost:3000.evil.example',
        'null',
        '',
      ])
        await expect(
          ask({ cookie, ...(origin ? { origin } : {}) }, { method }),
          origin,
        ).rejects.toMatchObject({ code: 'forbidden', statusCode: 403 })
    },
  )

  it('may write from the requested host, also behind a proxy', async () => {
    const { headers } = await person()
    const { cookie = '' } = headers
    const behind = { method: 'POST', url: 'http://10.0.0.7:3000/api/v2/things' }
    expect(
      await ask({ cookie, host: 'rounds.example', origin: 'https://rounds.example' }, behind),
    ).toMatchObject({ name: 'Ada' })
    await expect(
      ask({ cookie, host: 'rounds.example', origin: 'https://other.example' }, behind),
    ).rejects.toMatchObject({ statusCode: 403 })
  })

  it('a key needs no origin', async () => {
    const { keys } = await organizationWithKeys()
    expect(
      await ask(
        { authorization: `Bearer ${keys.owner}`, origin: 'https://their-backend.example' },
        { method: 'POST' },
      ),
    ).toMatchObject({ kind: 'api-key' })
  })
})
