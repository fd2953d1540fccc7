import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { roles } from '#db/schema/access'
import { roleName } from '#lib/domain/role-name'

/** The names of an organization's roles, by slug. */
export async function loadRoleNames(
  tx: Tx,
  organizationId: string,
): Promise<(slug: string) => string> {
  const rows = await tx
    .select({ slug: roles.slug, name: roles.name })
    .from(roles)
    .where(eq(roles.organizationId, organizationId))
    .limit(500)
  const own = new Map(rows.map(({ slug, name }) => [slug, name]))
  return (slug) => roleName(slug, own.get(slug))
}
