import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#db/client'
import { invitations, members } from '#db/schema/people'
import { newInvitationToken } from '#lib/auth/invitation'
import type { InvitationWithLink, newMemberSchema } from '#lib/contracts/organization/members'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { defineOperation } from '#lib/operations/define-operation'
import { requireRole } from '../access/require-role.ts'
import { nameOfOrganization } from '../organizations/name-of-organization.ts'
import { loadRoleNames } from '../access/load-role-names.ts'
import { invitationWithLink } from './invitation-view.ts'
import { mailInvitation } from './mail-invitation.ts'

async function requireNoMember(tx: Tx, email: string): Promise<void> {
  const [member] = await tx
    .select({ disabledAt: members.disabledAt })
    .from(members)
    .where(eq(sql`lower(${members.email})`, email))
  if (!member) return
  const message = member.disabledAt
    ? `${email} is a disabled member. Enable the person on their page instead.`
    : `${email} is already a member. Change the role in the list instead.`
  throw new ApiError('conflict', message, { email })
}

/**
 * Creates a pending membership and the link by which its person accepts it, and mails it to them.
 * Reads and writes no account, so the answer cannot depend on whether the address has one. Throws
 * 409 when the person is already a member of this organization or invited.
 */
export const addMember = defineOperation<z.output<typeof newMemberSchema>, InvitationWithLink>({
  name: 'addMember',
  permission: 'members:manage',
  needsConfirmation: true,
  answersSecret: true,
  audit: ({ output: { id, email, role, mail } }) => ({
    action: 'member.invited',
    objectKind: 'invitation',
    objectId: id,
    details: { email, role, mailed: mail.status !== 'not_sent' },
  }),
  async run({ actor, input, tx }) {
    const { email } = input
    const { organizationId } = actor
    await requireRole(tx, actor, input.role)
    await requireNoMember(tx, email)
    const { token, tokenHash, expiresAt } = newInvitationToken()
    const [row] = await tx
      .insert(invitations)
      .values({
        ...input,
        id: newId(),
        organizationId,
        tokenHash,
        invitedBy: actor.name,
        inviterId: actor.personId,
        expiresAt,
      })
      .onConflictDoNothing({ target: [invitations.organizationId, invitations.email] })
      .returning()
    if (!row) {
      const message = `${email} is already invited. Create a new link for it, or revoke it first.`
      throw new ApiError('conflict', message, { email })
    }
    const organization = await nameOfOrganization(tx, organizationId)
    const roleName = (await loadRoleNames(tx, organizationId))(row.role)
    const mail = await mailInvitation(tx, row, { token, organization, roleName })
    return invitationWithLink(row, { token, mail, roleName })
  },
})
