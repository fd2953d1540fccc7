import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { organizations } from '#db/schema/organizations'
import type { SettingsView } from '#lib/contracts/organization/settings'
import { ApiError } from '#lib/domain/api-error'

/** The settings of the organization as they are answered. */
export async function settingsView(tx: Tx, organizationId: string): Promise<SettingsView> {
  const [row] = await tx.select().from(organizations).where(eq(organizations.id, organizationId))
  if (!row) throw ApiError.notFound('organization', organizationId)
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    timeZone: row.timeZone,
    retentionDays: row.settings.retentionDays ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
