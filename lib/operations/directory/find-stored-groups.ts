import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import {
  directories,
  directoryGroupMembers,
  directoryGroups,
  directoryUsers,
} from '#db/schema/directories'
import type { DirectoryGroup } from '#lib/domain/provider/directory-group'
import { isUuid } from '#lib/ids'

/** A group with the name of the directory that it is in. */
export type FoundGroup = { directory: string; group: DirectoryGroup }

async function usersOf(tx: Tx, groupId: string): Promise<DirectoryGroup['users']> {
  const { id, displayName, email } = directoryUsers
  const rows = await tx
    .select({ id, name: displayName, email })
    .from(directoryUsers)
    .innerJoin(directoryGroupMembers, eq(directoryGroupMembers.directoryUserId, id))
    .where(
      and(
        eq(directoryGroupMembers.groupId, groupId),
        eq(directoryUsers.active, true),
        isNull(directoryUsers.deletedAt),
      ),
    )
    .orderBy(asc(displayName), asc(id))
  return rows.map((user) => ({ ...user, email: user.email ?? '' }))
}

/**
 * The groups with this id, ours or the directory's, in the directories that people come from. Our
 * own id names one; a directory's id may be in several.
 */
export async function findStoredGroups(tx: Tx, id: string): Promise<FoundGroup[]> {
  const own = isUuid(id) ? eq(directoryGroups.id, id) : sql`false`
  const rows = await tx
    .select({ group: directoryGroups, directory: directories.name, isOwn: sql<boolean>`${own}` })
    .from(directoryGroups)
    .innerJoin(directories, eq(directories.id, directoryGroups.directoryId))
    .where(or(own, eq(directoryGroups.providerId, id), eq(directoryGroups.externalId, id)))
    .orderBy(asc(directories.name), asc(directoryGroups.id))
    .limit(10)
  const chosen = rows.filter(({ isOwn }) => isOwn)
  const found: FoundGroup[] = []
  for (const { group, directory } of chosen.length > 0 ? chosen : rows)
    found.push({
      directory,
      group: { id: group.id, name: group.displayName, users: await usersOf(tx, group.id) },
    })
  return found
}
