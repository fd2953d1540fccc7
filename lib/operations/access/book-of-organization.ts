import { inOrganization } from '#db/client'
import { organizations } from '#db/schema/organizations'
import { accessBookOf } from '#lib/auth/access-book'
import type { AccessBook } from '#lib/domain/access/decide'

/**
 * The access rules in force, for work that has no caller, such as steps. Not for use inside a
 * transaction: it may need a second connection.
 */
export async function bookOfOrganization(organizationId: string): Promise<AccessBook> {
  const [row] = await inOrganization(organizationId, (tx) =>
    tx.select({ revision: organizations.accessRevision }).from(organizations).limit(1),
  )
  return await accessBookOf(organizationId, row?.revision ?? 0)
}
