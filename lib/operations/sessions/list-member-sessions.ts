import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { members, sessions } from '#db/schema/people'
import type { SessionView } from '#lib/contracts/organization/sessions'
import { ApiError } from '#lib/domain/api-error'
import { defineIdentityOperation } from '#lib/operations/define-identity-operation'
import { sessionViews } from './session-views.ts'

/** Throws 404 unless the person is a member of the organization, disabled or not. */
export async function requireMember(
  tx: Tx,
  organizationId: string,
  userId: string,
): Promise<{ name: string }> {
  const here = and(eq(members.organizationId, organizationId), eq(members.userId, userId))
  const [member] = await tx.select({ name: members.name }).from(members).where(here)
  if (!member) throw ApiError.notFound('member', userId)
  return member
}

/**
 * Where a member is signed in and works in this organization, last used first. Where else they work
 * is no business of the organization.
 */
export const listMemberSessions = defineIdentityOperation<{ id: string }, { items: SessionView[] }>(
  {
    name: 'listMemberSessions',
    permission: 'members:manage',
    async run({ actor, input, tx }) {
      await requireMember(tx, actor.organizationId, input.id)
      const which = and(
        eq(sessions.userId, input.id),
        eq(sessions.organizationId, actor.organizationId),
      )
      return {
        items: await sessionViews(tx, { userId: input.id, which, own: actor.sessionId }),
      }
    },
  },
)
