import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { ssoConnections, ssoSessions, users } from '#db/schema/index'
import { ApiError } from '#lib/domain/api-error'
import { lockDomainOf, ownWayOf, singleSignOnDemanded, type OwnWay } from './enforcement.ts'

/**
 * How this person may sign in without their organization's provider. It stays so until `tx` ends:
 * whoever enforces single sign-on meanwhile waits, and then ends the session that `tx` starts.
 */
export async function ownWayOfUser(tx: Tx, userId: string): Promise<OwnWay> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!user) return { way: 'free' }
  await lockDomainOf(tx, user.email)
  return await ownWayOf({ id: userId, email: user.email }, tx)
}

/**
 * Throws 403 when this session may not work in that organization. A session of an organization's
 * provider stays in it, because the provider's administrator could otherwise enter the
 * organizations of others as this person. A session of a password does not enter an organization
 * that demands single sign-on of them.
 */
export async function requireSessionMayEnter(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
  organizationId: string,
): Promise<void> {
  const [session] = await tx
    .select({ organizationId: ssoConnections.organizationId })
    .from(ssoSessions)
    .innerJoin(ssoConnections, eq(ssoConnections.id, ssoSessions.connectionId))
    .where(eq(ssoSessions.sessionId, sessionId))
  if (session?.organizationId === organizationId) return
  if (session)
    throw new ApiError(
      'forbidden',
      'You signed in with the provider of another organization, which cannot open this one. ' +
        'Sign out, and sign in to this one.',
      { reason: 'single_sign_on' },
    )
  const own = await ownWayOfUser(tx, userId)
  if (own.way === 'refused' && own.enforcement.organizationId === organizationId)
    throw singleSignOnDemanded(own.enforcement.domain)
}
