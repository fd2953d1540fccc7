import { sql } from 'drizzle-orm'
import type { InvitationWithLink } from '#lib/contracts/organization/members'
import { ApiError } from '#lib/domain/api-error'
import { defineInstanceOperation } from './define-instance-operation.ts'
import { inviteOwner } from './invite-owner.ts'
import { findOrganization } from './organization-view.ts'

type Input = { id: string; name: string; email: string }
type Output = { organizationId: string; invitation: InvitationWithLink }

/**
 * Invites the first owner of an organization that has none. Throws 404, and 409 when it has one:
 * an administrator could make themselves its owner otherwise.
 */
export const inviteFirstOwner = defineInstanceOperation<Input, Output>({
  name: 'inviteFirstOwner',
  needsConfirmation: true,
  answersSecret: true,
  audit: ({ output: { organizationId, invitation } }) => ({
    organizationId,
    action: 'member.invited',
    objectKind: 'invitation',
    objectId: invitation.id,
    details: { email: invitation.email, role: 'owner' },
  }),
  async run({ actor, input: { id, ...owner }, tx }) {
    // Of two administrators who invite at once, only the later invitation works.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`rounds first owner ${id}`}))`)
    const organization = await findOrganization(tx, id)
    if (!organization) throw ApiError.notFound('organization', id)
    if (organization.owners > 0)
      throw new ApiError(
        'conflict',
        `${organization.name} has an owner. Its owners decide who belongs to it.`,
      )
    const invitation = await inviteOwner(tx, { organization, owner, invitedBy: actor.name })
    return { organizationId: id, invitation }
  },
})
