import type { OrganizationView } from '#lib/contracts/instance/instance'
import { ApiError } from '#lib/domain/api-error'
import { renameOrganization as rename } from '../organizations/insert-organization.ts'
import { defineInstanceOperation } from './define-instance-operation.ts'
import { findOrganization } from './organization-view.ts'

/** Renames an organization. Throws 404. */
export const renameOrganization = defineInstanceOperation<
  { id: string; name: string },
  OrganizationView
>({
  name: 'renameOrganization',
  audit: ({ output: { id, name } }) => ({
    organizationId: id,
    action: 'organization.renamed',
    objectKind: 'organization',
    objectId: id,
    details: { name },
  }),
  async run({ input, tx }) {
    await rename(tx, input)
    const organization = await findOrganization(tx, input.id)
    if (!organization) throw ApiError.notFound('organization', input.id)
    return organization
  },
})
