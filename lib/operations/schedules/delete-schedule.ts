import { eq } from 'drizzle-orm'
import { schedules } from '#db/schema/schedules'
import { defineOperation } from '../define-operation.ts'
import { lockScheduleFor } from './schedule-view.ts'

/** Deletes a schedule, its occurrences and its backfills. Runs that it started stay. */
export const deleteSchedule = defineOperation<
  { id: string },
  { id: string; name: string; workflowId: string }
>({
  name: 'deleteSchedule',
  permission: 'schedules:manage',
  audit: ({ output }) => ({
    action: 'schedule.deleted',
    objectKind: 'schedule',
    objectId: output.id,
    details: { name: output.name, workflowId: output.workflowId },
  }),
  async run({ actor, input, tx }) {
    const { id, name, workflowId } = await lockScheduleFor(tx, actor, input.id)
    await tx.delete(schedules).where(eq(schedules.id, id))
    return { id, name, workflowId }
  },
})
