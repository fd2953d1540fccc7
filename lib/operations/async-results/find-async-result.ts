import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { asyncResults, hieRequests } from '#db/schema/async-results'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { isUuid } from '#lib/ids'
import { seesAllRuns, visibleAmong } from '../access/access-sql.ts'

type Row = typeof asyncResults.$inferSelect

/** The runs that wait for an async result, and the run whose step asked for it. */
async function runsOf(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ run: string }>(
    sql`select task_run_id as run from tasks_awaiting(array[${id}::text])`,
  )
  const asked = await tx
    .select({ key: hieRequests.key })
    .from(hieRequests)
    .where(eq(hieRequests.asyncResultId, id))
  // The key of a step is `run:task`, that of the API `api:…`.
  const runsThatAsked = asked.map(({ key }) => key.split(':')[0] ?? '').filter(isUuid)
  return [...rows.map(({ run }) => run), ...runsThatAsked]
}

/**
 * Throws 404 for a caller who does not see all runs, unless they created the async result, or see a
 * run that asked or waits for it: it may hold what no run that they see shows.
 */
export async function requireAsyncResult(tx: Tx, actor: Actor, row: Row): Promise<void> {
  if (seesAllRuns(actor) && !actor.sandbox) return
  const own = [actor.id, actor.personId]
  if (row.createdById !== null && own.includes(row.createdById)) return
  const seen = await visibleAmong(tx, actor, await runsOf(tx, row.id))
  if (seen.size === 0) throw ApiError.notFound('async result', row.id)
}

/** An async result for a caller. Throws 404. */
export async function getAsyncResultFor(tx: Tx, actor: Actor, id: string): Promise<Row> {
  const [row] = await tx.select().from(asyncResults).where(eq(asyncResults.id, id))
  if (!row) throw ApiError.notFound('async result', id)
  await requireAsyncResult(tx, actor, row)
  return row
}
