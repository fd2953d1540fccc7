import { and, asc, count, eq, inArray, isNull } from 'drizzle-orm'
import { runs } from '#db/schema/runs'
import { ApiError } from '#lib/domain/api-error'
import { defineOutsideOperation } from '../define-operation.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { cancelRun } from './cancel-run.ts'

/** Limits the time of one call. */
const atOnce = 1000
/** The number of connections to Postgres that are used at once. */
const sideBySide = 4

/** A run that ended or was deleted meanwhile needs no cancelling. */
const isOver = (error: unknown) =>
  error instanceof ApiError && (error.code === 'conflict' || error.code === 'not_found')

/**
 * Cancels the runs that are active now, each with its own transaction and audit entry. One
 * transaction for all would lock many runs while it waits for more, against the order of a run's
 * end (from child to parent), and other writers would wait for the last run.
 */
export const cancelWorkflowRuns = defineOutsideOperation<
  { id: string; reason?: string | undefined },
  { cancelled: number; remaining: number; workflowId: string }
>({
  name: 'cancelWorkflowRuns',
  permission: 'runs:control',
  audit: ({ output }) => ({
    action: 'workflow.runs-cancelled',
    objectKind: 'workflow',
    objectId: output.workflowId,
    details: { cancelled: output.cancelled },
  }),
  async run({ actor, input, info, transaction }) {
    // The child runs of a loop end with their parent.
    const openOf = (workflowId: string) =>
      and(
        eq(runs.workflowId, workflowId),
        inArray(runs.status, ['running', 'suspended']),
        isNull(runs.loop),
      )
    const { workflowId, ids } = await transaction(async (tx) => {
      const workflow = await getWorkflowFor(tx, actor, input.id, 'seeRuns')
      const found = await tx
        .select({ id: runs.id })
        .from(runs)
        .where(openOf(workflow.id))
        .orderBy(asc(runs.id))
        .limit(atOnce)
      return { workflowId: workflow.id, ids: found.map(({ id }) => id) }
    })
    let cancelled = 0
    for (let from = 0; from < ids.length; from += sideBySide)
      await Promise.all(
        ids.slice(from, from + sideBySide).map(async (id) => {
          try {
            await cancelRun(
              actor,
              { id, reason: input.reason },
              info.requestId ? { requestId: info.requestId } : {},
            )
            cancelled += 1
          } catch (error) {
            if (!isOver(error)) throw error
          }
        }),
      )
    // Runs that started meanwhile do not count as left over.
    const [left] =
      ids.length < atOnce
        ? []
        : await transaction(
            async (tx) => await tx.select({ runs: count() }).from(runs).where(openOf(workflowId)),
          )
    return { cancelled, remaining: left?.runs ?? 0, workflowId }
  },
})
