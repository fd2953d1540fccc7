import { and, asc, count, eq, inArray, isNull } from 'drizzle-orm'
import { runs } from '#db/schema/runs'
import { ApiError } from '#lib/domain/api-error'
import { defineOutsideOperation } from '../define-operation.ts'
import { getWorkflowOrThrow } from '../workflows/find-workflow.ts'
import { cancelRun } from './cancel-run.ts'

/** So that one call ends within bearable time. */
const atOnce = 1000
/** So many connections to Postgres are taken meanwhile. */
const sideBySide = 4

/** A run that ended, or was deleted, before its turn came is as its caller wants it. */
const isOver = (error: unknown) =>
  error instanceof ApiError && (error.code === 'conflict' || error.code === 'not_found')

/**
 * Cancels the runs that are open now, each as by itself: in a transaction and with an audit entry
 * of its own. One transaction for all would hold the locks of many runs while it asks for more,
 * where a run's end asks from child to parent; and all that is written beside them would wait for
 * the last.
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
    // The parts of a loop end with the run around them.
    const openOf = (workflowId: string) =>
      and(
        eq(runs.workflowId, workflowId),
        inArray(runs.status, ['running', 'suspended']),
        isNull(runs.loop),
      )
    const { workflowId, ids } = await transaction(async (tx) => {
      const workflow = await getWorkflowOrThrow(tx, input.id)
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
    // What began meanwhile was not meant: it does not count as left over.
    const [left] =
      ids.length < atOnce
        ? []
        : await transaction(
            async (tx) => await tx.select({ runs: count() }).from(runs).where(openOf(workflowId)),
          )
    return { cancelled, remaining: left?.runs ?? 0, workflowId }
  },
})
