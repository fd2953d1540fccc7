import { and, eq, inArray, notInArray } from 'drizzle-orm'
import { authDb, type Tx } from '#db/client'
import { breakGlassOwners, emailDomains, members, users } from '#db/schema/index'
import { hasFactor, loadFactors } from '#lib/auth/factors/factors-of-person'
import { endOwnSessions } from '#lib/auth/single-sign-on/end-own-sessions'
import type { SingleSignOnView } from '#lib/contracts/organization/single-sign-on'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { singleSignOnView } from './views.ts'

/** Throws 409 for a person who could not sign in, or not safely, on that day. */
async function requireReady(tx: Tx, userId: string): Promise<void> {
  const [member] = await tx.select().from(members).where(eq(members.userId, userId))
  if (member?.role !== 'owner')
    throw new ApiError('conflict', `${member?.name ?? 'One of them'} is no owner.`, { userId })
  const [user] = await authDb()
    .select({ hash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId))
  if (!user?.hash)
    throw new ApiError('conflict', `${member.name} has no password yet. They need one.`, { userId })
  if (!hasFactor(await loadFactors(authDb(), userId)))
    throw new ApiError(
      'conflict',
      `${member.name} has no second factor yet. They set it up in their profile first.`,
      { userId },
    )
}

/** Chooses the break-glass owners. Throws 409 for the last one while a domain is enforced. */
export const setBreakGlassOwners = defineOperation<{ userIds: string[] }, SingleSignOnView>({
  name: 'setBreakGlassOwners',
  permission: 'sso:manage',
  needsConfirmation: true,
  audit: ({ actor, input }) => ({
    action: 'break_glass_owners.changed',
    objectKind: 'organization',
    objectId: actor.organizationId,
    details: { people: input.userIds },
  }),
  async run({ actor, input, tx }) {
    const { organizationId } = actor
    const userIds = [...new Set(input.userIds)]
    const enforced = await tx
      .select({ domain: emailDomains.domain })
      .from(emailDomains)
      .where(eq(emailDomains.enforced, true))
      .for('update')
    if (userIds.length === 0 && enforced.length > 0)
      throw new ApiError(
        'conflict',
        'While single sign-on is enforced, at least one break-glass owner must remain.',
      )
    const known = await tx
      .select({ id: breakGlassOwners.userId })
      .from(breakGlassOwners)
      .where(inArray(breakGlassOwners.userId, userIds))
    const added = userIds.filter((userId) => !known.some(({ id }) => id === userId))
    for (const userId of added) await requireReady(tx, userId)
    await tx
      .delete(breakGlassOwners)
      .where(
        and(
          eq(breakGlassOwners.organizationId, organizationId),
          notInArray(breakGlassOwners.userId, userIds),
        ),
      )
    if (added.length > 0)
      await tx
        .insert(breakGlassOwners)
        .values(added.map((userId) => ({ organizationId, userId })))
        .onConflictDoNothing()
    // Who is none any more signs in as everybody at these domains.
    const domains = enforced.map(({ domain }) => domain)
    await endOwnSessions(tx, organizationId, domains)
    return await singleSignOnView(tx)
  },
})
