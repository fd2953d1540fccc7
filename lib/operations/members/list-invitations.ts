import { asc, gt } from 'drizzle-orm'
import { invitations } from '#db/schema/people'
import type { InvitationView } from '#lib/contracts/members'
import type { Page, PageQuery } from '#lib/domain/page'
import { defineOperation } from '#lib/operations/define-operation'
import { decodeCursor, pageOfRows } from '#lib/operations/keyset'
import { invitationView } from './invitation-view.ts'

/** The pending memberships of the organization, by address. */
export const listInvitations = defineOperation<PageQuery, Page<InvitationView>>({
  name: 'listInvitations',
  permission: 'members:manage',
  async run({ input, tx }) {
    const after = decodeCursor(input.cursor, 1)?.[0]
    const rows = await tx
      .select()
      .from(invitations)
      .where(after === undefined ? undefined : gt(invitations.email, after))
      .orderBy(asc(invitations.email))
      .limit(input.limit + 1)
    return pageOfRows(rows, input.limit, ({ email }) => [email], invitationView)
  },
})
