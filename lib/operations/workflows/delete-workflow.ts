import { and, eq, inArray } from 'drizzle-orm'
import { runs } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'
import { ApiError } from '#lib/domain/api-error'
import { isTerminalRun, runStatuses } from '#lib/domain/statuses'
import { defineOperation } from '#lib/operations/define-operation'
import { getWorkflowOrThrow } from './find-workflow.ts'

const activeStatuses = runStatuses.filter((status) => !isTerminalRun(status))

/** Deletes a workflow with its versions and finished runs, for good. 409 while a run of it is active. */
export const deleteWorkflow = defineOperation<{ id: string }, { id: string; name: string; slug: string }>({
  name: 'deleteWorkflow',
  permission: 'workflows:delete',
  audit: ({ output }) => ({ action: 'workflow.deleted', objectKind: 'workflow', objectId: output.id, details: { name: output.name, slug: output.slug } }),
  async run({ input, tx }) {
    // The lock keeps new runs out: each takes a share lock on its workflow.
    const { id, name, slug } = await getWorkflowOrThrow(tx, input.id, { lock: true })
    const [active] = await tx
      .select({ id: runs.id })
      .from(runs)
      .where(and(eq(runs.workflowId, id), inArray(runs.status, activeStatuses)))
      .limit(1)
    if (active) throw new ApiError('conflict', `"${name}" has runs that are not finished. Cancel them or wait for their end, then delete it.`, { runId: active.id })
    // Runs first: they point at the versions, which go with the workflow.
    await tx.delete(runs).where(eq(runs.workflowId, id))
    await tx.delete(workflows).where(eq(workflows.id, id))
    return { id, name, slug }
  },
})
