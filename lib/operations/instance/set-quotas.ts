import { eq } from 'drizzle-orm'
import { organizations } from '#db/schema/organizations'
import type { OrganizationView, Quotas } from '#lib/contracts/instance/instance'
import { ApiError } from '#lib/domain/api-error'
import { defineInstanceOperation } from './define-instance-operation.ts'
import { findOrganization } from './organization-view.ts'

/**
 * Sets what an organization may use; null is no limit. Starts and uploads keep it from the next one
 * on, code steps within two seconds. Throws 404.
 */
export const setQuotas = defineInstanceOperation<{ id: string } & Quotas, OrganizationView>({
  name: 'setQuotas',
  audit: ({ input: { id, ...quotas } }) => ({
    organizationId: id,
    action: 'organization.quotas_set',
    objectKind: 'organization',
    objectId: id,
    details: quotas,
  }),
  async run({ input: { id, ...quotas }, tx }) {
    const { requestsPerMinute: ratePerMinute, ...others } = quotas
    await tx
      .update(organizations)
      .set({ ratePerMinute, ...others })
      .where(eq(organizations.id, id))
    const organization = await findOrganization(tx, id)
    if (!organization) throw ApiError.notFound('organization', id)
    return organization
  },
})
