import { asc, sql } from 'drizzle-orm'
import { members } from '#db/schema/people'
import type { MemberView } from '#lib/contracts/members'
import type { Page, PageQuery } from '#lib/domain/page'
import { defineOperation } from '#lib/operations/define-operation'
import { decodeCursor, pageOfRows } from '#lib/operations/keyset'
import { memberView } from './member-view.ts'

/** The members of the organization, by name. */
export const listMembers = defineOperation<PageQuery, Page<MemberView>>({
  name: 'listMembers',
  permission: 'members:read',
  async run({ actor, input, tx }) {
    const after = decodeCursor(input.cursor, 2)
    const rows = await tx
      .select()
      .from(members)
      .where(
        after === undefined
          ? undefined
          : sql`(${members.name}, ${members.email}) > (${after[0]}, ${after[1]})`,
      )
      .orderBy(asc(members.name), asc(members.email))
      .limit(input.limit + 1)
    return pageOfRows(
      rows,
      input.limit,
      (row) => [row.name, row.email],
      (row) => memberView(row, actor),
    )
  },
})
