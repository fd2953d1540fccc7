import { cancelTask as cancel } from '#lib/engine/commands/cancel-task'
import { requireRunOfTask } from '../access/access-sql.ts'
import { defineOperation } from '../define-operation.ts'

type Cancelled = { id: string; status: 'cancelled'; halted: string[] }

/** Specification §4.2: the task is not executed, and steps that can follow only it are halted. */
export const cancelTask = defineOperation<
  { taskId: string; reason?: string | undefined },
  Cancelled
>({
  name: 'cancelTask',
  permission: 'runs:control',
  audit: ({ output }) => ({
    action: 'task.cancelled',
    objectKind: 'task',
    objectId: output.id,
    details: { halted: output.halted.length },
  }),
  async run({ actor, input, tx }) {
    await requireRunOfTask(tx, actor, input.taskId)
    return await cancel(tx, {
      organizationId: actor.organizationId,
      taskId: input.taskId,
      reason: input.reason,
      by: actor.name,
    })
  },
})
