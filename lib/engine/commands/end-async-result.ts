import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import { ApiError } from '#lib/domain/api-error'
import type { Failure } from '#lib/domain/run/run'
import { resumeWaitingRuns } from '../store/resume-waiting-runs.ts'

type Row = typeof asyncResults.$inferSelect

/**
 * How an async result ends: with its value, with a reference to its value, or with the reason why
 * it has none.
 */
export type Ending =
  | { status: 'completed'; result: unknown }
  | { status: 'completed'; resultKey: string }
  | { status: 'failed'; error: Failure }

/** Ended results are stored for so long. */
export const retentionDays = 30

/**
 * Ends an async result in the caller's transaction, and resumes the runs that wait for it. It ends
 * once: throws `conflict` when it has already ended, `not_found` when it does not exist.
 */
export async function endAsyncResult(
  tx: Tx,
  organizationId: string,
  id: string,
  ending: Ending,
): Promise<Row> {
  const scope = and(eq(asyncResults.id, id), eq(asyncResults.organizationId, organizationId))
  const [ended] = await tx
    .update(asyncResults)
    .set({
      status: ending.status,
      result: 'result' in ending ? (ending.result ?? null) : null,
      resultKey: 'resultKey' in ending ? ending.resultKey : null,
      error: 'error' in ending ? ending.error : null,
      dueOutcome: null,
      completedAt: sql`now()`,
      expiresAt: sql`now() + make_interval(days => ${retentionDays})`,
    })
    .where(and(scope, eq(asyncResults.status, 'pending')))
    .returning()
  if (ended) {
    await resumeWaitingRuns(tx, [id])
    return ended
  }
  const [found] = await tx
    .select({ status: asyncResults.status, completedAt: asyncResults.completedAt })
    .from(asyncResults)
    .where(scope)
  if (!found) throw ApiError.notFound('async result', id)
  throw new ApiError(
    'conflict',
    `This async result is already ${found.status} and cannot change.`,
    { id, status: found.status, completedAt: found.completedAt?.toISOString() ?? null },
  )
}
