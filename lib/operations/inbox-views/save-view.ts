import { and, count, eq, sql } from 'drizzle-orm'
import { inboxViews } from '#db/schema/inbox-views'
import type { InboxView } from '#lib/contracts/runs/inbox-views'
import { ApiError } from '#lib/domain/api-error'
import type { ViewSettings, ViewSharing } from '#lib/domain/run/inbox-view'
import { newId } from '#lib/ids'
import { defineOperation } from '../define-operation.ts'
import { getViewOrThrow, maxViews, requirePerson, sharingColumns } from './find-views.ts'

type Values = { name: string; sharing: ViewSharing; settings: ViewSettings }

/** Saves a view; with others only by who may share. The audit entry has no search text. */
export const createInboxView = defineOperation<Values, InboxView>({
  name: 'createInboxView',
  permission: 'screens:work',
  audit: ({ output: { id, sharing } }) => ({
    action: 'inbox-view.created',
    objectKind: 'inbox-view',
    objectId: id,
    details: { sharing: sharing.with },
  }),
  async run({ actor, input: { name, sharing, settings }, tx }) {
    requirePerson(actor)
    const { organizationId } = actor
    const own = and(eq(inboxViews.organizationId, organizationId), eq(inboxViews.ownerId, actor.id))
    const [made] = await tx.select({ views: count() }).from(inboxViews).where(own)
    if (made && made.views >= maxViews)
      throw new ApiError('conflict', `You have ${maxViews} views. Delete one that you do not need.`)
    const shared = await sharingColumns(tx, actor, sharing)
    const id = newId()
    const values = { id, organizationId, ownerId: actor.id, name, settings, ...shared }
    await tx.insert(inboxViews).values(values)
    return await getViewOrThrow(tx, actor, id)
  },
})

/** Throws 404 for a view that the caller does not see, 403 for one that is not theirs to change. */
async function getOwn(...[tx, actor, id]: Parameters<typeof getViewOrThrow>): Promise<InboxView> {
  requirePerson(actor)
  const view = await getViewOrThrow(tx, actor, id)
  if (!view.canChange)
    throw new ApiError(
      'forbidden',
      'This view belongs to somebody else. Save one of your own instead.',
    )
  return view
}

type Change = { id: string; revision: number } & {
  [Name in keyof Values]?: Values[Name] | undefined
}

export const changeInboxView = defineOperation<Change, InboxView>({
  name: 'changeInboxView',
  permission: 'screens:work',
  audit: ({ output: { id, sharing } }) => ({
    action: 'inbox-view.changed',
    objectKind: 'inbox-view',
    objectId: id,
    details: { sharing: sharing.with },
  }),
  async run({ actor, input: { id, revision, name, sharing, settings }, tx }) {
    await getOwn(tx, actor, id)
    const changed = await tx
      .update(inboxViews)
      .set({
        ...(name === undefined ? {} : { name }),
        ...(settings === undefined ? {} : { settings }),
        ...(sharing === undefined ? {} : await sharingColumns(tx, actor, sharing)),
        revision: sql`revision + 1`,
      })
      .where(and(eq(inboxViews.id, id), eq(inboxViews.revision, revision)))
      .returning({ id: inboxViews.id })
    if (changed.length === 0)
      throw new ApiError(
        'version_conflict',
        'This view was changed meanwhile. Load the page again, then change it.',
      )
    return await getViewOrThrow(tx, actor, id)
  },
})

export const deleteInboxView = defineOperation<{ id: string }, void>({
  name: 'deleteInboxView',
  permission: 'screens:work',
  audit: ({ input: { id } }) => ({
    action: 'inbox-view.deleted',
    objectKind: 'inbox-view',
    objectId: id,
  }),
  async run({ actor, input: { id }, tx }) {
    await getOwn(tx, actor, id)
    await tx.delete(inboxViews).where(eq(inboxViews.id, id))
  },
})
