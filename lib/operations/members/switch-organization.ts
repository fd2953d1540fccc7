import { and, eq } from 'drizzle-orm'
import { authDb } from '#db/client'
import { sessions } from '#db/schema/people'
import { newActor, type Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import { requireSessionMayEnter } from '#lib/auth/single-sign-on/session-bounds'
import type { Membership } from '#lib/contracts/organization/memberships'
import { ApiError } from '#lib/domain/api-error'
import { asOperation, writeAudit, type CallInfo } from '../define-operation.ts'
import { loadMemberships } from './load-memberships.ts'

const permission = 'self:manage'

async function change(
  actor: Actor,
  { organizationId }: { organizationId: string },
  info: CallInfo = {},
): Promise<Membership> {
  requirePermission(actor, permission)
  const { id, sessionId } = actor
  if (actor.kind !== 'user' || sessionId === null)
    throw new ApiError('forbidden', 'Only a person who is signed in works in organizations.')
  return await authDb().transaction(async (tx) => {
    const all = await loadMemberships(tx, actor)
    const wanted = all.find((membership) => membership.organizationId === organizationId)
    if (!wanted) throw ApiError.notFound('organization', organizationId)
    await requireSessionMayEnter(tx, { userId: id, sessionId }, organizationId)
    const own = and(eq(sessions.id, sessionId), eq(sessions.userId, id))
    await tx.update(sessions).set({ organizationId }).where(own)
    // Audited in the organization that they enter, which must not see their other organizations.
    const there = newActor({
      kind: 'user',
      id,
      name: actor.name,
      organizationId,
      role: wanted.role,
    })
    await writeAudit(tx, there, info, {
      action: 'session.entered',
      objectKind: 'session',
      objectId: sessionId,
    })
    return { ...wanted, current: true }
  })
}

/**
 * Switches the caller's session to another organization that they belong to. Throws 404 for any
 * other organization, 403 for API keys.
 */
export const switchOrganization = asOperation({ name: 'switchOrganization', permission }, change)
