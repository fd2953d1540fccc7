import { and, eq, gt, isNull } from 'drizzle-orm'
import { authDb } from '#db/client'
import { members, sessions, users } from '#db/schema/people'
import type { Actor } from './actor.ts'
import { presentRoleOfKey } from './api-key.ts'
import { isAllowed, type Permission } from './permissions.ts'

/**
 * Whether an earlier actor still has this permission: the key or session is live, and the member's
 * role allows it.
 */
export async function actorStillAllowed(
  actor: Actor,
  permission: Permission,
  now = new Date(),
): Promise<boolean> {
  if (actor.kind === 'public') return isAllowed(actor.role, permission)
  if (actor.kind === 'api-key') {
    const role = await presentRoleOfKey(actor.id)
    return role !== undefined && isAllowed(role, permission)
  }
  const here = eq(members.organizationId, sessions.organizationId)
  const live = and(gt(sessions.expiresAt, now), isNull(users.disabledAt))
  const [row] = await authDb()
    .select({ role: members.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(members, and(eq(members.userId, sessions.userId), here))
    .where(and(eq(sessions.id, actor.sessionId ?? ''), live))
  return row !== undefined && isAllowed(row.role, permission)
}
