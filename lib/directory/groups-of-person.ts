import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { directoryGroupMembers, directoryUsers } from '#db/schema/directories'

/**
 * The ids of the directory groups (`directory_groups.id`) that a member is in, over all directories
 * of the organization. People who are not active in their directory are in none. Works under every
 * database role.
 */
export async function groupsOfPerson(
  tx: Tx,
  organizationId: string,
  userId: string,
): Promise<string[]> {
  const rows = await tx
    .select({ id: directoryGroupMembers.groupId })
    .from(directoryUsers)
    .innerJoin(directoryGroupMembers, eq(directoryGroupMembers.directoryUserId, directoryUsers.id))
    .where(
      and(
        eq(directoryUsers.organizationId, organizationId),
        eq(directoryUsers.userId, userId),
        eq(directoryUsers.active, true),
        isNull(directoryUsers.deletedAt),
      ),
    )
  return rows.map(({ id }) => id)
}
