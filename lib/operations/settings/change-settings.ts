import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#db/client'
import { organizations } from '#db/schema/organizations'
import { requireRecentConfirmation } from '#lib/auth/sessions/require-recent-confirmation'
import type { changeSettingsSchema, SettingsView } from '#lib/contracts/organization/settings'
import { defineOperation } from '#lib/operations/define-operation'
import { settingsView } from './settings-view.ts'

type Changes = z.output<typeof changeSettingsSchema>

/**
 * How long sessions stay open, and who needs a second factor, decides who may act as a member, so
 * changing it is confirmed.
 */
async function changesSignIn(tx: Tx, organizationId: string, given: Changes): Promise<boolean> {
  const before = await settingsView(tx, organizationId)
  return (['sessionIdleMinutes', 'sessionHours', 'secondFactor'] as const).some(
    (name) => given[name] !== undefined && given[name] !== before[name],
  )
}

/** Changes what is given; the rest stays. */
export const changeSettings = defineOperation<Changes, SettingsView>({
  name: 'changeSettings',
  permission: 'settings:manage',
  audit: ({ input, output }) => ({
    action: 'settings.changed',
    objectKind: 'organization',
    objectId: output.id,
    details: { ...input },
  }),
  async run({ actor, input, tx }) {
    const {
      retentionDays,
      sessionIdleMinutes,
      sessionHours,
      mailFrom,
      mailName,
      privacyNote,
      savedForms,
      secondFactor,
      modelLimits,
    } = input
    if (await changesSignIn(tx, actor.organizationId, input)) await requireRecentConfirmation(actor)
    // Without those that are undefined; null takes one away.
    const stored = {
      retentionDays,
      sessionIdleMinutes,
      sessionHours,
      mailFrom,
      mailName,
      privacyNote: privacyNote === '' ? null : privacyNote,
      savedForms,
      secondFactor,
      modelLimits,
      // Those whom it asks for one have time from now on.
      secondFactorSince: secondFactor && new Date().toISOString(),
    }
    const settings = JSON.stringify(stored)
    const changes = {
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.timeZone === undefined ? {} : { timeZone: input.timeZone }),
      ...(settings === '{}'
        ? {}
        : {
            settings: sql`jsonb_strip_nulls(${organizations.settings} || ${settings}::jsonb)`,
          }),
    }
    if (Object.keys(changes).length > 0)
      await tx.update(organizations).set(changes).where(eq(organizations.id, actor.organizationId))
    return await settingsView(tx, actor.organizationId)
  },
})
