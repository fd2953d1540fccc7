import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { organizations } from '#db/schema/organizations'
import type { SettingsView } from '#lib/contracts/organization/settings'
import { ApiError } from '#lib/domain/api-error'
import { noModelLimits } from '#lib/domain/ask/model-limits'
import { idleMinutes, sessionHours } from '#lib/domain/session-limits'
import { loadLogo } from './logo-view.ts'

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
    sessionIdleMinutes: row.settings.sessionIdleMinutes ?? idleMinutes.usual,
    sessionHours: row.settings.sessionHours ?? sessionHours.usual,
    mailFrom: row.settings.mailFrom ?? null,
    mailName: row.settings.mailName ?? null,
    logo: await loadLogo(tx, organizationId),
    privacyNote: row.settings.privacyNote ?? null,
    savedForms: row.settings.savedForms ?? true,
    secondFactor: row.settings.secondFactor ?? 'owners',
    modelLimits: { ...noModelLimits, ...row.settings.modelLimits },
    createdAt: row.createdAt.toISOString(),
  }
}
