import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { absences } from '#db/schema/absences'
import { notifications } from '#db/schema/notifications'
import { members } from '#db/schema/people'
import { runs, tasks } from '#db/schema/runs'
import { workItems } from '#db/schema/work-items'
import { workflows } from '#db/schema/workflows'
import { can, type Actor } from '#lib/auth/actor'
import type { NotificationView } from '#lib/contracts/organization/notifications'
import { ApiError } from '#lib/domain/api-error'
import { mostCounted } from '#lib/domain/notification/most-counted'
import type { Page, PageQuery } from '#lib/domain/page'
import { visibleAmong, visibleWorkflows, whereTable } from '../access/access-sql.ts'
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
  | 'id'
  | 'kind'
  | 'runId'
  | 'taskId'
  | 'workflowId'
  | 'stepId'
  | 'absenceId'
  | 'createdAt'
  | 'readAt'
>
type About = NonNullable<NotificationView['about']>

/** What the runs and screens of these are called now, as far as the caller may see them. */
async function aboutRuns(tx: Tx, actor: Actor, rows: Row[]): Promise<[string, About][]> {
  const runIds = rows.flatMap(({ runId }) => runId ?? [])
  const seen = await visibleAmong(tx, actor, [...new Set(runIds)])
  const ids = rows.flatMap(({ id, runId }) => (runId !== null && seen.has(runId) ? id : []))
  if (ids.length === 0) return []
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
  return found.map(({ id, ...about }) => [id, { ...about, step: null }])
}

/** What the steps of drafts are called now, as far as the caller may see their workflows. */
async function aboutSteps(tx: Tx, actor: Actor, rows: Row[]): Promise<[string, About][]> {
  const workflowIds = [...new Set(rows.flatMap(({ workflowId }) => workflowId ?? []))]
  if (workflowIds.length === 0 || !can(actor, 'workflows:read')) return []
  const found = await tx
    .select({ id: workflows.id, name: workflows.name, draft: workflows.draft })
    .from(workflows)
    .where(and(inArray(workflows.id, workflowIds), whereTable(visibleWorkflows(actor))))
  const byId = new Map(found.map((row) => [row.id, row]))
  return rows.flatMap(({ id, workflowId, stepId }): [string, About][] => {
    const workflow = byId.get(workflowId ?? '')
    if (!workflow) return []
    const step = workflow.draft.steps.find((one) => one.id === stepId)
    const title = step ? step.title || step.id : null
    return [[id, { workflow: workflow.name, case: null, screen: null, step: title, for: null }]]
  })
}

const aboutOf = async (tx: Tx, actor: Actor, rows: Row[]): Promise<Map<string, About>> =>
  new Map([...(await aboutRuns(tx, actor, rows)), ...(await aboutSteps(tx, actor, rows))])

type StandIn = NonNullable<NotificationView['standIn']>

/** The absences, not over, in which the caller stands in. */
async function standInsOf(tx: Tx, actor: Actor, rows: Row[]): Promise<Map<string, StandIn>> {
  const ids = [...new Set(rows.flatMap(({ absenceId }) => absenceId ?? []))]
  if (ids.length === 0) return new Map()
  const found = await tx
    .select({
      id: absences.id,
      name: members.name,
      firstDay: absences.firstDay,
      lastDay: absences.lastDay,
    })
    .from(absences)
    .innerJoin(
      members,
      and(eq(members.organizationId, absences.organizationId), eq(members.userId, absences.userId)),
    )
    .where(
      and(
        eq(absences.organizationId, actor.organizationId),
        inArray(absences.id, ids),
        eq(absences.delegateId, actor.id),
        isNull(absences.endedAt),
      ),
    )
  return new Map(found.map(({ id, ...standIn }) => [id, standIn]))
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
    const standIns = await standInsOf(tx, actor, page.items)
    const items = page.items.map((row) => {
      const { id, kind, runId, taskId, workflowId, stepId, absenceId, createdAt, readAt } = row
      return {
        id,
        kind,
        runId,
        taskId,
        workflowId,
        stepId,
        absenceId,
        standIn: standIns.get(absenceId ?? '') ?? null,
        createdAt: createdAt.toISOString(),
        readAt: readAt?.toISOString() ?? null,
        about: about.get(id) ?? null,
      }
    })
    return { items, nextCursor: page.nextCursor }
  },
})

type Chosen = {
  ids?: string[] | undefined
  runId?: string | undefined
  workflowId?: string | undefined
  stepId?: string | undefined
}

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
          input.workflowId ? eq(notifications.workflowId, input.workflowId) : undefined,
          input.stepId === undefined ? undefined : eq(notifications.stepId, input.stepId),
        ),
      )
    return await countUnread(tx, actor)
  },
})
