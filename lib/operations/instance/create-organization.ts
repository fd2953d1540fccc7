import type { z } from 'zod'
import type { newOrganizationSchema, OrganizationView } from '#lib/contracts/instance/instance'
import type { InvitationWithLink } from '#lib/contracts/organization/members'
import { insertOrganization } from '../organizations/insert-organization.ts'
import { defineInstanceOperation } from './define-instance-operation.ts'
import { inviteOwner } from './invite-owner.ts'
import { organizationView } from './organization-view.ts'

type Created = { organization: OrganizationView; invitation: InvitationWithLink }

/**
 * Creates an organization and invites its first owner. The administrator does not become a member
 * of it.
 */
export const createOrganization = defineInstanceOperation<
  z.output<typeof newOrganizationSchema>,
  Created
>({
  name: 'createOrganization',
  needsConfirmation: true,
  answersSecret: true,
  audit: ({ output: { organization, invitation } }) => ({
    organizationId: organization.id,
    action: 'organization.created',
    objectKind: 'organization',
    objectId: organization.id,
    details: { name: organization.name, owner: invitation.email },
  }),
  async run({ actor, input, tx }) {
    const row = await insertOrganization(tx, input)
    const invitation = await inviteOwner(tx, {
      organization: row,
      owner: input.owner,
      invitedBy: actor.name,
    })
    const { id, slug, name, timeZone, createdAt } = row
    const quotas = {
      requestsPerMinute: null,
      startsPerMinute: null,
      storageBytes: null,
      codeSecondsPerHour: null,
    }
    const fresh = { members: 0, owners: 0, ratePerMinute: null, quotas }
    const organization = organizationView({ id, slug, name, timeZone, createdAt, ...fresh })
    return { organization, invitation }
  },
})
