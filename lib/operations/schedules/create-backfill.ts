import { eq, inArray, sql } from 'drizzle-orm'
import { scheduleBackfills, scheduleOccurrences } from '#db/schema/schedules'
import type { Tx } from '#db/client'
import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import type { BackfillView } from '#lib/contracts/workflows/schedules'
import { ApiError } from '#lib/domain/api-error'
import { nextOccurrences, type Rhythm } from '#lib/domain/schedule/occurrences'
import { newId } from '#lib/ids'
import { asOperation, defineOperation, type CallInfo } from '../define-operation.ts'
import { readStartData } from '../runs/start-data.ts'
import { publishedVersionOrThrow } from '../runs/start-run.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { backfillViews } from './backfill-view.ts'
import { asChecked, checkForSchedule } from './check-ahead.ts'
import { rhythmOf } from './rhythm-of.ts'
import { lockScheduleFor, seesRunsOfSchedule } from './schedule-view.ts'

const maxOccurrences = 10_000

/**
 * Lists the instants of a period, including its first and its last moment. Throws 400 when there
 * are too many for a backfill.
 */
function instantsIn(rhythm: Rhythm, from: Date, to: Date): Date[] {
  const found = nextOccurrences(rhythm, new Date(from.getTime() - 1), maxOccurrences + 1).filter(
    (instant) => instant >= from && instant <= to,
  )
  if (found.length > maxOccurrences)
    throw ApiError.invalid([
      {
        path: 'to',
        message: `This period has more than ${maxOccurrences} occurrences. Choose a shorter one.`,
      },
    ])
  return found
}

type Input = { id: string; from: string; to: string }
/** `checked`: the start data as they were checked before the transaction. */
type Checked = Input & { checked: Record<string, unknown> | undefined }

type Schedule = Awaited<ReturnType<typeof lockScheduleFor>>
type Period = { from: Date; to: Date }

/** Throws 400 for a period that does not end after it begins, or is not over. */
function pastPeriod(input: Input): Period {
  const from = new Date(input.from)
  const to = new Date(input.to)
  if (from >= to)
    throw ApiError.invalid([{ path: 'to', message: 'The period ends after it begins.' }])
  if (to.getTime() > Date.now())
    throw ApiError.invalid([
      { path: 'to', message: 'A backfill is for the past: the period must be over.' },
    ])
  return { from, to }
}

async function requireNoneRunning(tx: Tx, scheduleId: string): Promise<void> {
  const [running] = await tx
    .select({ id: scheduleBackfills.id })
    .from(scheduleBackfills)
    .where(sql`${scheduleBackfills.scheduleId} = ${scheduleId} and status = 'running'`)
  if (running)
    throw new ApiError(
      'conflict',
      'A backfill of this schedule is running. Wait for its end, or stop it.',
      { backfillId: running.id },
    )
}

/** Plans the occurrences of the period: new ones, and those that have no run. */
async function planOccurrences(
  tx: Tx,
  schedule: Schedule,
  backfillId: string,
  { from, to }: Period,
): Promise<void> {
  const { organizationId, id: scheduleId } = schedule
  const rhythm = await rhythmOf(tx, schedule)
  const planned = instantsIn(rhythm, from, to).map((plannedAt) => ({
    id: newId(),
    organizationId,
    scheduleId,
    backfillId,
    plannedAt,
    kind: 'backfill' as const,
    status: 'planned' as const,
  }))
  const withoutRun = ['missed', 'skipped', 'failed', 'cancelled'] as const
  for (let start = 0; start < planned.length; start += 1000)
    await tx
      .insert(scheduleOccurrences)
      .values(planned.slice(start, start + 1000))
      .onConflictDoUpdate({
        target: [scheduleOccurrences.scheduleId, scheduleOccurrences.plannedAt],
        set: { status: 'planned', kind: 'backfill', backfillId, reason: null, settled: false },
        setWhere: inArray(scheduleOccurrences.status, [...withoutRun]),
      })
}

const plan = defineOperation<Checked, BackfillView>({
  name: 'createBackfill',
  permission: 'schedules:manage',
  audit: ({ input, output }) => ({
    action: 'schedule.backfilled',
    objectKind: 'schedule',
    objectId: input.id,
    details: { backfillId: output.id, from: output.from, to: output.to, total: output.total },
  }),
  async run({ actor, input, tx }) {
    const { organizationId } = actor
    const schedule = await lockScheduleFor(tx, actor, input.id)
    const period = pastPeriod(input)
    const version = await publishedVersionOrThrow(
      tx,
      await getWorkflowFor(tx, actor, schedule.workflowId, 'run'),
    )
    const startData = asChecked(schedule.startData, input.checked)
    await readStartData(tx, version.definition.startData, startData, 'startData', {
      organizationId,
    })
    await requireNoneRunning(tx, schedule.id)
    const id = newId()
    await tx.insert(scheduleBackfills).values({
      id,
      organizationId,
      scheduleId: schedule.id,
      fromAt: period.from,
      toAt: period.to,
      createdBy: actor.name,
    })
    await planOccurrences(tx, schedule, id, period)
    const seesRuns = await seesRunsOfSchedule(tx, actor, schedule.id)
    const [view] = await backfillViews(tx, eq(scheduleBackfills.id, id), 1, { seesRuns })
    if (!view || view.total === 0)
      throw ApiError.invalid([
        {
          path: 'from',
          message: 'In this period there are no occurrences, or all of them already have a run.',
        },
      ])
    return view
  },
})

/**
 * Plans the occurrences of a past period that have no run: those that never fired, and those that
 * were missed, skipped or failed. Throws 400 for a period that has none or is not over, 409 when
 * another backfill of the schedule is running.
 */
export const createBackfill = asOperation(
  { name: plan.keyScope, permission: plan.permission },
  async (actor: Actor, input: Input, info: CallInfo = {}): Promise<BackfillView> => {
    requirePermission(actor, plan.permission)
    const checked = await checkForSchedule(actor, input.id, undefined, info)
    return await plan(actor, { ...input, checked }, info)
  },
)
