import { eq } from 'drizzle-orm'
import { schedules } from '#db/schema/schedules'
import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import type { ScheduleView } from '#lib/contracts/workflows/schedules'
import { nextOccurrence } from '#lib/domain/schedule/occurrences'
import type { DaysOffPolicy, MissedPolicy, OverlapPolicy } from '#lib/domain/schedule/schedule'
import { asOperation, defineOperation, type CallInfo } from '../define-operation.ts'
import { requireFiles } from '../files/require-files.ts'
import { readStartData } from '../runs/start-data.ts'
import { publishedVersionOrThrow } from '../runs/start-run.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { asChecked, checkForSchedule } from './check-ahead.ts'
import { calendarIdOf, rhythmToSave } from './rhythm-of.ts'
import { lockScheduleFor, scheduleViewFor } from './schedule-view.ts'

type Changes = {
  name?: string | undefined
  cron?: string | undefined
  timeZone?: string | undefined
  startData?: Record<string, unknown> | undefined
  missedPolicy?: MissedPolicy | undefined
  missedLimit?: number | undefined
  overlapPolicy?: OverlapPolicy | undefined
  daysOff?: DaysOffPolicy | undefined
  calendar?: string | null | undefined
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
  async run({ actor, input: { id, checked, calendar, ...values }, tx }) {
    const row = await lockScheduleFor(tx, actor, id)
    const calendarId = calendar === undefined ? row.calendarId : await calendarIdOf(tx, calendar)
    const changes = { ...values, calendarId }
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
    const isMoved = (['cron', 'timeZone', 'daysOff', 'calendarId'] as const).some(
      (field) => next[field] !== row[field],
    )
    const rhythm = isMoved ? await rhythmToSave(tx, next) : undefined
    const nextAt = rhythm && !row.paused ? nextOccurrence(rhythm, new Date()) : row.nextAt
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
