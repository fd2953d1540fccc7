import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { runs, screenDrafts, tasks } from '#db/schema/runs'
import { workItems } from '#db/schema/work-items'
import { workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import type { InboxItem } from '#lib/contracts/runs/screens'
import { microsOf } from '#lib/operations/keyset'
import { datesOfItems } from '../../deadlines/dates-of-items.ts'
import { around, claimOf, isAround, ofCase, workOf } from '../screen-columns.ts'
import { isOpenItem, itemsOfCaller, type Wanted } from './filters.ts'

const ofWorkflow = eq(workflows.id, workItems.workflowId)
const ofRun = eq(runs.id, workItems.runId)

/** The calendar that the step of an item with a due date names. */
const calendarOf = sql<string | null>`case when ${workItems.dueAt} is not null then (
  select ${tasks.state}->>'calendar' from ${tasks}
  where ${tasks.id} = ${workItems.taskId} and ${tasks.runId} = ${workItems.runId}) end`

type Search = Wanted & {
  by: SQL[]
  /** The value of the sort, for the key. */
  first?: SQL<string> | undefined
  limit: number
}

/** The ids of open items that the caller may do, in order, with the values of their keys. */
async function findKeys(tx: Tx, actor: Actor, { where, needsCase, by, first, limit }: Search) {
  const query = tx
    .select({
      taskId: workItems.taskId,
      runId: workItems.runId,
      first: first ?? sql<string>`''`,
      micros: microsOf(workItems.openedAt),
    })
    .from(workItems)
    .innerJoin(workflows, ofWorkflow)
    .$dynamic()
  // Runs are read only where they decide: of all open items that costs more than all else.
  if (needsCase) void query.innerJoin(runs, ofRun).leftJoin(around, isAround)
  return await query
    .where(and(isOpenItem, itemsOfCaller(actor), where))
    .orderBy(...by)
    .limit(limit)
}

/**
 * How many open items the caller may do of each of these, in one statement; null where nothing can
 * be wanted.
 */
export async function countEach(
  tx: Tx,
  actor: Actor,
  wanted: readonly (Wanted | undefined)[],
): Promise<(number | null)[]> {
  const known = wanted.filter((one) => one !== undefined)
  if (known.length === 0) return wanted.map(() => null)
  const counts = known.map(({ where }) => sql`count(*) filter (where ${where ?? sql`true`})::int`)
  const query = tx
    .select({ counts: sql<number[]>`array[${sql.join(counts, sql`, `)}]` })
    .from(workItems)
    .innerJoin(workflows, ofWorkflow)
    .$dynamic()
  if (known.some(({ needsCase }) => needsCase))
    void query.innerJoin(runs, ofRun).leftJoin(around, isAround)
  const [row] = await query.where(and(isOpenItem, itemsOfCaller(actor)))
  const found = new Map(known.map((one, at) => [one, row?.counts[at] ?? 0]))
  return wanted.map((one) => (one ? (found.get(one) ?? 0) : null))
}

/** How many open items the caller may do of those that are wanted. */
export async function countItems(tx: Tx, actor: Actor, wanted: Wanted): Promise<number> {
  const [count] = await countEach(tx, actor, [wanted])
  return count ?? 0
}

/** Their ids alone. */
export const findIds = async (tx: Tx, actor: Actor, search: Search): Promise<string[]> =>
  (await findKeys(tx, actor, search)).map(({ taskId }) => taskId)

/** Finds open items that the caller may do, in order. */
export async function findItems(tx: Tx, actor: Actor, search: Search) {
  const keys = await findKeys(tx, actor, search)
  if (keys.length === 0) return []
  const ids = sql.param(keys.map(({ taskId }) => taskId))
  const runIds = sql.param(keys.map(({ runId }) => runId))
  const found = await tx
    .select({
      taskId: workItems.taskId,
      runId: workItems.runId,
      stepId: workItems.stepId,
      title: workItems.title,
      priority: workItems.priority,
      openedAt: workItems.openedAt,
      claimedBy: workItems.assigneeId,
      claimedByName: workItems.assigneeName,
      claimedAt: workItems.assignedAt,
      work: workOf,
      candidates: workItems.candidates,
      actions: workItems.actions,
      calendar: calendarOf,
      workflow: { id: workflows.id, slug: workflows.slug, name: workflows.name },
      case: ofCase,
      hasDraft: sql<boolean>`exists (select from ${screenDrafts} d
        where d.task_id = ${workItems.taskId} and d.user_id::text = ${actor.id})`,
    })
    .from(workItems)
    .innerJoin(workflows, ofWorkflow)
    .innerJoin(runs, ofRun)
    .leftJoin(around, isAround)
    // The second condition on runs leaves out the months that have none of them.
    .where(sql`${workItems.taskId} = any(${ids}::uuid[]) and ${runs.id} = any(${runIds}::uuid[])`)
  const byId = new Map(found.map((row) => [row.taskId, row]))
  return keys.flatMap(({ taskId, first, micros }) => {
    const row = byId.get(taskId)
    return row ? [{ ...row, first, micros }] : []
  })
}

export type ItemRow = Awaited<ReturnType<typeof findItems>>[number]

type Shown = Omit<InboxItem, 'dueIn' | 'nextAction'>

function shownItem(row: ItemRow, actor: Actor): Shown {
  const { taskId, runId, stepId, title, workflow, priority, openedAt, work, hasDraft } = row
  return {
    taskId,
    runId,
    stepId,
    title,
    workflow,
    case: row.case,
    priority,
    openedAt: openedAt.toISOString(),
    hasDraft,
    claim: claimOf(row, actor),
    ...viewOfWork(work),
  }
}

/** Items as the inbox shows them. */
export async function inboxItems(
  tx: Tx,
  actor: Actor,
  rows: readonly ItemRow[],
): Promise<InboxItem[]> {
  const asked = rows.map((row) => ({ ...row, dueAt: row.work.dueAt }))
  const dates = await datesOfItems(tx, actor.organizationId, asked)
  return rows.map((row, index) => ({
    ...shownItem(row, actor),
    ...(dates[index] ?? { dueIn: null, nextAction: null }),
  }))
}

type Work = {
  senderId: string | null
  senderName: string | null
  note: string | null
  assignedForId: string | null
  assignedForName: string | null
  assignedForUntil: string | null
  dueAt: Date | null
  followUpAt: Date | null
}

/** The absent person in whose place somebody has it. */
function assignedForOf(work: Work | null): InboxItem['assignedFor'] {
  const { assignedForId: userId = null, assignedForUntil: until = null } = work ?? {}
  if (userId === null || until === null) return null
  return { userId, name: work?.assignedForName ?? 'Somebody', until }
}

/** What belongs to the work and not to the screen: dates, and who gave it with which words. */
export function viewOfWork(work: Work | null) {
  const { senderId = null, senderName, note = null, dueAt, followUpAt } = work ?? {}
  return {
    sender: senderId === null ? null : { userId: senderId, name: senderName ?? 'Somebody', note },
    assignedFor: assignedForOf(work),
    dueAt: dueAt?.toISOString() ?? null,
    followUpAt: followUpAt?.toISOString() ?? null,
  }
}
