import { and, asc, desc, eq, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { runs, screenDrafts, tasks } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import type { InboxItem } from '#lib/contracts/runs/screens'
import type { Page, PageQuery } from '#lib/domain/page'
import { containing } from '#lib/operations/containing'
import { cursorValue, instantOfMicros, keysetPage, microsOf } from '#lib/operations/keyset'
import { allowedScreens, chosenScreens } from '../access/access-sql.ts'
import { defineOperation } from '../define-operation.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { around, claimOf, isAround, isOpenScreen, screenColumns } from './screen-columns.ts'

type Query = PageQuery & {
  workflow?: string | undefined
  q?: string | undefined
  claim: 'mine' | 'unclaimed' | 'others' | 'any'
}

const claims: Record<Query['claim'], (actor: Actor) => SQL | undefined> = {
  any: () => undefined,
  mine: (actor) => eq(tasks.claimedBy, actor.id),
  unclaimed: () => isNull(tasks.claimedBy),
  others: (actor) => sql`${tasks.claimedBy} <> ${actor.id}`,
}

/** Screens whose case or title has this text, in any case of its letters. */
function matching(text: string): SQL | undefined {
  const pattern = containing(text)
  const { title, subtitle, caseColumns } = screenColumns.case
  const values = sql`(select string_agg(value->>'value', ' ')
    from jsonb_array_elements(${caseColumns}) as value)`
  return or(
    ...[screenColumns.title, title, subtitle, values].map(
      (value) => sql`${value} ilike ${pattern}`,
    ),
  )
}

/**
 * The rows after the previous page, in two parts: the rest of its last priority, and the lower
 * priorities. Each is one range of the index; with one condition for both, every page would read
 * all pages before it.
 */
function partsAfter(after: readonly [string, string, string] | undefined): (SQL | undefined)[] {
  if (!after) return [undefined]
  const [priority, micros, id] = after
  return [
    sql`${tasks.priority} = ${priority}::int
      and (${tasks.createdAt}, ${tasks.id}) > (${instantOfMicros(micros)}, ${id}::uuid)`,
    sql`${tasks.priority} < ${priority}::int`,
  ]
}

const inboxOrder = [desc(tasks.priority), asc(tasks.createdAt), asc(tasks.id)]
/**
 * How many open screens are read to find those of a workflow or a text before runs are queried.
 */
const firstPageRows = 500

async function screensWhere(tx: Tx, actor: Actor, where: SQL | undefined, limit: number) {
  return await tx
    .select({
      ...screenColumns,
      micros: microsOf(tasks.createdAt),
      hasDraft: sql<boolean>`exists (select from ${screenDrafts} d
        where d.task_id = ${tasks.id} and d.user_id::text = ${actor.id})`,
    })
    .from(tasks)
    .innerJoin(runs, eq(runs.id, tasks.runId))
    .innerJoin(workflows, eq(workflows.id, runs.workflowId))
    .leftJoin(around, isAround)
    .where(where)
    .orderBy(...inboxOrder)
    .limit(limit)
}

type Wanted = {
  where?: SQL | undefined
  workflowId?: string | undefined
  /** Text of the case or of the title. */
  q?: string | undefined
  limit: number
}

/**
 * Lists open screens in the order of the inbox: highest priority first, then oldest. The index
 * alone finds them, and only then their runs are read: in one query Postgres may look up the run of
 * every open screen first.
 */
export async function openScreens(
  tx: Tx,
  actor: Actor,
  { where, workflowId, q, limit }: Wanted,
): Promise<Row[]> {
  const chosen = chosenScreens(actor)
  const allowed = allowedScreens(actor)
  const ofCase = and(
    workflowId ? eq(runs.workflowId, workflowId) : undefined,
    allowed,
    q ? matching(q) : undefined,
  )
  const scanned = ofCase ? Math.max(firstPageRows, limit) : limit
  const found = await tx
    .select({ id: tasks.id, runId: tasks.runId })
    .from(tasks)
    .where(and(isOpenScreen, chosen, where))
    .orderBy(...inboxOrder)
    .limit(scanned)
  if (found.length === 0) return []
  const ids = sql.param(found.map(({ id }) => id))
  const runIds = sql.param(found.map(({ runId }) => runId))
  const among = sql`${tasks.id} = any(${ids}::uuid[]) and ${tasks.runId} = any(${runIds}::uuid[])
    and ${runs.id} = any(${runIds}::uuid[])`
  const rows = await screensWhere(tx, actor, and(isOpenScreen, among, ofCase), limit)
  if (!ofCase || rows.length === limit || found.length < scanned) return rows
  return await screensWhere(tx, actor, and(isOpenScreen, chosen, where, ofCase), limit)
}

type Row = Awaited<ReturnType<typeof screensWhere>>[number]

export const inboxItem = (row: Row, actor: Actor): InboxItem => {
  const { taskId, runId, stepId, title, workflow, priority, openedAt, hasDraft } = row
  return {
    taskId,
    runId,
    stepId,
    title,
    workflow,
    case: row.case,
    priority,
    openedAt,
    hasDraft,
    claim: claimOf(row, actor),
  }
}

/** Screens that the person may work on: claimed by them or by nobody. */
export const assignedTo = (actor: Actor): SQL | undefined =>
  or(isNull(tasks.claimedBy), eq(tasks.claimedBy, actor.id))

/** The inbox. */
export const listScreens = defineOperation<Query, Page<InboxItem>>({
  name: 'listScreens',
  permission: 'screens:work',
  async run({ actor, input, tx }) {
    const workflow = input.workflow ? await getWorkflowFor(tx, actor, input.workflow) : undefined
    const where = claims[input.claim](actor)
    return await keysetPage(input, {
      shape: [cursorValue.integer, cursorValue.micros, cursorValue.uuid],
      async rows(after, count) {
        const rows: Row[] = []
        for (const part of partsAfter(after)) {
          if (rows.length >= count) break
          const limit = count - rows.length
          const wanted = { where: and(where, part), workflowId: workflow?.id, q: input.q, limit }
          rows.push(...(await openScreens(tx, actor, wanted)))
        }
        return rows
      },
      keyOf: (row) => [row.priority, row.micros, row.taskId],
      view: (row) => inboxItem(row, actor),
    })
  },
})
