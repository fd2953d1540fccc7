import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { directoryGroups } from '#db/schema/directories'
import { inboxViews } from '#db/schema/inbox-views'
import { can, type Actor } from '#lib/auth/actor'
import type { InboxView } from '#lib/contracts/runs/inbox-views'
import { ApiError } from '#lib/domain/api-error'
import type { ViewSharing } from '#lib/domain/run/inbox-view'

/** The most views that somebody makes, and that a list shows. */
export const maxViews = 50

const columns = {
  id: inboxViews.id,
  name: inboxViews.name,
  sharing: inboxViews.sharing,
  groupId: inboxViews.groupId,
  groupName: directoryGroups.displayName,
  settings: inboxViews.settings,
  ownerId: inboxViews.ownerId,
  revision: inboxViews.revision,
}

/** Own ones, those of one's groups, and those of everybody; owners and builders see all shared. */
function seenBy(actor: Actor) {
  const groups = [...actor.groups]
  return or(
    eq(inboxViews.ownerId, actor.id),
    eq(inboxViews.sharing, 'organization'),
    mayShare(actor) ? eq(inboxViews.sharing, 'group') : undefined,
    groups.length > 0 ? inArray(inboxViews.groupId, groups) : undefined,
  )
}

export const mayShare = (actor: Actor): boolean => can(actor, 'runs:control')

async function findViews(tx: Tx, actor: Actor, id?: string) {
  const rows = await tx
    .select(columns)
    .from(inboxViews)
    .leftJoin(directoryGroups, eq(directoryGroups.id, inboxViews.groupId))
    .where(
      and(
        eq(inboxViews.organizationId, actor.organizationId),
        seenBy(actor),
        id === undefined ? undefined : eq(inboxViews.id, id),
      ),
    )
    .orderBy(
      sql`${inboxViews.ownerId} = ${actor.id}::uuid desc`,
      asc(sql`lower(${inboxViews.name})`),
      asc(inboxViews.id),
    )
    .limit(maxViews)
  return rows.map((row) => viewOf(row, actor))
}

export const viewsOf = async (tx: Tx, actor: Actor): Promise<InboxView[]> =>
  await findViews(tx, actor)

/** Throws 404 for a view that the caller does not see. */
export async function getViewOrThrow(tx: Tx, actor: Actor, id: string): Promise<InboxView> {
  const [view] = await findViews(tx, actor, id)
  if (!view) throw ApiError.notFound('view', id)
  return view
}

type Row = Pick<InboxView, 'id' | 'name' | 'settings' | 'revision'> & {
  sharing: 'own' | 'group' | 'organization'
  groupId: string | null
  groupName: string | null
  ownerId: string
}

function sharingOf({ sharing, groupId }: Row): ViewSharing {
  if (sharing === 'group' && groupId !== null) return { with: 'group', groupId }
  return { with: sharing === 'organization' ? 'organization' : 'nobody' }
}

function viewOf(row: Row, actor: Actor): InboxView {
  const { id, name, settings, revision, groupName, ownerId } = row
  const mine = ownerId === actor.id
  const canChange = mine || mayShare(actor)
  return { id, name, settings, revision, groupName, sharing: sharingOf(row), mine, canChange }
}

/** The columns of a sharing. Throws 403 for who may not share, 404 for an unknown group. */
export async function sharingColumns(tx: Tx, actor: Actor, sharing: ViewSharing) {
  if (sharing.with === 'nobody') return { sharing: 'own' as const, groupId: null }
  if (!mayShare(actor))
    throw new ApiError('forbidden', 'Only owners and builders share views. Save it for yourself.')
  if (sharing.with === 'organization') return { sharing: 'organization' as const, groupId: null }
  const [group] = await tx
    .select({ id: directoryGroups.id })
    .from(directoryGroups)
    .where(eq(directoryGroups.id, sharing.groupId))
  if (!group) throw ApiError.notFound('group', sharing.groupId)
  return { sharing: 'group' as const, groupId: group.id }
}

/** Views belong to people: keys have none. */
export function requirePerson(actor: Actor): void {
  if (actor.kind !== 'user')
    throw new ApiError('forbidden', 'Only a person has views; a system sends filters.')
}
