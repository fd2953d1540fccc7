import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { invitations, members } from '#db/schema/people'
import { newInvitationToken } from '#lib/auth/invitation'
import type { InvitationWithLink, newMemberSchema } from '#lib/contracts/organization/members'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { defineOperation } from '#lib/operations/define-operation'
import { invitationWithLink } from './invitation-view.ts'

/**
 * Creates a pending membership and the link by which its person accepts it. Reads and writes no
 * account, so the answer cannot depend on whether the address has one. Throws 409 when the person
 * is already a member of this organization or invited.
 */
export const addMember = defineOperation<z.output<typeof newMemberSchema>, InvitationWithLink>({
  name: 'addMember',
  permission: 'members:manage',
  answersSecret: true,
  audit: ({ output: { id, email, role } }) => ({
    action: 'member.invited',
    objectKind: 'invitation',
    objectId: id,
    details: { email, role },
  }),
  async run({ actor, input, tx }) {
    const { email } = input
    const [member] = await tx
      .select({ id: members.userId })
      .from(members)
      .where(eq(sql`lower(${members.email})`, email))
    if (member) {
      const message = `${email} is already a member. Change the role in the list instead.`
      throw new ApiError('conflict', message, { email })
    }
    const { token, tokenHash, expiresAt } = newInvitationToken()
    const [row] = await tx
      .insert(invitations)
      .values({
        ...input,
        id: newId(),
        organizationId: actor.organizationId,
        tokenHash,
        invitedBy: actor.name,
        expiresAt,
      })
      .onConflictDoNothing({ target: [invitations.organizationId, invitations.email] })
      .returning()
    if (row) return invitationWithLink(row, token)
    const message = `${email} is already invited. Create a new link for it, or revoke it first.`
    throw new ApiError('conflict', message, { email })
  },
})
