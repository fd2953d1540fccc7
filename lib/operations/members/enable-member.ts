import { and, eq } from 'drizzle-orm'
import { members } from '#db/schema/people'
import type { MemberView } from '#lib/contracts/organization/members'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '#lib/operations/define-operation'
import { requireRole } from '../access/require-role.ts'
import { loadRoleNames } from '../access/load-role-names.ts'
import { memberView } from './member-view.ts'

/**
 * Gives a disabled member their access back; they sign in again, and their former keys stay
 * stopped. Throws 404, and 403 for a role that the caller may not give.
 */
export const enableMember = defineOperation<{ id: string }, MemberView>({
  name: 'enableMember',
  permission: 'members:manage',
  audit: ({ input, output }) => ({
    action: 'member.enabled',
    objectKind: 'member',
    objectId: input.id,
    details: { email: output.email, role: output.role },
  }),
  async run({ actor, input, tx }) {
    const { organizationId } = actor
    const [row] = await tx
      .update(members)
      .set({ disabledAt: null })
      .where(and(eq(members.organizationId, organizationId), eq(members.userId, input.id)))
      .returning()
    if (!row) throw ApiError.notFound('member', input.id)
    await requireRole(tx, actor, row.role)
    return memberView(row, actor, await loadRoleNames(tx, organizationId))
  },
})
