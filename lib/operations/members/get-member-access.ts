import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import { authDb, inOrganization, type Tx } from '#db/client'
import { passkeys } from '#db/schema/factors'
import { apiKeys, sessions, users } from '#db/schema/people'
import { tasks } from '#db/schema/runs'
import type { Actor } from '#lib/auth/actor'
import { loadFactors } from '#lib/auth/factors/factors-of-person'
import { requirePermission } from '#lib/auth/require-permission'
import type { MemberAccess } from '#lib/contracts/organization/members'
import { asOperation } from '../define-operation.ts'
import { requireMember } from '../sessions/list-member-sessions.ts'
import { sessionViews } from '../sessions/session-views.ts'

const permission = 'members:manage'

type Who = { organizationId: string; id: string }

/** How the person signs in. What their devices are called is for themselves. */
async function loadSignIn(tx: Tx, id: string): Promise<MemberAccess['signIn']> {
  const [user] = await tx.select({ hash: users.passwordHash }).from(users).where(eq(users.id, id))
  const { totp, recoveryCodes } = await loadFactors(tx, id)
  const keys = await tx
    .select({ createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, id))
    .orderBy(asc(passkeys.createdAt))
  return {
    hasPassword: Boolean(user?.hash),
    totp: totp && { createdAt: totp.createdAt.toISOString() },
    passkeys: keys.map(({ createdAt, lastUsedAt }) => ({
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft: recoveryCodes,
  }
}

/** By the sign-in role, which alone reads accounts and sessions. */
async function loadAsSignIn({ organizationId, id }: Who) {
  return await authDb().transaction(async (tx) => {
    await requireMember(tx, organizationId, id)
    const which = and(eq(sessions.userId, id), eq(sessions.organizationId, organizationId))
    const live = await sessionViews(tx, { userId: id, which, own: null })
    return { signIn: await loadSignIn(tx, id), sessions: live.length }
  })
}

async function loadInOrganization({ organizationId, id }: Who) {
  return await inOrganization(organizationId, async (tx) => {
    const ofPerson = and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.createdBy, id))
    const [keys] = await tx
      .select({ count: count() })
      .from(apiKeys)
      .where(and(ofPerson, isNull(apiKeys.stoppedAt)))
    const [claims] = await tx
      .select({ count: count() })
      .from(tasks)
      .where(
        and(
          eq(tasks.organizationId, organizationId),
          eq(tasks.claimedBy, id),
          eq(tasks.status, 'suspended'),
          sql`state->>'reason' = 'screen'`,
        ),
      )
    return { apiKeys: keys?.count ?? 0, claims: claims?.count ?? 0 }
  })
}

async function get(actor: Actor, { id }: { id: string }): Promise<MemberAccess> {
  requirePermission(actor, permission)
  const who = { organizationId: actor.organizationId, id }
  const { signIn, sessions: live } = await loadAsSignIn(who)
  const { apiKeys: keys, claims } = await loadInOrganization(who)
  return { signIn, ends: { sessions: live, apiKeys: keys, claims } }
}

/**
 * Reads how a member signs in, and what ends when their access is taken away. Throws 404.
 */
export const getMemberAccess = asOperation({ name: 'getMemberAccess', permission }, get)
