import { and, eq, sql, type SQL } from 'drizzle-orm'
import { isUuid } from '#lib/ids'
import type { Tx } from '#db/client'
import { schedules } from '#db/schema/schedules'
import { workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import type { ScheduleView } from '#lib/contracts/workflows/schedules'
import type { AccessTarget } from '#lib/domain/access/decide'
import { may } from '#lib/domain/access/scope'
import { ApiError } from '#lib/domain/api-error'
import { nextOccurrences } from '#lib/domain/schedule/occurrences'
import type { OccurrenceStatus } from '#lib/domain/schedule/schedule'
import type { RunStatus } from '#lib/domain/statuses'
import { visibleWorkflows, whereTable } from '../access/access-sql.ts'
import { requireWorkflow, scopeOf, targetOf } from '../access/scope-of.ts'
import { rhythmsOf, type Rhythms } from './rhythm-of.ts'

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
  { last, rhythms, now }: { last: Last | undefined; rhythms: Rhythms; now: Date },
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
    daysOff,
    paused,
    problem,
    createdBy,
    updatedBy,
  } = row
  const rhythm = rhythms(row)
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
    daysOff,
    calendar: rhythm.calendar,
    paused,
    problem,
    createdBy,
    updatedBy,
    nextAt: row.nextAt?.toISOString() ?? null,
    next: paused
      ? []
      : nextOccurrences(rhythm, now, shownNext).map((instant) => instant.toISOString()),
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

/** Whether the caller sees the runs that schedules start, which are never those of test keys. */
const seesScheduledRuns = (actor: Actor, target: AccessTarget): boolean =>
  actor.sandbox !== true && may(scopeOf(actor), 'seeRuns', target)

/**
 * Schedules as the API shows them, newest first: without their last runs where the caller does not
 * see the runs of the workflow.
 */
export async function scheduleViews(
  tx: Tx,
  actor: Actor,
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
      folderId: workflows.folderId,
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
  const rhythms = await rhythmsOf(
    tx,
    rows.map(({ schedule }) => schedule),
  )
  return rows.map(({ schedule, workflow, folderId }) => {
    const shown = view(schedule, workflow, { last: last.get(schedule.id), rhythms, now })
    const seesRuns = seesScheduledRuns(actor, { workflowId: workflow.id, folderId })
    return seesRuns || !shown.last
      ? shown
      : { ...shown, last: { ...shown.last, runId: null, runStatus: null } }
  })
}

/** A schedule of a workflow that the caller sees. Throws 404. */
export async function scheduleViewFor(tx: Tx, actor: Actor, id: string): Promise<ScheduleView> {
  const visible = whereTable(visibleWorkflows(actor))
  const [found] = await scheduleViews(tx, actor, and(eq(schedules.id, id), visible), 1)
  if (!found) throw ApiError.notFound('schedule', id)
  return found
}

/**
 * Whether the caller sees the runs of the schedule. Throws 404 when they do not see its workflow.
 */
export async function seesRunsOfSchedule(tx: Tx, actor: Actor, id: string): Promise<boolean> {
  const [workflow] = await tx
    .select({ id: workflows.id, folderId: workflows.folderId })
    .from(schedules)
    .innerJoin(workflows, eq(workflows.id, schedules.workflowId))
    .where(eq(schedules.id, id))
  if (!workflow) throw ApiError.notFound('schedule', id)
  requireWorkflow(actor, workflow, undefined, { what: 'schedule', id })
  return seesScheduledRuns(actor, targetOf(workflow))
}

/**
 * The row, locked until the transaction ends: firing and changing a schedule exclude each other.
 * Throws 404, and 403 when the caller may not start its workflow: whoever changes a schedule
 * decides what it starts.
 */
export async function lockScheduleFor(tx: Tx, actor: Actor, id: string): Promise<ScheduleRow> {
  const [row] = isUuid(id)
    ? await tx
        .select({ schedule: schedules, folderId: workflows.folderId })
        .from(schedules)
        .innerJoin(workflows, eq(workflows.id, schedules.workflowId))
        .where(eq(schedules.id, id))
        .for('update', { of: schedules })
    : []
  if (!row) throw ApiError.notFound('schedule', id)
  const { schedule, folderId } = row
  const workflow = { id: schedule.workflowId, folderId }
  requireWorkflow(actor, workflow, 'run', { what: 'schedule', id })
  return schedule
}
