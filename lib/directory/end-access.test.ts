import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { authDb, inOrganization } from '#db/client'
import {
  directories,
  directoryGroupMembers,
  directoryGroups,
  directoryUsers,
} from '#db/schema/directories'
import { apiKeys, sessions, users } from '#db/schema/people'
import { newId } from '#lib/ids'
import { seedOrganization } from '#test/harness/seed-organization'
import { useTestDatabase } from '#test/harness/test-database'
import { endAccessOfLeaver } from './end-access.ts'
import { groupsOfPerson } from './groups-of-person.ts'

useTestDatabase()

/** A person with a session, a key and a group in this organization. */
async function seedPerson(organizationId: string, userId: string) {
  const expiresAt = new Date(Date.now() + 60_000)
  await authDb().insert(sessions).values({ id: newId(), userId, organizationId, expiresAt })
  const key = { prefix: 'rk', hash: newId(), role: 'worker' as const, createdBy: userId }
  await authDb()
    .insert(apiKeys)
    .values({ id: newId(), organizationId, name: newId(), ...key })
  const groupId = newId()
  await inOrganization(organizationId, async (tx) => {
    const directoryId = newId()
    const settings = { joiners: 'members' as const, defaultRole: 'worker' as const }
    await tx
      .insert(directories)
      .values({ id: directoryId, organizationId, kind: 'scim', name: 'Ours', settings })
    const id = newId()
    await tx.insert(directoryUsers).values({
      id,
      organizationId,
      directoryId,
      userId,
      userName: 'ada',
      displayName: 'Ada Byron',
      active: true,
      attributes: {},
    })
    await tx
      .insert(directoryGroups)
      .values({ id: groupId, organizationId, directoryId, displayName: 'Intake' })
    await tx.insert(directoryGroupMembers).values({ organizationId, groupId, directoryUserId: id })
  })
  return groupId
}

let here: string
let there: string
const userId = newId()
let group: string

beforeAll(async () => {
  here = (await seedOrganization()).organizationId
  there = (await seedOrganization()).organizationId
  await authDb().insert(users).values({ id: userId, email: 'ada@example.com', name: 'Ada Byron' })
  group = await seedPerson(here, userId)
  await seedPerson(there, userId)
})

it('finds the groups of a person in one organization, only while the directory has them active', async () => {
  const groups = async () => await inOrganization(here, (tx) => groupsOfPerson(tx, here, userId))
  expect(await groups()).toEqual([group])
  expect(await authDb().transaction((tx) => groupsOfPerson(tx, here, userId))).toEqual([group])
  const activate = async (active: boolean) =>
    await inOrganization(here, (tx) =>
      tx.update(directoryUsers).set({ active }).where(eq(directoryUsers.userId, userId)),
    )
  await activate(false)
  expect(await groups()).toEqual([])
  await activate(true)
})

it('is refused to the web’s role for another organization', async () => {
  const elsewhere = inOrganization(here, (tx) => endAccessOfLeaver(tx, there, userId))
  await expect(elsewhere).rejects.toMatchObject({ cause: { code: '42501' } })
})

it('ends sessions and keys in this organization and in no other, under either role', async () => {
  const ended = await inOrganization(here, (tx) => endAccessOfLeaver(tx, here, userId))
  expect(ended).toEqual({ sessions: 1, apiKeys: 1, claims: 0 })
  const left = await authDb().select().from(sessions).where(eq(sessions.userId, userId))
  expect(left.map(({ organizationId }) => organizationId)).toEqual([there])
  const keys = await authDb().select().from(apiKeys).where(eq(apiKeys.createdBy, userId))
  expect(keys.filter(({ stoppedAt }) => stoppedAt === null)).toMatchObject([
    { organizationId: there },
  ])
  const later = await authDb().transaction((tx) => endAccessOfLeaver(tx, there, userId))
  expect(later).toEqual({ sessions: 1, apiKeys: 1, claims: 0 })
})
