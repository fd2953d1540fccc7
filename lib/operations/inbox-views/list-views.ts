import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { directoryGroups } from '#db/schema/directories'
import type { Actor } from '#lib/auth/actor'
import type { InboxView } from '#lib/contracts/runs/inbox-views'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { wantedBy, type Wanted } from '../screens/queue/filters.ts'
import { countEach } from '../screens/queue/find-items.ts'
import { mayShare, requirePerson, viewsOf } from './find-views.ts'

type Counted = InboxView & { count: number | null }
type Listed = {
  items: Counted[]
  total: number
  canShare: boolean
  groups: { id: string; name: string }[]
}

const everything: Wanted = { where: undefined, needsCase: false }

/** The most groups that are offered. */
const maxGroups = 500

/** What a view looks for; undefined when its workflow is not there any more for the caller. */
async function wantedOf(tx: Tx, actor: Actor, view: InboxView): Promise<Wanted | undefined> {
  try {
    return await wantedBy(tx, actor, view.settings.filters)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined
    throw error
  }
}

/** All groups for who may share with them, else those of the person. */
const groupsFor = async (tx: Tx, actor: Actor) =>
  await tx
    .select({ id: directoryGroups.id, name: directoryGroups.displayName })
    .from(directoryGroups)
    .where(
      and(
        eq(directoryGroups.organizationId, actor.organizationId),
        mayShare(actor) ? undefined : inArray(directoryGroups.id, [...actor.groups]),
      ),
    )
    .orderBy(asc(directoryGroups.displayName), asc(directoryGroups.id))
    .limit(maxGroups)

/** The views that a person sees, with the number of screens of each, counted in one statement. */
export const listInboxViews = defineOperation<object, Listed>({
  name: 'listInboxViews',
  permission: 'screens:work',
  async run({ actor, tx }) {
    requirePerson(actor)
    const views = await viewsOf(tx, actor)
    const wanted: (Wanted | undefined)[] = []
    for (const view of views) wanted.push(await wantedOf(tx, actor, view))
    const [total, ...counts] = await countEach(tx, actor, [everything, ...wanted])
    return {
      items: views.map((view, at) => ({ ...view, count: counts[at] ?? null })),
      total: total ?? 0,
      canShare: mayShare(actor),
      groups: await groupsFor(tx, actor),
    }
  },
})
