import { and, asc, eq, gt } from 'drizzle-orm'
import { mails } from '#db/schema/documents'
import { invitations, members } from '#db/schema/people'
import { roles } from '#db/schema/access'
import {
  inviterColumns,
  inviterRole,
  mayInvite,
  offeredRole,
  offeredRoles,
} from '#lib/auth/invitation'
import type { InvitationView } from '#lib/contracts/organization/members'
import type { Page, PageQuery } from '#lib/domain/page'
import { roleName } from '#lib/domain/role-name'
import { defineOperation } from '#lib/operations/define-operation'
import { cursorValue, keysetPage } from '#lib/operations/keyset'
import { invitationView, mailOfInvitation } from './invitation-view.ts'

/** The pending memberships of the organization, by address. */
export const listInvitations = defineOperation<PageQuery, Page<InvitationView>>({
  name: 'listInvitations',
  permission: 'members:manage',
  async run({ actor, input, tx }) {
    const inviter = and(
      eq(members.organizationId, actor.organizationId),
      eq(members.userId, invitations.inviterId),
    )
    return await keysetPage(input, {
      shape: [cursorValue.text],
      rows: (after, count) =>
        tx
          .select({
            invitation: invitations,
            inviter: inviterColumns,
            offered: offeredRoles.permissions,
            ownRole: offeredRoles.name,
            mail: { status: mails.status, error: mails.error },
          })
          .from(invitations)
          .leftJoin(members, inviter)
          .leftJoin(roles, inviterRole)
          .leftJoin(offeredRoles, offeredRole)
          .leftJoin(mails, eq(mails.id, invitations.mailId))
          .where(after && gt(invitations.email, after[0]))
          .orderBy(asc(invitations.email))
          .limit(count),
      keyOf: ({ invitation }) => [invitation.email],
      view: ({ invitation, inviter, offered, ownRole, mail }) =>
        invitationView(invitation, {
          mail: mailOfInvitation(mail ?? undefined),
          roleName: roleName(invitation.role, ownRole),
          inviterLeft: !mayInvite({ ...invitation, offered }, inviter),
        }),
    })
  },
})
