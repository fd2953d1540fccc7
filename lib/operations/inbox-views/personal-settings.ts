import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { personalSettings } from '#db/schema/inbox-views'
import type { Actor } from '#lib/auth/actor'
import type { PersonalSettings } from '#lib/contracts/organization/personal-settings'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { getViewOrThrow } from './find-views.ts'

async function settingsOf(tx: Tx, actor: Actor): Promise<PersonalSettings> {
  const [row] = await tx
    .select({
      letterKeys: personalSettings.letterKeys,
      inboxViewId: personalSettings.inboxViewId,
    })
    .from(personalSettings)
    .where(
      and(
        eq(personalSettings.organizationId, actor.organizationId),
        eq(personalSettings.userId, actor.id),
      ),
    )
  return row ?? { letterKeys: true, inboxViewId: null }
}

/** How a person wants the pages to be; a key has the usual settings. */
export const getPersonalSettings = defineOperation<object, PersonalSettings>({
  name: 'getPersonalSettings',
  permission: 'self:manage',
  async run({ actor, tx }) {
    return await settingsOf(tx, actor)
  },
})

type Change = { letterKeys?: boolean | undefined; inboxViewId?: string | null | undefined }

export const changePersonalSettings = defineOperation<Change, PersonalSettings>({
  name: 'changePersonalSettings',
  permission: 'self:manage',
  async run({ actor, input, tx }) {
    if (actor.kind !== 'user')
      throw new ApiError('forbidden', 'Only a person has settings of their own.')
    if (input.inboxViewId) await getViewOrThrow(tx, actor, input.inboxViewId)
    const { organizationId, id: userId } = actor
    const changed = Object.fromEntries(
      Object.entries(input).filter(([, value]) => value !== undefined),
    )
    const settings = { ...(await settingsOf(tx, actor)), ...changed }
    await tx
      .insert(personalSettings)
      .values({ organizationId, userId, ...settings })
      .onConflictDoUpdate({
        target: [personalSettings.organizationId, personalSettings.userId],
        set: Object.keys(changed).length > 0 ? changed : { letterKeys: settings.letterKeys },
      })
    return settings
  },
})
