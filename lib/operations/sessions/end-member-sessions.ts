import { and, eq } from 'drizzle-orm'
import { sessions } from '#db/schema/people'
import { ApiError } from '#lib/domain/api-error'
import { defineIdentityOperation } from '#lib/operations/define-identity-operation'
import { requireMember } from './list-member-sessions.ts'

/** Signs out one session of a member that works in this organization. Throws 404 for any other. */
export const endMemberSession = defineIdentityOperation<{ id: string; sessionId: string }, object>({
  name: 'endMemberSession',
  permission: 'members:manage',
  audit: ({ input }) => ({
    action: 'session.ended_by_owner',
    objectKind: 'session',
    objectId: input.sessionId,
    details: { member: input.id },
  }),
  async run({ actor, input, tx }) {
    await requireMember(tx, actor.organizationId, input.id)
    const ended = await tx
      .delete(sessions)
      .where(
        and(
          eq(sessions.id, input.sessionId),
          eq(sessions.userId, input.id),
          eq(sessions.organizationId, actor.organizationId),
        ),
      )
      .returning({ id: sessions.id })
    if (ended.length === 0) throw ApiError.notFound('session', input.sessionId)
    return {}
  },
})

/**
 * Signs a member out everywhere. Also where they work in another organization at the moment: such a
 * session could come back to this one. The answer counts only those that worked here.
 */
export const endMemberSessions = defineIdentityOperation<{ id: string }, { ended: number }>({
  name: 'endMemberSessions',
  permission: 'members:manage',
  audit: ({ input, output }) => ({
    action: 'session.all_ended_by_owner',
    objectKind: 'member',
    objectId: input.id,
    details: output,
  }),
  async run({ actor, input, tx }) {
    await requireMember(tx, actor.organizationId, input.id)
    const ended = await tx
      .delete(sessions)
      .where(eq(sessions.userId, input.id))
      .returning({ organizationId: sessions.organizationId })
    const here = ended.filter(({ organizationId }) => organizationId === actor.organizationId)
    return { ended: here.length }
  },
})
