import { and, eq, gt, isNull } from 'drizzle-orm'
import { authDb } from '#db/client'
import { apiKeys, members, sessions, users } from '#db/schema/people'
import type { Actor } from './actor.ts'
import { isAllowed, type Permission } from './permissions.ts'

/** Whether an actor of an earlier moment may do this now: the key or session still lives, the member still has a role that allows it. */
export async function actorStillAllowed(actor: Actor, permission: Permission, now = new Date()): Promise<boolean> {
  if (actor.kind === 'public') return isAllowed(actor.role, permission)
  const [row] =
    actor.kind === 'api-key'
      ? await authDb().select({ role: apiKeys.role }).from(apiKeys).where(eq(apiKeys.id, actor.id))
      : await authDb()
          .select({ role: members.role })
          .from(sessions)
          .innerJoin(users, eq(users.id, sessions.userId))
          .innerJoin(members, and(eq(members.userId, sessions.userId), eq(members.organizationId, sessions.organizationId)))
          .where(and(eq(sessions.id, actor.sessionId ?? ''), gt(sessions.expiresAt, now), isNull(users.disabledAt)))
  return row !== undefined && isAllowed(row.role, permission)
}
