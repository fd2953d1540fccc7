import { asc, gt } from 'drizzle-orm'
import { invitations } from '#db/schema/people'
import type { InvitationView } from '#lib/contracts/organization/members'
import type { Page, PageQuery } from '#lib/domain/page'
import { defineOperation } from '#lib/operations/define-operation'
import { cursorValue, keysetPage } from '#lib/operations/keyset'
import { invitationView } from './invitation-view.ts'

/** The pending memberships of the organization, by address. */
export const listInvitations = defineOperation<PageQuery, Page<InvitationView>>({
  name: 'listInvitations',
  permission: 'members:manage',
  async run({ input, tx }) {
    return await keysetPage(input, {
      shape: [cursorValue.text],
      rows: (after, count) =>
        tx
          .select()
          .from(invitations)
          .where(after && gt(invitations.email, after[0]))
          .orderBy(asc(invitations.email))
          .limit(count),
      keyOf: ({ email }) => [email],
      view: invitationView,
    })
  },
})
