import { and, eq } from 'drizzle-orm'
import { members } from '#db/schema/people'
import type { MemberView } from '#lib/contracts/organization/members'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '#lib/operations/define-operation'
import { loadRoleNames } from '../access/load-role-names.ts'
import { memberView } from './member-view.ts'

/** Reads one member. Throws 404. */
export const getMember = defineOperation<{ id: string }, MemberView>({
  name: 'getMember',
  permission: 'members:read',
  async run({ actor, input, tx }) {
    const [row] = await tx
      .select()
      .from(members)
      .where(and(eq(members.organizationId, actor.organizationId), eq(members.userId, input.id)))
    if (!row) throw ApiError.notFound('member', input.id)
    return memberView(row, actor, await loadRoleNames(tx, actor.organizationId))
  },
})
