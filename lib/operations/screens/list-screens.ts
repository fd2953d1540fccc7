import { and, asc, desc, eq, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { runs, screenDrafts, tasks } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import type { InboxItem } from '#lib/contracts/screens'
import { ApiError } from '#lib/domain/api-error'
import type { Page, PageQuery } from '#lib/domain/page'
import { decodeCursor, pageOfRows } from '#lib/operations/keyset'
import { defineOperation } from '../define-operation.ts'
import { getWorkflowOrThrow } from '../workflows/find-workflow.ts'
import { claimOf, isOpenScreen, screenColumns } from './screen-columns.ts'

type Query = PageQuery & { workflow?: string | undefined; claim: 'mine' | 'unclaimed' | 'any' }

const claims: Record<Query['claim'], (actor: Actor) => SQL | undefined> = {
  any: () => undefined,
  mine: (actor) => eq(tasks.claimedBy, actor.id),
  unclaimed: () => isNull(tasks.claimedBy),
}

function after(cursor: string | undefined): SQL | undefined {
  const values = decodeCursor(cursor, 3)
  if (!values) return undefined
  const [priority, micros, id] = values as [string, string, string]
  if (!/^-?\d{1,9}$/.test(priority) || !/^\d{1,17}$/.test(micros) || !/^[0-9a-f-]{36}$/.test(id))
    throw ApiError.invalid([{ path: 'cursor', message: 'This cursor is not one of ours. Use nextCursor of the answer before, unchanged.' }])
  return sql`(-${tasks.priority}, ${tasks.createdAt}, ${tasks.id}) > (${-Number(priority)}::int, timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::uuid)`
}

/** Open screens in the order of the inbox: highest priority first, then oldest. */
export async function openScreens(tx: Tx, actor: Actor, { where, limit }: { where?: SQL | undefined; limit: number }) {
  return await tx
    .select({
      ...screenColumns,
      micros: sql<string>`(extract(epoch from ${tasks.createdAt}) * 1000000)::bigint::text`,
      hasDraft: sql<boolean>`exists (select from ${screenDrafts} d where d.task_id = ${tasks.id} and d.user_id::text = ${actor.id})`,
    })
    .from(tasks)
    .innerJoin(runs, eq(runs.id, tasks.runId))
    .innerJoin(workflows, eq(workflows.id, runs.workflowId))
    .where(and(isOpenScreen, where))
    .orderBy(desc(tasks.priority), asc(tasks.createdAt), asc(tasks.id))
    .limit(limit)
}

type Row = Awaited<ReturnType<typeof openScreens>>[number]

export const inboxItem = (row: Row, actor: Actor): InboxItem => {
  const { taskId, runId, stepId, title, workflow, priority, openedAt, hasDraft } = row
  return { taskId, runId, stepId, title, workflow, priority, openedAt, hasDraft, claim: claimOf(row, actor) }
}

/** What the person may do now: screens that nobody or they themselves have claimed. */
export const forMe = (actor: Actor): SQL | undefined => or(isNull(tasks.claimedBy), eq(tasks.claimedBy, actor.id))

/** The inbox. */
export const listScreens = defineOperation<Query, Page<InboxItem>>({
  name: 'listScreens',
  permission: 'screens:work',
  async run({ actor, input, tx }) {
    const workflow = input.workflow ? await getWorkflowOrThrow(tx, input.workflow) : undefined
    const where = and(workflow ? eq(runs.workflowId, workflow.id) : undefined, claims[input.claim](actor), after(input.cursor))
    const rows = await openScreens(tx, actor, { where, limit: input.limit + 1 })
    return pageOfRows(rows, input.limit, (row) => [row.priority, row.micros, row.taskId], (row) => inboxItem(row, actor))
  },
})
