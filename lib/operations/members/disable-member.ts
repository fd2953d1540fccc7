import { and, eq } from 'drizzle-orm'
import { members } from '#db/schema/people'
import type { MemberView } from '#lib/contracts/organization/members'
import { ApiError } from '#lib/domain/api-error'
import { defineIdentityOperation } from '#lib/operations/define-identity-operation'
import { endAccessOfLeaver, type EndedAccess } from '#lib/directory/end-access'
import { requireRole } from '../access/require-role.ts'
import { loadRoleNames } from '../access/load-role-names.ts'
import { lockMemberToChange } from './lock-member-to-change.ts'
import { memberView } from './member-view.ts'

type Disabled = { member: MemberView; ended: EndedAccess }

/**
 * Takes a member's access away and keeps the membership: sessions here, API keys and claims end at
 * once. Disabling again changes nothing. The last owner and the caller cannot be disabled (409), nor
 * somebody whose role the caller may not take away (403).
 */
export const disableMember = defineIdentityOperation<{ id: string }, Disabled>({
  name: 'disableMember',
  permission: 'members:manage',
  audit: ({ input, output: { member, ended } }) => ({
    action: 'member.disabled',
    objectKind: 'member',
    objectId: input.id,
    details: { email: member.email, ...ended },
  }),
  async run({ actor, input, tx }) {
    const { organizationId } = actor
    if (actor.kind === 'user' && actor.id === input.id)
      throw new ApiError('conflict', 'You cannot disable yourself. Ask another owner.')
    const member = await lockMemberToChange(tx, organizationId, input.id, 'disabled')
    await requireRole(tx, actor, member.role)
    const { userId } = member
    const disabledAt = member.disabledAt ?? new Date()
    await tx
      .update(members)
      .set({ disabledAt })
      .where(and(eq(members.organizationId, organizationId), eq(members.userId, userId)))
    const ended = await endAccessOfLeaver(tx, organizationId, userId)
    const nameOfRole = await loadRoleNames(tx, organizationId)
    return { member: memberView({ ...member, disabledAt }, actor, nameOfRole), ended }
  },
})
