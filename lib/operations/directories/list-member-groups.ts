import { and, eq } from 'drizzle-orm'
import { members } from '#db/schema/people'
import type { DirectoryGroupView } from '#lib/contracts/organization/directories'
import { ApiError } from '#lib/domain/api-error'
import type { Page, PageQuery } from '#lib/domain/page'
import { defineOperation } from '../define-operation.ts'
import { cursorValue, keysetPage } from '../keyset.ts'
import { directoryGroupView, loadGroups } from './load-groups.ts'

/**
 * The groups that a member is in, over all directories of the organization, by name: those that
 * access rules go by. Throws 404.
 */
export const listMemberGroups = defineOperation<
  PageQuery & { id: string },
  Page<DirectoryGroupView>
>({
  name: 'listMemberGroups',
  permission: 'directories:read',
  async run({ actor, input, tx }) {
    const [member] = await tx
      .select({ id: members.userId })
      .from(members)
      .where(and(eq(members.organizationId, actor.organizationId), eq(members.userId, input.id)))
    if (!member) throw ApiError.notFound('member', input.id)
    return await keysetPage(input, {
      shape: [cursorValue.text, cursorValue.uuid],
      rows: (after, limit) => loadGroups(tx, { member: member.id, after, limit }),
      keyOf: ({ group }) => [group.displayName, group.id],
      view: directoryGroupView,
    })
  },
})
