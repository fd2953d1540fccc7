import { switchOrganizationContract } from '#lib/contracts/organization/memberships'
import { organizationHeader } from '#lib/domain/page-headers'
import { call } from '#lib/http/client'

/**
 * Continues in another organization of the person, at `next`, one of our own paths. It also works
 * in a tab whose organization is no longer that of the session. Throws ApiFailure.
 */
export async function enterOrganization(organizationId: string, next: string): Promise<void> {
  const headers = { [organizationHeader]: '' }
  await call(switchOrganizationContract, { body: { organizationId }, headers })
  // A whole new page, so that no data of the other organization stays in memory.
  window.location.assign(next)
}
