import { eq } from 'drizzle-orm'
import { schedules } from '#db/schema/schedules'
import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import type { ScheduleView } from '#lib/contracts/workflows/schedules'
import { nextInstant } from '#lib/domain/schedule/cron'
import type { MissedPolicy, OverlapPolicy } from '#lib/domain/schedule/schedule'
import { asOperation, defineOperation, type CallInfo } from '../define-operation.ts'
import { requireFiles } from '../files/require-files.ts'
import { readStartData } from '../runs/start-data.ts'
import { publishedVersionOrThrow } from '../runs/start-run.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { asChecked, checkForSchedule } from './check-ahead.ts'
import { lockScheduleFor, scheduleViewFor } from './schedule-view.ts'

type Changes = {
  name?: string | undefined
  cron?: string | undefined
  timeZone?: string | undefined
  startData?: Record<string, unknown> | undefined
  missedPolicy?: MissedPolicy | undefined
  missedLimit?: number | undefined
  overlapPolicy?: OverlapPolicy | undefined
}

type Input = { id: string } & Changes
/** `checked`: start data that were checked before the transaction. */
type Checked = Input & { checked: Record<string, unknown> | undefined }

const update = defineOperation<Checked, ScheduleView>({
  name: 'updateSchedule',
  permission: 'schedules:manage',
  audit: ({ input: { id: _id, startData, checked: _checked, ...changes }, output }) => ({
    action: 'schedule.updated',
    objectKind: 'schedule',
    objectId: output.id,
    details: { ...changes, ...(startData === undefined ? {} : { startData: 'changed' }) },
  }),
  async run({ actor, input: { id, checked, ...changes }, tx }) {
    const row = await lockScheduleFor(tx, actor, id)
    await requireFiles(tx, actor, changes.startData, 'startData')
    const version = await publishedVersionOrThrow(
      tx,
      await getWorkflowFor(tx, actor, row.workflowId, 'run'),
    )
    const startData = changes.startData ?? asChecked(row.startData, checked)
    await readStartData(tx, version.definition.startData, startData, 'startData', {
      organizationId: actor.organizationId,
    })
    const next = {
      ...row,
      ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
    }
    const moved = next.cron !== row.cron || next.timeZone !== row.timeZone
    const nextAt =
      !moved || row.paused ? row.nextAt : nextInstant(next.cron, next.timeZone, new Date())
    await tx
      .update(schedules)
      .set({ ...changes, nextAt, problem: null, updatedBy: actor.name, updatedAt: new Date() })
      .where(eq(schedules.id, id))
    return await scheduleViewFor(tx, actor, id)
  },
})

/**
 * Changes a schedule. Its start data is always checked again, so that a saved schedule can fire.
 */
export const updateSchedule = asOperation(
  { name: update.keyScope, permission: update.permission },
  async (actor: Actor, input: Input, info: CallInfo = {}): Promise<ScheduleView> => {
    requirePermission(actor, update.permission)
    const checked = await checkForSchedule(actor, input.id, input.startData, info)
    return await update(actor, { ...input, checked }, info)
  },
)
