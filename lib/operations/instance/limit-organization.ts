import { eq } from 'drizzle-orm'
import { organizations } from '#db/schema/organizations'
import type { OrganizationView } from '#lib/contracts/instance/instance'
import { ApiError } from '#lib/domain/api-error'
import { defineInstanceOperation } from './define-instance-operation.ts'
import { findOrganization } from './organization-view.ts'

/**
 * Sets how many API requests a minute an organization may make; null: as the installation says
 * (`RATE_LIMITS`). It holds from the next request on. Throws 404.
 */
export const limitOrganization = defineInstanceOperation<
  { id: string; ratePerMinute: number | null },
  OrganizationView
>({
  name: 'limitOrganization',
  audit: ({ input: { ratePerMinute }, output: { id } }) => ({
    organizationId: id,
    action: 'organization.limited',
    objectKind: 'organization',
    objectId: id,
    details: { ratePerMinute },
  }),
  async run({ input: { id, ratePerMinute }, tx }) {
    await tx.update(organizations).set({ ratePerMinute }).where(eq(organizations.id, id))
    const organization = await findOrganization(tx, id)
    if (!organization) throw ApiError.notFound('organization', id)
    return organization
  },
})
