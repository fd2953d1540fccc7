import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { notifications } from '#db/schema/notifications'
import { runs, tasks } from '#db/schema/runs'
import { workItems } from '#db/schema/work-items'
import { workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import type { NotificationView } from '#lib/contracts/organization/notifications'
import { ApiError } from '#lib/domain/api-error'
import { mostCounted } from '#lib/domain/notification/most-counted'
import type { Page, PageQuery } from '#lib/domain/page'
import { visibleAmong } from '../access/access-sql.ts'
import { defineOperation } from '../define-operation.ts'
import { cursorValue, keysetPage } from '../keyset.ts'
import { around, isAround, screenColumns } from '../screens/screen-columns.ts'

/** Throws 403 for systems: nobody tells them anything. */
export function requireOwn(actor: Actor): void {
  if (actor.kind !== 'user')
    throw new ApiError('forbidden', 'Only a person has notifications. Sign in to read yours.')
}

const ofCaller = ({ organizationId, id }: Actor) =>
  and(eq(notifications.organizationId, organizationId), eq(notifications.userId, id))

async function countUnread(tx: Tx, actor: Actor): Promise<{ unread: number }> {
  const found = await tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(ofCaller(actor), isNull(notifications.readAt), eq(notifications.inProduct, true)))
    .limit(mostCounted)
  return { unread: found.length }
}

export const countNotifications = defineOperation<object, { unread: number }>({
  name: 'countNotifications',
  permission: 'self:manage',
  async run({ actor, tx }) {
    requireOwn(actor)
    return await countUnread(tx, actor)
  },
})

type Row = Pick<
  typeof notifications.$inferSelect,
  'id' | 'kind' | 'runId' | 'taskId' | 'createdAt' | 'readAt'
>

/** What the runs and screens of these are called now, as far as the caller may see them. */
async function aboutOf(tx: Tx, actor: Actor, rows: Row[]) {
  const seen = await visibleAmong(tx, actor, [...new Set(rows.map(({ runId }) => runId))])
  const ids = rows.flatMap(({ id, runId }) => (seen.has(runId) ? id : []))
  if (ids.length === 0) return new Map<string, NonNullable<NotificationView['about']>>()
  const found = await tx
    .select({
      id: notifications.id,
      workflow: workflows.name,
      case: screenColumns.case,
      screen: sql<string | null>`coalesce(${tasks.state}->>'title', ${tasks.title})`,
      for: sql<string | null>`case when ${workItems.assigneeId} = ${notifications.userId}
        then ${workItems.assignedForName} end`,
    })
    .from(notifications)
    .innerJoin(runs, eq(runs.id, notifications.runId))
    .innerJoin(workflows, eq(workflows.id, runs.workflowId))
    .leftJoin(around, isAround)
    .leftJoin(tasks, and(eq(tasks.id, notifications.taskId), eq(tasks.runId, notifications.runId)))
    .leftJoin(workItems, eq(workItems.taskId, notifications.taskId))
    .where(inArray(notifications.id, ids))
  return new Map(found.map(({ id, ...about }) => [id, about]))
}

/** The caller's notifications, the newest first. Names are read now, under the access rules. */
export const listNotifications = defineOperation<PageQuery, Page<NotificationView>>({
  name: 'listNotifications',
  permission: 'self:manage',
  async run({ actor, input, tx }) {
    requireOwn(actor)
    const page = await keysetPage(input, {
      shape: [cursorValue.uuid],
      rows: (after, count) =>
        tx
          .select()
          .from(notifications)
          .where(
            and(
              ofCaller(actor),
              eq(notifications.inProduct, true),
              after && lt(notifications.id, after[0]),
            ),
          )
          .orderBy(desc(notifications.id))
          .limit(count),
      keyOf: ({ id }) => [id],
      view: (row): Row => row,
    })
    const about = await aboutOf(tx, actor, page.items)
    const items = page.items.map(({ id, kind, runId, taskId, createdAt, readAt }) => ({
      id,
      kind,
      runId,
      taskId,
      createdAt: createdAt.toISOString(),
      readAt: readAt?.toISOString() ?? null,
      about: about.get(id) ?? null,
    }))
    return { items, nextCursor: page.nextCursor }
  },
})

type Chosen = { ids?: string[] | undefined; runId?: string | undefined }

/** Marks notifications of the caller as read; nobody is told again of what they have read. */
export const readNotifications = defineOperation<Chosen, { unread: number }>({
  name: 'readNotifications',
  permission: 'self:manage',
  async run({ actor, input, tx }) {
    requireOwn(actor)
    await tx
      .update(notifications)
      .set({ readAt: sql`now()`, mailAt: null, pushAt: null })
      .where(
        and(
          ofCaller(actor),
          isNull(notifications.readAt),
          input.ids && inArray(notifications.id, input.ids),
          input.runId ? eq(notifications.runId, input.runId) : undefined,
        ),
      )
    return await countUnread(tx, actor)
  },
})
