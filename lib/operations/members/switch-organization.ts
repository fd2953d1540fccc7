import { authDb } from '#db/client'
import { newActor, type Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import { moveSession } from '#lib/auth/sessions/move-session'
import { requireSessionMayEnter } from '#lib/auth/single-sign-on/session-bounds'
import type { Membership } from '#lib/contracts/organization/memberships'
import { ApiError } from '#lib/domain/api-error'
import { asOperation, writeAudit, type CallInfo } from '../define-operation.ts'
import { loadMemberships } from './load-memberships.ts'

const permission = 'self:manage'

/** `sessionId`: the new id of the session, for the cookie of its browser. */
type Switched = { membership: Membership; sessionId: string }

async function change(
  actor: Actor,
  { organizationId }: { organizationId: string },
  info: CallInfo = {},
): Promise<Switched> {
  requirePermission(actor, permission)
  const { id, sessionId } = actor
  if (actor.kind !== 'user' || sessionId === null)
    throw new ApiError('forbidden', 'Only a person who is signed in works in organizations.')
  return await authDb().transaction(async (tx) => {
    const all = await loadMemberships(tx, actor)
    const wanted = all.find((membership) => membership.organizationId === organizationId)
    if (!wanted) throw ApiError.notFound('organization', organizationId)
    await requireSessionMayEnter(tx, { userId: id, sessionId }, organizationId)
    if (wanted.current) return { membership: wanted, sessionId }
    const moved = await moveSession(tx, { id: sessionId, userId: id }, organizationId)
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
      objectId: moved,
    })
    return { membership: { ...wanted, current: true }, sessionId: moved }
  })
}

/**
 * Switches the caller's session to another organization that they belong to; it gets a new id there.
 * Throws 404 for any other organization, 403 for API keys.
 */
export const switchOrganization = asOperation({ name: 'switchOrganization', permission }, change)
