import { eq, sql, type SQL } from 'drizzle-orm'
import { isUuid } from '#lib/ids'
import type { Tx } from '#db/client'
import { schedules } from '#db/schema/schedules'
import { workflows } from '#db/schema/workflows'
import type { ScheduleView } from '#lib/contracts/workflows/schedules'
import { ApiError } from '#lib/domain/api-error'
import { nextInstants } from '#lib/domain/schedule/cron'
import type { OccurrenceStatus } from '#lib/domain/schedule/schedule'
import type { RunStatus } from '#lib/domain/statuses'

export type ScheduleRow = typeof schedules.$inferSelect

type Last = {
  scheduleId: string
  plannedAt: Date
  status: OccurrenceStatus
  reason: string | null
  runId: string | null
  runStatus: RunStatus | null
}

const shownNext = 10

/**
 * Finds the latest occurrence of each schedule that is not of a backfill, each by one index lookup.
 */
async function lastOccurrences(tx: Tx, ids: string[]): Promise<Map<string, Last>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.execute<Omit<Last, 'plannedAt'> & { plannedAt: string | Date }>(sql`
    select chosen.id as "scheduleId", last.planned_at as "plannedAt", last.status, last.reason,
    last.run_id as "runId", runs.status as "runStatus"
    from unnest(${sql.param(ids)}::uuid[]) as chosen(id)
    cross join lateral (
      select planned_at, status, reason, run_id from schedule_occurrences
      where schedule_id = chosen.id and kind <> 'backfill' order by planned_at desc limit 1) as last
    left join runs on runs.id = last.run_id`)
  return new Map(
    rows.map((row) => [row.scheduleId, { ...row, plannedAt: new Date(row.plannedAt) }]),
  )
}

function view(
  row: ScheduleRow,
  workflow: ScheduleView['workflow'],
  last: Last | undefined,
  now: Date,
): ScheduleView {
  const {
    id,
    name,
    cron,
    timeZone,
    startData,
    missedPolicy,
    missedLimit,
    overlapPolicy,
    paused,
    problem,
    createdBy,
    updatedBy,
  } = row
  return {
    id,
    workflow,
    name,
    cron,
    timeZone,
    startData,
    missedPolicy,
    missedLimit,
    overlapPolicy,
    paused,
    problem,
    createdBy,
    updatedBy,
    nextAt: row.nextAt?.toISOString() ?? null,
    next: paused
      ? []
      : nextInstants(cron, timeZone, now, shownNext).map((instant) => instant.toISOString()),
    last: last
      ? {
          plannedAt: last.plannedAt.toISOString(),
          status: last.status,
          reason: last.reason,
          runId: last.runId,
          runStatus: last.runStatus,
        }
      : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Schedules as the API shows them, newest first. */
export async function scheduleViews(
  tx: Tx,
  where: SQL | undefined,
  limit: number,
  now = new Date(),
): Promise<ScheduleView[]> {
  const rows = await tx
    .select({
      schedule: schedules,
      workflow: {
        id: workflows.id,
        slug: workflows.slug,
        name: workflows.name,
        paused: sql<boolean>`${workflows.pausedAt} is not null`,
      },
    })
    .from(schedules)
    .innerJoin(workflows, eq(workflows.id, schedules.workflowId))
    .where(where)
    .orderBy(sql`${schedules.id} desc`)
    .limit(limit)
  const last = await lastOccurrences(
    tx,
    rows.map(({ schedule }) => schedule.id),
  )
  return rows.map(({ schedule, workflow }) => view(schedule, workflow, last.get(schedule.id), now))
}

/** Throws 404. */
export async function scheduleView(tx: Tx, id: string): Promise<ScheduleView> {
  const [found] = await scheduleViews(tx, eq(schedules.id, id), 1)
  if (!found) throw ApiError.notFound('schedule', id)
  return found
}

/**
 * The row, locked until the transaction ends: firing and changing a schedule exclude each other.
 * Throws 404.
 */
export async function lockScheduleOrThrow(tx: Tx, id: string): Promise<ScheduleRow> {
  const [row] = isUuid(id)
    ? await tx.select().from(schedules).where(eq(schedules.id, id)).for('update')
    : []
  if (!row) throw ApiError.notFound('schedule', id)
  return row
}
