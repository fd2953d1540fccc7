import { scheduleOccurrences } from '#db/schema/schedules'
import { newId } from '#lib/ids'
import { defineOperation } from '../define-operation.ts'
import { lockScheduleOrThrow } from './schedule-view.ts'
import { startScheduledRun } from './start-scheduled-run.ts'

/** Starts a run of the schedule now; its plan stays as it is. Throws what stands in the way of a start. */
export const runScheduleNow = defineOperation<{ id: string }, { runId: string }>({
  name: 'runScheduleNow',
  permission: 'schedules:manage',
  audit: ({ input, output }) => ({ action: 'schedule.run-now', objectKind: 'schedule', objectId: input.id, details: { runId: output.runId } }),
  async run({ actor, input, tx }) {
    const schedule = await lockScheduleOrThrow(tx, input.id)
    const plannedAt = new Date()
    const by = { name: actor.name, userId: actor.kind === 'user' ? actor.id : null }
    const { runId } = await startScheduledRun(tx, schedule, { plannedAt, kind: 'run-now', by })
    const { organizationId } = actor
    await tx.insert(scheduleOccurrences).values({ id: newId(), organizationId, scheduleId: schedule.id, kind: 'run-now', plannedAt, status: 'started', runId, settled: schedule.overlapPolicy === 'allow' })
    return { runId }
  },
})
