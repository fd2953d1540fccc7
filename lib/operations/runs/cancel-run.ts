import { cancelRun as cancel } from '#lib/engine/commands/cancel-run'
import type { RunStatus } from '#lib/domain/statuses'
import { requireRun } from '../access/access-sql.ts'
import { defineOperation } from '../define-operation.ts'

type Cancelled = { id: string; status: RunStatus; cancelled: string[] }

/** Cancels a run with all its tasks that have not ended. */
export const cancelRun = defineOperation<{ id: string; reason?: string | undefined }, Cancelled>({
  name: 'cancelRun',
  permission: 'runs:control',
  audit: ({ output }) => ({
    action: 'run.cancelled',
    objectKind: 'run',
    objectId: output.id,
    details: { tasks: output.cancelled.length },
  }),
  async run({ actor, input, tx }) {
    await requireRun(tx, actor, input.id)
    const { runId, cancelled } = await cancel(tx, {
      organizationId: actor.organizationId,
      runId: input.id,
      reason: input.reason,
      by: actor.name,
    })
    return { id: runId, status: 'cancelled', cancelled }
  },
})
