import { scheduleOccurrences } from '#db/schema/schedules'
import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import { newId } from '#lib/ids'
import { asOperation, defineOperation, type CallInfo } from '../define-operation.ts'
import { asChecked, checkForSchedule } from './check-ahead.ts'
import { lockScheduleFor } from './schedule-view.ts'
import { startScheduledRun } from './start-scheduled-run.ts'

type Input = { id: string }
/** `checked`: the start data as they were checked before the transaction. */
type Checked = Input & { checked: Record<string, unknown> | undefined }

const start = defineOperation<Checked, { runId: string }>({
  name: 'runScheduleNow',
  permission: 'schedules:manage',
  audit: ({ input, output }) => ({
    action: 'schedule.run-now',
    objectKind: 'schedule',
    objectId: input.id,
    details: { runId: output.runId },
  }),
  async run({ actor, input, tx }) {
    const row = await lockScheduleFor(tx, actor, input.id)
    const schedule = { ...row, startData: asChecked(row.startData, input.checked) }
    const plannedAt = new Date()
    const by = { name: actor.name, userId: actor.kind === 'user' ? actor.id : null }
    const { runId } = await startScheduledRun(tx, schedule, { plannedAt, kind: 'run-now', by })
    const { organizationId } = actor
    await tx.insert(scheduleOccurrences).values({
      id: newId(),
      organizationId,
      scheduleId: schedule.id,
      kind: 'run-now',
      plannedAt,
      status: 'started',
      runId,
      settled: schedule.overlapPolicy === 'allow',
    })
    return { runId }
  },
})

/**
 * Starts a run of the schedule now; its next occurrence stays as it is. Throws why it cannot start.
 */
export const runScheduleNow = asOperation(
  { name: start.keyScope, permission: start.permission },
  async (actor: Actor, input: Input, info: CallInfo = {}): Promise<{ runId: string }> => {
    requirePermission(actor, start.permission)
    const checked = await checkForSchedule(actor, input.id, undefined, info)
    return await start(actor, { ...input, checked }, info)
  },
)
