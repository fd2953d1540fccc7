import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { organizations } from '#db/schema/organizations'
import type { changeSettingsSchema, SettingsView } from '#lib/contracts/organization/settings'
import { defineOperation } from '#lib/operations/define-operation'
import { settingsView } from './settings-view.ts'

/** Changes what is given; the rest stays. */
export const changeSettings = defineOperation<z.output<typeof changeSettingsSchema>, SettingsView>({
  name: 'changeSettings',
  permission: 'settings:manage',
  audit: ({ input, output }) => ({
    action: 'settings.changed',
    objectKind: 'organization',
    objectId: output.id,
    details: { ...input },
  }),
  async run({ actor, input, tx }) {
    const { retentionDays } = input
    const changes = {
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.timeZone === undefined ? {} : { timeZone: input.timeZone }),
      ...(retentionDays === undefined
        ? {}
        : {
            settings: sql`jsonb_strip_nulls(${organizations.settings} || ${JSON.stringify({ retentionDays })}::jsonb)`,
          }),
    }
    if (Object.keys(changes).length > 0)
      await tx.update(organizations).set(changes).where(eq(organizations.id, actor.organizationId))
    return await settingsView(tx, actor.organizationId)
  },
})
