import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { directories, directoryUsers } from '#db/schema/directories'
import { actorOfDirectory } from './context.ts'
import { followRoles } from './roles.ts'

/**
 * Ties somebody who became a member by another way (an invitation, single sign-on) to the active
 * people of directories with their address, who had no member until now: from then on their
 * directory decides about them. Works under the roles `app` and `auth`.
 */
export async function tieNewMember(
  tx: Tx,
  organizationId: string,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const tied = await tx
    .update(directoryUsers)
    .set({ userId, problem: null })
    .where(
      and(
        eq(directoryUsers.organizationId, organizationId),
        eq(directoryUsers.email, email.toLowerCase()),
        isNull(directoryUsers.userId),
        eq(directoryUsers.active, true),
        isNull(directoryUsers.deletedAt),
        // One person of a directory is one member.
        sql`not exists (select from directory_users as other
          where other.directory_id = ${directoryUsers.directoryId}
            and other.user_id = ${userId} and other.active)`,
      ),
    )
    .returning({ id: directoryUsers.id, directoryId: directoryUsers.directoryId })
  for (const { id, directoryId } of tied) {
    const [directory] = await tx.select().from(directories).where(eq(directories.id, directoryId))
    if (directory) await followRoles({ tx, directory, by: actorOfDirectory(directory) }, [id])
  }
}
