import { schedules } from '#db/schema/schedules'
import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import type { ScheduleView } from '#lib/contracts/workflows/schedules'
import { nextOccurrence } from '#lib/domain/schedule/occurrences'
import type { DaysOffPolicy, MissedPolicy, OverlapPolicy } from '#lib/domain/schedule/schedule'
import { newId } from '#lib/ids'
import { asOperation, defineOperation, type CallInfo } from '../define-operation.ts'
import { requireFiles } from '../files/require-files.ts'
import { readStartData } from '../runs/start-data.ts'
import { publishedVersionOrThrow } from '../runs/start-run.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { checkForWorkflow } from './check-ahead.ts'
import { calendarIdOf, rhythmToSave } from './rhythm-of.ts'
import { scheduleViewFor } from './schedule-view.ts'

type Input = {
  id: string
  name: string
  cron: string
  timeZone: string
  startData: Record<string, unknown>
  missedPolicy: MissedPolicy
  missedLimit: number
  overlapPolicy: OverlapPolicy
  daysOff: DaysOffPolicy
  calendar: string | null
  paused: boolean
}

const create = defineOperation<Input, ScheduleView>({
  name: 'createSchedule',
  permission: 'schedules:manage',
  audit: ({ output }) => ({
    action: 'schedule.created',
    objectKind: 'schedule',
    objectId: output.id,
    details: {
      workflowId: output.workflow.id,
      name: output.name,
      cron: output.cron,
      timeZone: output.timeZone,
    },
  }),
  async run({ actor, input: { id: workflowId, calendar, ...values }, tx }) {
    const workflow = await getWorkflowFor(tx, actor, workflowId, 'run')
    await requireFiles(tx, actor, values.startData, 'startData')
    const version = await publishedVersionOrThrow(tx, workflow)
    await readStartData(tx, version.definition.startData, values.startData, 'startData', {
      organizationId: actor.organizationId,
    })
    const calendarId = await calendarIdOf(tx, calendar)
    const rhythm = await rhythmToSave(tx, { ...values, calendarId })
    const id = newId()
    await tx.insert(schedules).values({
      ...values,
      calendarId,
      id,
      organizationId: actor.organizationId,
      workflowId: workflow.id,
      nextAt: values.paused ? null : nextOccurrence(rhythm, new Date()),
      createdBy: actor.name,
      updatedBy: actor.name,
    })
    return await scheduleViewFor(tx, actor, id)
  },
})

/**
 * Creates a schedule for a published workflow. Throws 400 when the start data does not fit its
 * start form, 409 when it is not published.
 */
export const createSchedule = asOperation(
  { name: create.keyScope, permission: create.permission },
  async (actor: Actor, input: Input, info: CallInfo = {}): Promise<ScheduleView> => {
    requirePermission(actor, create.permission)
    await checkForWorkflow(actor, input.id, input.startData, info)
    return await create(actor, input, info)
  },
)
