import { and, eq, inArray, sql } from 'drizzle-orm'
import { directoryGroupMembers, directoryGroups, directoryUsers } from '#db/schema/directories'
import type { ReadGroup } from '#lib/domain/provider/read-directory'
import { newId } from '#lib/ids'
import type { DirectoryChange } from './context.ts'
import { addToGroup, removeFromGroup, replaceInGroup } from './group-members.ts'
import { followRoles } from './roles.ts'

/** Writes a group with the name that it has now. Returns our id of it. */
export async function writeGroup(
  { tx, directory }: DirectoryChange,
  { id: providerId, externalId, name }: ReadGroup,
): Promise<string> {
  const { id: directoryId, organizationId } = directory
  const displayName = name.trim() || 'Nameless'
  const [row] = await tx
    .insert(directoryGroups)
    .values({ id: newId(), organizationId, directoryId, providerId, externalId, displayName })
    .onConflictDoUpdate({
      target: [directoryGroups.directoryId, directoryGroups.providerId],
      set: { displayName, externalId, updatedAt: sql`clock_timestamp()` },
      setWhere: sql`(${directoryGroups.displayName}, ${directoryGroups.externalId})
        is distinct from (${displayName}, ${externalId}::text)`,
    })
    .returning({ id: directoryGroups.id })
  if (row) return row.id
  const [known] = await tx
    .select({ id: directoryGroups.id })
    .from(directoryGroups)
    .where(
      and(eq(directoryGroups.directoryId, directoryId), eq(directoryGroups.providerId, providerId)),
    )
  if (!known) throw new Error('a group of a directory was not written')
  return known.id
}

/** Our ids of people of the directory, by the provider's. */
async function idsOf({ tx, directory }: DirectoryChange, providerIds: readonly string[]) {
  if (providerIds.length === 0) return []
  const rows = await tx
    .select({ id: directoryUsers.id })
    .from(directoryUsers)
    .where(
      and(
        eq(directoryUsers.directoryId, directory.id),
        inArray(directoryUsers.providerId, [...providerIds]),
      ),
    )
  return rows.map(({ id }) => id)
}

/** Leaves exactly these people in a group, by the provider's ids; their roles follow. */
export async function writeMembers(
  change: DirectoryChange,
  groupId: string,
  providerIds: readonly string[],
): Promise<void> {
  const people = await replaceInGroup(change, groupId, await idsOf(change, providerIds))
  await followRoles(change, [...new Set(people)])
}

/** Puts one person into a group or takes them out; their role follows. */
export async function writeMembership(
  change: DirectoryChange,
  groupId: string,
  { userId, isIn }: { userId: string; isIn: boolean },
): Promise<void> {
  const ids = await idsOf(change, [userId])
  const write = isIn ? addToGroup : removeFromGroup
  await followRoles(change, await write(change, groupId, ids))
}

/** Removes groups that the directory has no more, by the provider's ids; their roles end. */
export async function removeGroups(
  change: DirectoryChange,
  providerIds: readonly string[],
): Promise<void> {
  if (providerIds.length === 0) return
  const { tx, directory } = change
  const gone = and(
    eq(directoryGroups.directoryId, directory.id),
    inArray(directoryGroups.providerId, [...providerIds]),
  )
  const people = await tx
    .select({ id: directoryGroupMembers.directoryUserId })
    .from(directoryGroupMembers)
    .innerJoin(directoryGroups, eq(directoryGroups.id, directoryGroupMembers.groupId))
    .where(gone)
  await tx.delete(directoryGroups).where(gone)
  await followRoles(change, [...new Set(people.map(({ id }) => id))])
}
