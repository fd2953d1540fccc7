import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { authDb } from '#db/client'
import { newId } from '#lib/ids'
import { createOrganizationWithOwner } from '#lib/operations/organizations/create-organization-with-owner'
import { makeClient } from '#lib/postgres'
import { useTestDatabase } from '#test/harness/test-database'
import { knownDevice, withAccount } from './known-device.ts'
import { clearUses, requireUses, consumeUse } from '../rate-limit.ts'
import { countTry } from './sign-in-limit.ts'
import { signInWithPassword } from './sign-in-with-password.ts'

const database = useTestDatabase()
const password = 'correct horse battery staple'
let email: string

const address = (index: number) => `10.${(index >> 8) & 255}.${index & 255}.7`
type From = { address?: string; device?: string | undefined }
const tryPassword = async (given: string, { address: from = '198.51.100.1', device }: From = {}) =>
  await signInWithPassword({ email, password: given, address: from, userAgent: null, device })
/** Counts like a wrong password, without the cost of hashing it. */
const wrong = async (from: From = {}): Promise<number> =>
  (await countTry({ email, address: from.address ?? '198.51.100.1', device: from.device }))
    .waitSeconds
const allowed = (waits: number[]): number => waits.filter((wait) => wait === 0).length
/** Lets time pass for the counts, by the clock of Postgres. */
const pass = async (seconds: number) =>
  await authDb().execute(
    sql`update rate_limits set used_until = used_until - ${seconds}::int * interval '1 s'`,
  )

beforeEach(async () => {
  await authDb().execute(sql`delete from rate_limits`)
  email = `${newId()}@example.com`
  const owner = { ownerEmail: email, ownerName: 'Ada', password }
  await createOrganizationWithOwner({ organizationName: 'Clinic', slug: newId(), ...owner })
})

describe('wrong passwords from elsewhere', () => {
  const attack = async () => {
    for (let index = 0; index < 80; index++) await wrong({ address: address(index) })
  }

  it('do not lock the owner out of a known browser', async () => {
    const before = await tryPassword(password)
    if ('refused' in before) throw new Error('refused')
    await attack()
    for (let index = 0; index < 20; index++) await wrong()
    const { knownDevice: device } = before
    expect(await tryPassword(password, { device, address: address(3) })).toHaveProperty('sessionId')
    expect(await tryPassword(password, { device })).toHaveProperty('sessionId')
  })

  it('do not lock the owner out of a network where they signed in before', async () => {
    await tryPassword(password)
    await attack()
    expect(await tryPassword(password)).toHaveProperty('sessionId')
  })

  it('do not refuse the right password at its first try from a new place', async () => {
    await attack()
    expect(await tryPassword(password, { address: '203.0.113.9' })).toHaveProperty('sessionId')
  })

  it('are few for one account: fifty, then one for each wide network', async () => {
    const waits: number[] = []
    for (let index = 0; index < 60; index++) waits.push(await wrong({ address: address(index) }))
    expect(allowed(waits.slice(0, 50))).toBe(50)
    const sameNetwork = [1, 2, 3, 4].map((host) => ({ address: `203.0.113.${host}` }))
    expect(allowed([await wrong(sameNetwork[0]), await wrong(sameNetwork[1])])).toBe(1)
  })
})

describe('wrong passwords from one place', () => {
  it('are ten for an account in fifteen minutes, at once or one after the other', async () => {
    expect(allowed(await Promise.all(Array.from({ length: 30 }, () => wrong())))).toBe(10)
    expect(await tryPassword(password)).toMatchObject({ refused: 'rate_limited' })
    await pass(900)
    expect(await tryPassword(password)).toHaveProperty('sessionId')
  })

  it('are ten for a known browser, too', async () => {
    const device = withAccount(undefined, email)
    const tries = Array.from({ length: 30 }, (_, index) =>
      wrong({ device, address: address(index) }),
    )
    expect(allowed(await Promise.all(tries))).toBe(10)
  })

  it('are a hundred for all accounts together', async () => {
    const tries = Array.from({ length: 150 }, (_, index) =>
      countTry({ email: `${index}@example.com`, address: '192.0.2.1', device: undefined }),
    )
    const waits = (await Promise.all(tries)).map(({ waitSeconds }) => waitSeconds)
    expect(allowed(waits)).toBe(100)
  })

  it('are not counted where the password was right', async () => {
    for (let index = 0; index < 15; index++)
      expect(await tryPassword(password)).toHaveProperty('sessionId')
  })
})

describe('a known browser', () => {
  it('is known only for accounts that it signed in to, and cannot be forged', () => {
    const cookie = withAccount(undefined, 'a@example.com')
    expect(knownDevice(cookie, 'a@example.com')).toBeDefined()
    expect(knownDevice(cookie, 'b@example.com')).toBeUndefined()
    const both = withAccount(cookie, 'b@example.com')
    expect(knownDevice(both, 'a@example.com')).toEqual(knownDevice(both, 'b@example.com'))
    const [, mark] = cookie.split('.')
    expect(knownDevice(`${newId()}.${mark}`, 'a@example.com')).toBeUndefined()
    for (const forged of [undefined, '', 'x', `${newId()}.`, 'x'.repeat(10_000)])
      expect(knownDevice(forged, 'a@example.com')).toBeUndefined()
  })
})

describe('the store of rate limits', () => {
  it('holds no address and no name', async () => {
    await wrong()
    const client = makeClient({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query<{ key: string }>('select key from rate_limits')
    await client.end()
    expect(rows.length).toBeGreaterThan(0)
    for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/)
  })

  it('falls back to counts of this process when it cannot be reached', async () => {
    const admin = makeClient({ connectionString: database.url })
    await admin.connect()
    await admin.query('alter table rate_limits rename to rate_limits_away')
    try {
      const waits: number[] = []
      for (let index = 0; index < 14; index++) waits.push(await wrong())
      expect(allowed(waits)).toBe(10)
    } finally {
      await admin.query('alter table rate_limits_away rename to rate_limits')
      await admin.end()
    }
  })

  it('allows exactly the limit, by weight, until time has passed', async () => {
    const limit = { of: ['test', newId()], most: 10, seconds: 1_000, cost: 2 }
    const waits = await Promise.all(Array.from({ length: 20 }, () => consumeUse(limit)))
    expect(allowed(waits)).toBe(5)
    expect(Math.max(...waits)).toBeGreaterThan(150)
    await expect(requireUses([limit], 'Too often.')).rejects.toMatchObject({ statusCode: 429 })
    await clearUses(limit)
    expect(await consumeUse(limit)).toBe(0)
  })
})
