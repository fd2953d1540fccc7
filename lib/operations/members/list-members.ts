import { and, asc, ilike, or, sql, type SQL } from 'drizzle-orm'
import { members } from '#db/schema/people'
import type { MemberQuery, MemberView } from '#lib/contracts/organization/members'
import type { Page } from '#lib/domain/page'
import { containing } from '#lib/operations/containing'
import { defineOperation } from '#lib/operations/define-operation'
import { cursorValue, keysetPage } from '#lib/operations/keyset'
import { loadRoleNames } from '../access/load-role-names.ts'
import { memberView } from './member-view.ts'

function matching(search: string | undefined): SQL | undefined {
  if (search === undefined || search === '') return undefined
  const pattern = containing(search)
  return or(ilike(members.name, pattern), ilike(members.email, pattern))
}

/** The members of the organization, by name. */
export const listMembers = defineOperation<MemberQuery, Page<MemberView>>({
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
          .where(
            and(
              matching(input.search),
              after && sql`(${name}, ${email}) > (${after[0]}, ${after[1]})`,
            ),
          )
          .orderBy(asc(name), asc(email))
          .limit(count),
      keyOf: (row) => [row.name, row.email],
      view: (row) => memberView(row, actor, nameOfRole),
    })
  },
})
