import { and, asc, count, eq, inArray, isNull } from 'drizzle-orm'
import { runs } from '#db/schema/runs'
import { cancelRun as cancel } from '#lib/engine/cancel-run'
import { defineOperation } from '../define-operation.ts'
import { getWorkflowOrThrow } from '../workflows/find-workflow.ts'

/** So that one call stays one transaction of bearable size. */
const atOnce = 1000

export const cancelWorkflowRuns = defineOperation<{ id: string; reason?: string | undefined }, { cancelled: number; remaining: number; workflowId: string }>({
  name: 'cancelWorkflowRuns',
  permission: 'runs:control',
  audit: ({ output }) => ({ action: 'workflow.runs-cancelled', objectKind: 'workflow', objectId: output.workflowId, details: { cancelled: output.cancelled } }),
  async run({ actor, input, tx }) {
    const workflow = await getWorkflowOrThrow(tx, input.id)
    // The parts of a loop end with the run around them.
    const open = and(eq(runs.workflowId, workflow.id), inArray(runs.status, ['running', 'suspended']), isNull(runs.loop))
    // Locked in order of id, as every other act on several runs would do.
    const found = await tx.select({ id: runs.id }).from(runs).where(open).orderBy(asc(runs.id)).limit(atOnce).for('update')
    for (const { id } of found) await cancel(tx, { organizationId: actor.organizationId, runId: id, reason: input.reason, by: actor.name })
    const [left] = await tx.select({ runs: count() }).from(runs).where(open)
    return { cancelled: found.length, remaining: left?.runs ?? 0, workflowId: workflow.id }
  },
})
