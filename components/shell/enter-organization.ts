import { switchOrganizationContract } from '#lib/contracts/organization/memberships'
import { organizationHeader } from '#lib/domain/organization-header'
import { call } from '#lib/http/client'

/**
 * Goes on in another organization of the person, at `next`, one of our own paths. Meant wherever
 * the session is now, so it works in a tab that another one has left behind. Throws ApiFailure.
 */
export async function enterOrganization(organizationId: string, next: string): Promise<void> {
  const headers = { [organizationHeader]: '' }
  await call(switchOrganizationContract, { body: { organizationId }, headers })
  // A whole new page: nothing of the other organization stays in memory.
  window.location.assign(next)
}
