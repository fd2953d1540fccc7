import { and, eq } from 'drizzle-orm'
import { mails } from '#db/schema/documents'
import { invitations } from '#db/schema/people'
import { newInvitationToken } from '#lib/auth/invitation'
import type { InvitationWithLink } from '#lib/contracts/organization/members'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '#lib/operations/define-operation'
import { requireRole } from '../access/require-role.ts'
import { nameOfOrganization } from '../organizations/name-of-organization.ts'
import { loadRoleNames } from '../access/load-role-names.ts'
import { invitationWithLink } from './invitation-view.ts'
import { mailInvitation } from './mail-invitation.ts'

/**
 * Creates a new link for a pending membership and mails it; the former one stops working at once,
 * and a mail with it that is still in the outbox is not sent. The caller becomes the inviter. Throws
 * 404, and 403 for a role that the caller may not give.
 */
export const renewInvitation = defineOperation<{ id: string }, InvitationWithLink>({
  name: 'renewInvitation',
  permission: 'members:manage',
  answersSecret: true,
  audit: ({ output: { id, email, mail } }) => ({
    action: 'member.invitation_renewed',
    objectKind: 'invitation',
    objectId: id,
    details: { email, mailed: mail.status !== 'not_sent' },
  }),
  async run({ actor, input, tx }) {
    const { organizationId } = actor
    const ofThis = and(eq(invitations.id, input.id), eq(invitations.organizationId, organizationId))
    const [former] = await tx.select().from(invitations).where(ofThis).for('update')
    if (!former) throw ApiError.notFound('invitation', input.id)
    // The answer has the link, so renewing gives the role as inviting does.
    await requireRole(tx, actor, former.role)
    if (former.mailId)
      await tx.delete(mails).where(and(eq(mails.id, former.mailId), eq(mails.status, 'queued')))
    const { token, ...renewed } = newInvitationToken()
    const [row] = await tx
      .update(invitations)
      .set({ ...renewed, invitedBy: actor.name, inviterId: actor.personId, mailId: null })
      .where(ofThis)
      .returning()
    if (!row) throw ApiError.notFound('invitation', input.id)
    const organization = await nameOfOrganization(tx, organizationId)
    const roleName = (await loadRoleNames(tx, organizationId))(row.role)
    const mail = await mailInvitation(tx, row, { token, organization, roleName })
    return invitationWithLink(row, { token, mail, roleName })
  },
})
