import { and, eq } from 'drizzle-orm'
import { personalSettings } from '#db/schema/inbox-views'
import type { InboxView } from '#lib/contracts/runs/inbox-views'
import { defineOperation } from '../define-operation.ts'
import { viewsOf } from './find-views.ts'

/** The view with which the caller's inbox opens; undefined: none, or they no longer see it. */
export const getUsualView = defineOperation<object, InboxView | undefined>({
  name: 'getUsualView',
  permission: 'self:manage',
  async run({ actor, tx }) {
    const [own] = await tx
      .select({ id: personalSettings.inboxViewId })
      .from(personalSettings)
      .where(
        and(
          eq(personalSettings.organizationId, actor.organizationId),
          eq(personalSettings.userId, actor.id),
        ),
      )
    if (!own?.id) return undefined
    return (await viewsOf(tx, actor)).find(({ id }) => id === own.id)
  },
})
