import { and, eq, inArray, lte, ne, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { scheduleOccurrences, schedules } from '#db/schema/schedules'
import { planDue } from '#lib/domain/schedule/plan-due'
import { newId } from '#lib/ids'
import { asChecked } from './check-ahead.ts'
import { rhythmOf } from './rhythm-of.ts'
import type { ScheduleRow } from './schedule-view.ts'
import { tryScheduledRun } from './start-scheduled-run.ts'
import { countUnfinished } from './unfinished.ts'

/** How many occurrences may wait for the previous one; the next is skipped. */
const maxQueued = 100

type StartData = Record<string, unknown>
type Fate = Pick<typeof scheduleOccurrences.$inferInsert, 'status' | 'reason' | 'runId' | 'settled'>

const ofSchedule = (id: string) =>
  and(eq(scheduleOccurrences.scheduleId, id), ne(scheduleOccurrences.kind, 'backfill'))

async function countQueued(tx: Tx, scheduleId: string): Promise<number> {
  const [row] = await tx
    .select({ queued: sql<number>`count(*)::int` })
    .from(scheduleOccurrences)
    .where(
      and(eq(scheduleOccurrences.scheduleId, scheduleId), eq(scheduleOccurrences.status, 'queued')),
    )
  return row?.queued ?? 0
}

async function fateOf(tx: Tx, schedule: ScheduleRow, plannedAt: Date): Promise<Fate> {
  const { overlapPolicy } = schedule
  if (overlapPolicy !== 'allow') {
    const waiting = overlapPolicy === 'queue' ? await countQueued(tx, schedule.id) : 0
    if (waiting >= maxQueued)
      return { status: 'skipped', reason: `${maxQueued} occurrences were waiting already.` }
    const busy = waiting > 0 || (await countUnfinished(tx, ofSchedule(schedule.id))) > 0
    if (busy && overlapPolicy === 'queue')
      return { status: 'queued', reason: 'Waits for the end of the run before.' }
    if (busy) return { status: 'skipped', reason: 'The run before was not finished.' }
  }
  return {
    ...(await tryScheduledRun(tx, schedule, { plannedAt, kind: 'scheduled' })),
    settled: overlapPolicy === 'allow',
  }
}

async function note(
  tx: Tx,
  schedule: ScheduleRow,
  status: string,
  reason: string | null | undefined,
): Promise<void> {
  let { problem } = schedule
  if (status === 'failed') problem = reason ?? 'It could not start.'
  else if (status === 'started') problem = null
  if (problem !== schedule.problem)
    await tx.update(schedules).set({ problem }).where(eq(schedules.id, schedule.id))
  schedule.problem = problem
}

/**
 * Fires the due occurrences of one schedule in the caller's transaction: the occurrences, their
 * runs and the next instant are written together. The row's lock lets one worker do it; a second
 * worker then finds nothing due. `checked` is the start data that was checked before. Throws
 * `NotCheckedAhead`.
 */
export async function fireDue(
  tx: Tx,
  scheduleId: string,
  { now, checked }: { now: Date; checked?: StartData | undefined },
): Promise<void> {
  const [schedule] = await tx
    .select()
    .from(schedules)
    .where(and(eq(schedules.id, scheduleId), lte(schedules.nextAt, now)))
    .for('update', { skipLocked: true })
  if (!schedule?.nextAt) return
  schedule.startData = asChecked(schedule.startData, checked)
  const rhythm = await rhythmOf(tx, schedule)
  const { fire, missed, nextAt } = planDue({ ...schedule, rhythm, nextAt: schedule.nextAt }, now)
  const common = { organizationId: schedule.organizationId, scheduleId }
  if (missed.length > 0)
    await tx
      .insert(scheduleOccurrences)
      .values(
        missed.map((plannedAt) => ({
          ...common,
          id: newId(),
          plannedAt,
          status: 'missed' as const,
          reason: 'Nothing was running at that time.',
          settled: true,
        })),
      )
      .onConflictDoNothing()
  for (const plannedAt of fire) {
    // After a backfill or a clock set back this instant may already have its run.
    const [taken] = await tx
      .select({ id: scheduleOccurrences.id })
      .from(scheduleOccurrences)
      .where(
        and(
          eq(scheduleOccurrences.scheduleId, scheduleId),
          eq(scheduleOccurrences.plannedAt, plannedAt),
        ),
      )
    if (taken) continue
    const fate = await fateOf(tx, schedule, plannedAt)
    await tx.insert(scheduleOccurrences).values({ ...common, id: newId(), plannedAt, ...fate })
    await note(tx, schedule, fate.status, fate.reason)
  }
  await tx.update(schedules).set({ nextAt }).where(eq(schedules.id, scheduleId))
}

/**
 * Starts the oldest queued occurrence when the previous run has ended. Throws `NotCheckedAhead`.
 */
export async function startQueued(tx: Tx, scheduleId: string, checked?: StartData): Promise<void> {
  const [schedule] = await tx
    .select()
    .from(schedules)
    .where(eq(schedules.id, scheduleId))
    .for('update', { skipLocked: true })
  if (!schedule || (await countUnfinished(tx, ofSchedule(scheduleId))) > 0) return
  const [next] = await tx
    .select({ id: scheduleOccurrences.id, plannedAt: scheduleOccurrences.plannedAt })
    .from(scheduleOccurrences)
    .where(
      and(
        eq(scheduleOccurrences.scheduleId, scheduleId),
        inArray(scheduleOccurrences.status, ['queued']),
      ),
    )
    .orderBy(scheduleOccurrences.plannedAt)
    .limit(1)
  if (!next) return
  schedule.startData = asChecked(schedule.startData, checked)
  const fate = await tryScheduledRun(tx, schedule, { plannedAt: next.plannedAt, kind: 'scheduled' })
  await tx.update(scheduleOccurrences).set(fate).where(eq(scheduleOccurrences.id, next.id))
  await note(tx, schedule, fate.status, fate.reason)
}
