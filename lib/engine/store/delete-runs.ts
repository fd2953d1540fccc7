import { eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { backTestRuns } from '#db/schema/back-tests'
import { runComments } from '#db/schema/comments'
import { files } from '#db/schema/documents'
import { notifications } from '#db/schema/notifications'
import { workItems } from '#db/schema/work-items'
import {
  payloads,
  runBooks,
  runs,
  runSearch,
  screenDrafts,
  taskProgress,
  tasks,
} from '#db/schema/runs'

/** The data outside the database: keys in the file store, and runs that have payload files. */
export type DeletedBytes = { storageKeys: string[]; payloadRuns: string[] }

/**
 * Deletes runs of one organization and all that belongs to them, in the caller's transaction. There
 * are no foreign keys, because whole months are dropped. Runs that the run totals have not counted
 * yet are counted now, so that the totals still balance. The caller names only runs that have
 * ended, at most some thousands at once. When the transaction is committed, it removes the answered
 * files: those that the runs made, and the payload files of the runs.
 */
export async function deleteRuns(
  tx: Tx,
  organizationId: string,
  runIds: string[],
): Promise<{ deleted: number } & DeletedBytes> {
  if (runIds.length === 0) return { deleted: 0, storageKeys: [], payloadRuns: [] }
  // This row is locked first, so that the next statements see what a concurrent count has written.
  await tx
    .insert(runBooks)
    .values({ organizationId, countedUntil: new Date(0) })
    .onConflictDoNothing()
  const [totals] = await tx
    .select()
    .from(runBooks)
    .where(eq(runBooks.organizationId, organizationId))
    .for('update')
  if (!totals) throw new Error('the run totals of the organization were not found')
  const gone = await tx
    .delete(runs)
    .where(inArray(runs.id, runIds))
    .returning({
      status: runs.status,
      finishedAt: runs.finishedAt,
      accepted: sql<boolean>`${runs.id} >= run_id_at(${totals.countedUntil})`,
    })
  const endedSinceCount = gone.filter(
    ({ finishedAt }) => finishedAt !== null && finishedAt >= totals.countedUntil,
  )
  const ended = (status: string) => endedSinceCount.filter((run) => run.status === status).length
  await tx
    .update(runBooks)
    .set({
      accepted: sql`${runBooks.accepted} + ${gone.filter((run) => run.accepted).length}`,
      completed: sql`${runBooks.completed} + ${ended('completed')}`,
      failed: sql`${runBooks.failed} + ${ended('failed')}`,
      cancelled: sql`${runBooks.cancelled} + ${ended('cancelled')}`,
      open: sql`${runBooks.open} - ${endedSinceCount.filter((run) => !run.accepted).length}`,
    })
    .where(eq(runBooks.organizationId, organizationId))
  await tx.delete(tasks).where(inArray(tasks.runId, runIds))
  await tx.delete(workItems).where(inArray(workItems.runId, runIds))
  await tx.delete(runSearch).where(inArray(runSearch.runId, runIds))
  const large = await tx
    .delete(payloads)
    .where(inArray(payloads.runId, runIds))
    .returning({ runId: payloads.runId, isFile: sql<boolean>`${payloads.body} is null` })
  for (const table of [screenDrafts, runComments, notifications, backTestRuns, taskProgress])
    await tx.delete(table).where(inArray(table.runId, runIds))
  const removed = await tx
    .delete(files)
    .where(inArray(files.runId, runIds))
    .returning({ storageKey: files.storageKey })
  const payloadRuns = [...new Set(large.flatMap(({ runId, isFile }) => (isFile ? [runId] : [])))]
  return {
    deleted: gone.length,
    storageKeys: removed.map(({ storageKey }) => storageKey),
    payloadRuns,
  }
}
