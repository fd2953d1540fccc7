import { and, eq } from 'drizzle-orm'
import { invitations } from '#db/schema/people'
import { newInvitationToken } from '#lib/auth/invitation'
import type { InvitationWithLink } from '#lib/contracts/organization/members'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '#lib/operations/define-operation'
import { invitationWithLink } from './invitation-view.ts'

/** Creates a new link for a pending membership; the former one stops working at once. */
export const renewInvitation = defineOperation<{ id: string }, InvitationWithLink>({
  name: 'renewInvitation',
  permission: 'members:manage',
  answersSecret: true,
  audit: ({ output: { id, email } }) => ({
    action: 'member.invitation_renewed',
    objectKind: 'invitation',
    objectId: id,
    details: { email },
  }),
  async run({ actor, input, tx }) {
    const { token, ...renewed } = newInvitationToken()
    const { organizationId } = actor
    const [row] = await tx
      .update(invitations)
      .set(renewed)
      .where(and(eq(invitations.id, input.id), eq(invitations.organizationId, organizationId)))
      .returning()
    if (!row) throw ApiError.notFound('invitation', input.id)
    return invitationWithLink(row, token)
  },
})
