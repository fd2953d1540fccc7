import { and, eq } from 'drizzle-orm'
import { members, sessions } from '#db/schema/people'
import { defineIdentityOperation } from '#lib/operations/define-identity-operation'
import { findMemberToChange } from './find-member-to-change.ts'

/** Removes a member and ends their sessions in this organization at once. The last owner cannot be removed (409). */
export const removeMember = defineIdentityOperation<{ id: string }, { email: string; sessions: number }>({
  name: 'removeMember',
  permission: 'members:manage',
  audit: ({ input, output }) => ({ action: 'member.removed', objectKind: 'member', objectId: input.id, details: output }),
  async run({ actor, input, tx }) {
    const member = await findMemberToChange(tx, actor.organizationId, input.id, 'removed')
    await tx.delete(members).where(and(eq(members.organizationId, actor.organizationId), eq(members.userId, member.userId)))
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.organizationId, actor.organizationId), eq(sessions.userId, member.userId)))
      .returning({ id: sessions.id })
    return { email: member.email, sessions: ended.length }
  },
})
