import { asc, sql } from 'drizzle-orm'
import { members } from '#db/schema/people'
import type { MemberView } from '#lib/contracts/organization/members'
import type { Page, PageQuery } from '#lib/domain/page'
import { defineOperation } from '#lib/operations/define-operation'
import { cursorValue, keysetPage } from '#lib/operations/keyset'
import { loadRoleNames } from '../access/load-role-names.ts'
import { memberView } from './member-view.ts'

/** The members of the organization, by name. */
export const listMembers = defineOperation<PageQuery, Page<MemberView>>({
  name: 'listMembers',
  permission: 'members:read',
  async run({ actor, input, tx }) {
    const { name, email } = members
    const nameOfRole = await loadRoleNames(tx, actor.organizationId)
    return await keysetPage(input, {
      shape: [cursorValue.text, cursorValue.text],
      rows: (after, count) =>
        tx
          .select()
          .from(members)
          .where(after && sql`(${name}, ${email}) > (${after[0]}, ${after[1]})`)
          .orderBy(asc(name), asc(email))
          .limit(count),
      keyOf: (row) => [row.name, row.email],
      view: (row) => memberView(row, actor, nameOfRole),
    })
  },
})
