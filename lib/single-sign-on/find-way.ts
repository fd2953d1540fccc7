import { and, eq, isNotNull } from 'drizzle-orm'
import { authDb } from '#db/client'
import { emailDomains, ssoConnections } from '#db/schema/single-sign-on'
import { domainOf } from '#lib/domain/single-sign-on/email-domain'
import { addressesOf } from './addresses.ts'

/** How people of a domain sign in: where that begins, and whether it is the only way. */
export type SsoWay = { name: string; start: string; enforced: boolean }

/**
 * Finds the single sign-on of an address by its domain alone, so that the answer says nothing about
 * accounts. Undefined for a domain that nobody has proven or that has no active connection.
 */
export async function findWay(email: string): Promise<SsoWay | undefined> {
  const domain = domainOf(email)
  if (domain === undefined) return undefined
  const [found] = await authDb()
    .select({
      id: ssoConnections.id,
      name: ssoConnections.name,
      enforced: emailDomains.enforced,
    })
    .from(emailDomains)
    .innerJoin(ssoConnections, eq(ssoConnections.id, emailDomains.connectionId))
    .where(
      and(
        eq(emailDomains.domain, domain),
        isNotNull(emailDomains.provenAt),
        eq(ssoConnections.status, 'active'),
        eq(ssoConnections.organizationId, emailDomains.organizationId),
      ),
    )
  return found && { name: found.name, start: addressesOf(found.id).start, enforced: found.enforced }
}
