import { and, eq, isNull, sql } from 'drizzle-orm'
import { apiKeys, members, sessions } from '#db/schema/people'
import { defineIdentityOperation } from '#lib/operations/define-identity-operation'
import { lockMemberToChange } from './lock-member-to-change.ts'

type Removed = { email: string; sessions: number; apiKeys: number }

/**
 * Removes a member: their sessions in this organization and the API keys that they created stop at
 * once. The last owner cannot be removed (409).
 */
export const removeMember = defineIdentityOperation<{ id: string }, Removed>({
  name: 'removeMember',
  permission: 'members:manage',
  audit: ({ input, output }) => ({
    action: 'member.removed',
    objectKind: 'member',
    objectId: input.id,
    details: output,
  }),
  async run({ actor, input, tx }) {
    const member = await lockMemberToChange(tx, actor.organizationId, input.id, 'removed')
    await tx
      .delete(members)
      .where(
        and(eq(members.organizationId, actor.organizationId), eq(members.userId, member.userId)),
      )
    const ended = await tx
      .delete(sessions)
      .where(
        and(eq(sessions.organizationId, actor.organizationId), eq(sessions.userId, member.userId)),
      )
      .returning({ id: sessions.id })
    const stopped = await tx
      .update(apiKeys)
      .set({ stoppedAt: sql`now()` })
      .where(
        and(
          eq(apiKeys.organizationId, actor.organizationId),
          eq(apiKeys.createdBy, member.userId),
          isNull(apiKeys.stoppedAt),
        ),
      )
      .returning({ id: apiKeys.id })
    return { email: member.email, sessions: ended.length, apiKeys: stopped.length }
  },
})
