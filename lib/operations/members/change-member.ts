import { and, eq } from 'drizzle-orm'
import { members } from '#db/schema/people'
import type { MemberView } from '#lib/contracts/organization/members'
import { defineOperation } from '#lib/operations/define-operation'
import { requireRole } from '../access/require-role.ts'
import { loadRoleNames } from '../access/load-role-names.ts'
import { lockMemberToChange } from './lock-member-to-change.ts'
import { memberView } from './member-view.ts'

/**
 * Changes the role of a member from their next request on. The last owner stays owner (409).
 */
export const changeMember = defineOperation<{ id: string; role: string }, MemberView>({
  name: 'changeMember',
  permission: 'members:manage',
  needsConfirmation: true,
  audit: ({ input, output }) => ({
    action: 'member.role_changed',
    objectKind: 'member',
    objectId: input.id,
    details: { email: output.email, role: output.role },
  }),
  async run({ actor, input, tx }) {
    const member = await lockMemberToChange(tx, actor.organizationId, input.id, input.role)
    await requireRole(tx, actor, member.role)
    await requireRole(tx, actor, input.role)
    await tx
      .update(members)
      .set({ role: input.role })
      .where(
        and(eq(members.organizationId, actor.organizationId), eq(members.userId, member.userId)),
      )
    const nameOfRole = await loadRoleNames(tx, actor.organizationId)
    return memberView({ ...member, role: input.role }, actor, nameOfRole)
  },
})
