import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { organizations } from '#db/schema/organizations'
import { ApiError } from '#lib/domain/api-error'

/** The name of an organization. Throws 404. */
export async function nameOfOrganization(tx: Tx, organizationId: string): Promise<string> {
  const [row] = await tx
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  if (!row) throw ApiError.notFound('organization', organizationId)
  return row.name
}
