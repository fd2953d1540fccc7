import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { directoryUsers } from '#db/schema/directories'
import { auditPerson, type DirectoryChange, type DirectoryUser } from './context.ts'
import { endAccessOfLeaver } from './end-access.ts'
import { withdrawInvitation } from './join.ts'
import { disableMembership, findMember, findMemberByAddress, isLastOwner } from './membership.ts'
import { planFor } from './plan.ts'
import { followRoles } from './roles.ts'

async function setUser(
  { tx }: DirectoryChange,
  { id }: DirectoryUser,
  values: Partial<DirectoryUser>,
): Promise<void> {
  await tx.update(directoryUsers).set(values).where(eq(directoryUsers.id, id))
}

/** The other people of directories of this organization who are active and the same member. */
async function findElsewhere({ tx, directory }: DirectoryChange, person: DirectoryUser) {
  return await tx
    .select({ id: directoryUsers.id })
    .from(directoryUsers)
    .where(
      and(
        eq(directoryUsers.organizationId, directory.organizationId),
        eq(directoryUsers.userId, person.userId ?? ''),
        eq(directoryUsers.active, true),
        isNull(directoryUsers.deletedAt),
        ne(directoryUsers.id, person.id),
      ),
    )
}

/**
 * Takes one leaver's access away, now: membership, sessions, keys and claims. The only owner stays;
 * a person who is active in another directory of the organization does, too.
 */
export async function endOne(change: DirectoryChange, person: DirectoryUser): Promise<void> {
  const { userId } = person
  await withdrawInvitation(change, person)
  const member = userId ? await findMember(change, userId) : undefined
  if (!userId || !member || member.disabledAt)
    return await setUser(change, person, { planId: null })
  const object = { kind: 'member', id: userId }
  const elsewhere = await findElsewhere(change, person)
  if (elsewhere.length > 0) {
    await setUser(change, person, { planId: null, userId: null })
    return await followRoles(
      change,
      elsewhere.map(({ id }) => id),
    )
  }
  if (member.role === 'owner' && (await isLastOwner(change, userId))) {
    await setUser(change, person, { planId: null, problem: 'last-owner' })
    return await auditPerson(change, 'directory.owner-kept', object, { email: member.email })
  }
  const { organizationId } = change.directory
  const ended = await endAccessOfLeaver(change.tx, organizationId, userId)
  await disableMembership(change, userId)
  await setUser(change, person, { planId: null, leftAt: new Date(), problem: null })
  await auditPerson(change, 'member.left', object, { email: member.email, ...ended })
}

/**
 * A leaver with the member of their address, who may have become one by another way and is not tied
 * yet. Whom a person kept, the directory does not decide about.
 */
async function withMember(change: DirectoryChange, person: DirectoryUser): Promise<DirectoryUser> {
  const isOpen = person.userId === null && person.email !== null
  if (!isOpen || person.problem === 'kept' || person.problem === 'address-taken') return person
  const member = await findMemberByAddress(change, person.email ?? '')
  if (!member) return person
  await setUser(change, person, { userId: member.userId })
  return { ...person, userId: member.userId }
}

/**
 * Ends the access of people whom the directory switched off or deleted; or lets it wait in a plan
 * when it would be too many at once. People without membership do not count.
 */
export async function leaveByDirectory(
  change: DirectoryChange,
  given: DirectoryUser[],
): Promise<void> {
  const people: DirectoryUser[] = []
  for (const person of given) people.push(await withMember(change, person))
  const tied = people.filter(({ userId }) => userId !== null)
  const plan = tied.length > 0 ? await planFor(change, tied.length) : undefined
  for (const person of people) if (!plan || person.userId === null) await endOne(change, person)
  if (!plan) return
  const ids = tied.map(({ id }) => id)
  await change.tx
    .update(directoryUsers)
    .set({ planId: plan.id })
    .where(inArray(directoryUsers.id, ids))
}

/**
 * Forgets people who were deleted in the directory 90 days ago. Until then they count as leavers, and
 * have their access again when the directory makes them anew.
 */
export async function forgetDeleted({ tx, directory }: DirectoryChange): Promise<void> {
  await tx
    .delete(directoryUsers)
    .where(
      and(
        eq(directoryUsers.directoryId, directory.id),
        isNull(directoryUsers.planId),
        sql`${directoryUsers.deletedAt} < now() - interval '90 days'`,
      ),
    )
}
