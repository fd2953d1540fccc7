import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { invitations } from '#db/schema/people'
import { newInvitationToken } from '#lib/auth/invitation'
import type { InvitationWithLink } from '#lib/contracts/organization/members'
import { roleName } from '#lib/domain/role-name'
import { newId } from '#lib/ids'
import { invitationWithLink } from '../members/invitation-view.ts'
import { mailInvitation } from '../members/mail-invitation.ts'

type Invited = {
  organization: { id: string; name: string }
  owner: { name: string; email: string }
  invitedBy: string
}

/**
 * Invites an owner from outside of the organization, by mail and link. Former invitations of owners
 * from outside stop working, as do those of this address. `tx` has the sign-in role.
 */
export async function inviteOwner(
  tx: Tx,
  { organization, owner, invitedBy }: Invited,
): Promise<InvitationWithLink> {
  const here = eq(invitations.organizationId, organization.id)
  await tx
    .delete(invitations)
    .where(and(here, isNull(invitations.inviterId), eq(invitations.role, 'owner')))
  await tx.delete(invitations).where(and(here, eq(invitations.email, owner.email)))
  const { token, tokenHash, expiresAt } = newInvitationToken()
  const [row] = await tx
    .insert(invitations)
    .values({
      ...owner,
      id: newId(),
      organizationId: organization.id,
      role: 'owner',
      tokenHash,
      invitedBy,
      expiresAt,
    })
    .returning()
  if (!row) throw new Error('an invitation was not inserted')
  const offer = { token, organization: organization.name, roleName: roleName('owner') }
  const mail = await mailInvitation(tx, row, offer)
  return invitationWithLink(row, { ...offer, mail })
}
