import { and, eq } from 'drizzle-orm'
import { mails } from '#db/schema/documents'
import { invitations } from '#db/schema/people'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '#lib/operations/define-operation'

/** Revokes a pending membership; its link stops working at once, and a waiting mail is not sent. */
export const revokeInvitation = defineOperation<{ id: string }, { email: string }>({
  name: 'revokeInvitation',
  permission: 'members:manage',
  audit: ({ input, output }) => ({
    action: 'member.invitation_revoked',
    objectKind: 'invitation',
    objectId: input.id,
    details: output,
  }),
  async run({ actor, input, tx }) {
    const { organizationId } = actor
    const [row] = await tx
      .delete(invitations)
      .where(and(eq(invitations.id, input.id), eq(invitations.organizationId, organizationId)))
      .returning({ email: invitations.email, mailId: invitations.mailId })
    if (!row) throw ApiError.notFound('invitation', input.id)
    if (row.mailId)
      await tx.delete(mails).where(and(eq(mails.id, row.mailId), eq(mails.status, 'queued')))
    return { email: row.email }
  },
})
