import { and, eq } from 'drizzle-orm'
import { members } from '#db/schema/people'
import { defineIdentityOperation } from '#lib/operations/define-identity-operation'
import { endAccessOfLeaver, type EndedAccess } from '#lib/directory/end-access'
import { requireRole } from '../access/require-role.ts'
import { lockMemberToChange } from './lock-member-to-change.ts'

type Removed = { email: string } & EndedAccess

/**
 * Removes a member: their sessions in this organization, the API keys that they created and their
 * claims of screens end at once. The last owner cannot be removed (409), nor somebody whose role the
 * caller may not take away (403).
 */
export const removeMember = defineIdentityOperation<{ id: string }, Removed>({
  name: 'removeMember',
  permission: 'members:manage',
  needsConfirmation: true,
  audit: ({ input, output }) => ({
    action: 'member.removed',
    objectKind: 'member',
    objectId: input.id,
    details: output,
  }),
  async run({ actor, input, tx }) {
    const { organizationId } = actor
    const member = await lockMemberToChange(tx, organizationId, input.id, 'removed')
    const { userId, email } = member
    await requireRole(tx, actor, member.role)
    await tx
      .delete(members)
      .where(and(eq(members.organizationId, organizationId), eq(members.userId, userId)))
    return { email, ...(await endAccessOfLeaver(tx, organizationId, userId)) }
  },
})
