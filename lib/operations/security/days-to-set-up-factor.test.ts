import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { authDb, inOrganization } from '#db/client'
import { passkeys } from '#db/schema/factors'
import { organizations } from '#db/schema/organizations'
import { users } from '#db/schema/people'
import { newId } from '#lib/ids'
import { seedOrganization } from '#test/harness/seed-organization'
import { useTestDatabase } from '#test/harness/test-database'
import { signedIn } from '#test/samples/person'
import { daysToSetUpFactor } from './days-to-set-up-factor.ts'

useTestDatabase()
let organizationId: string
beforeAll(async () => {
  organizationId = (await seedOrganization()).organizationId
})

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)

/** A member with a password, who has been there for so many days. */
async function member(role: string, days: number, passwordHash: string | null = 'a hash') {
  const { actor } = await signedIn(organizationId, role, 'Ada')
  const values = { passwordHash, factorsSince: daysAgo(days) }
  await authDb().update(users).set(values).where(eq(users.id, actor.id))
  return actor
}

it('counts the days that an owner has left, down to none', async () => {
  expect(await daysToSetUpFactor(await member('owner', 0.5))).toBe(14)
  expect(await daysToSetUpFactor(await member('owner', 13.5))).toBe(1)
  expect(await daysToSetUpFactor(await member('owner', 20))).toBe(0)
})

it('asks nothing of who has a factor, or whose provider asks for one', async () => {
  const owner = await member('owner', 1)
  await authDb().insert(passkeys).values({
    id: newId(),
    userId: owner.id,
    name: 'Phone',
    credentialId: newId(),
    publicKey: 'a key',
    counter: 0,
    transports: [],
    backedUp: false,
  })
  expect(await daysToSetUpFactor(owner)).toBeNull()
  expect(await daysToSetUpFactor(await member('owner', 1, null))).toBeNull()
})

it('asks workers where the organization asks everyone', async () => {
  const worker = await member('worker', 1)
  expect(await daysToSetUpFactor(worker)).toBeNull()
  const settings = { secondFactor: 'everyone' as const }
  await inOrganization(organizationId, (tx) => tx.update(organizations).set({ settings }))
  expect(await daysToSetUpFactor(worker)).toBe(13)
})
