import { inArray, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { directoryGroups } from '#db/schema/directories'
import { workItems } from '#db/schema/work-items'
import { workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import type { Workload } from '#lib/contracts/runs/workload'
import {
  NoWorkingTimeError,
  subtractWorkingDays,
  type WorkingTime,
} from '#lib/domain/calendar/working-time'
import { ageSteps } from '#lib/domain/run/workload'
import { shownAway } from '../../absences/find-stand-in.ts'
import { dueWithin, isOpenItem, itemsOfCaller } from '../queue/filters.ts'

/** How many people and groups are listed. */
const most = 500
/** The limits of ages go back to here where the calendar has no working day. */
const dayMs = 86_400_000
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Counts = { open: number; overdue: number; dueToday: number; oldest: string | null }
type PersonRow = Counts & { userId: string | null; name: string | null }
type GroupRow = Counts & { id: string; unclaimed: number }
type Row = { total: Counts; people: PersonRow[]; groups: GroupRow[]; ages: number[] }

const counts = sql`count(*)::int as open, count(*) filter (where overdue)::int as overdue,
  count(*) filter (where due_today)::int as "dueToday", min(opened_at) as oldest`

/** The instants at which ages are told apart, the latest first. */
export function ageLimits(time: WorkingTime, now: Date): Date[] {
  try {
    return ageSteps.map((days) => subtractWorkingDays(time, now, days))
  } catch (error) {
    if (!(error instanceof NoWorkingTimeError)) throw error
    return ageSteps.map((days) => new Date(now.getTime() - days * dayMs))
  }
}

/** Counts the open work in one statement. `inGroup`: which of it the filter by group leaves. */
async function countOpen(
  tx: Tx,
  actor: Actor,
  { workflow, inGroup, limits }: { workflow: SQL | undefined; inGroup: SQL; limits: Date[] },
): Promise<Row> {
  const bounds = limits.map((limit) => limit.toISOString())
  const between = [...bounds, null].map((until, index) => {
    const newer = index === 0 ? sql`true` : sql`opened_at < ${bounds[index - 1]}::timestamptz`
    const older = until === null ? sql`true` : sql`opened_at >= ${until}::timestamptz`
    return sql`count(*) filter (where ${newer} and ${older})::int`
  })
  const { rows } = await tx.execute<Row>(sql`
    with item as materialized (
      select ${workItems.assigneeId} as user_id, ${workItems.assigneeName} as name,
        ${workItems.candidates} as candidates, ${workItems.openedAt} as opened_at,
        ${dueWithin(actor, 'overdue')} as overdue, ${dueWithin(actor, 'today')} as due_today,
        ${inGroup} as wanted
      from ${workItems} inner join ${workflows} on ${workflows.id} = ${workItems.workflowId}
      where ${isOpenItem} and ${itemsOfCaller(actor) ?? sql`true`} and ${workflow ?? sql`true`})
    select
      (select row_to_json(counted) from (select ${counts} from item where wanted) counted) as total,
      (select coalesce(json_agg(row_to_json(each)), '[]') from (
        select user_id as "userId", max(name) as name, ${counts} from item where wanted
        group by user_id order by 3 desc, 2, 1 limit ${most}) each) as people,
      (select coalesce(json_agg(row_to_json(each)), '[]') from (
        select substr(chosen, 7) as id, count(*) filter (where user_id is null)::int as unclaimed,
          ${counts}
        from item, unnest(candidates) as chosen where starts_with(chosen, 'group:')
        group by 1 order by 3 desc, 1 limit ${most}) each) as groups,
      (select array[${sql.join(between, sql`, `)}] from item where wanted) as ages`)
  const [row] = rows
  if (!row) throw new Error('the open work was not counted')
  return row
}

const countsOf = ({ open, overdue, dueToday, oldest }: Counts) => ({
  open,
  overdue,
  dueToday,
  oldestAt: oldest === null ? null : new Date(oldest).toISOString(),
})

async function peopleOf(
  tx: Tx,
  { organizationId }: Actor,
  rows: PersonRow[],
): Promise<Workload['people']> {
  const ids = rows.flatMap(({ userId }) => userId ?? [])
  const away = await shownAway(tx, organizationId, ids)
  return rows.map(({ userId, name, ...row }) => {
    const { until, delegate = null } = (userId === null ? undefined : away.get(userId)) ?? {}
    return {
      person: userId === null ? null : { userId, name: name ?? 'Somebody' },
      away: until === undefined ? null : { until, delegate },
      ...countsOf(row),
    }
  })
}

async function groupsOf(tx: Tx, rows: GroupRow[]): Promise<Workload['groups']> {
  const ids = rows.flatMap(({ id }) => (isUuid.test(id) ? id : []))
  const named =
    ids.length > 0
      ? await tx
          .select({ id: directoryGroups.id, name: directoryGroups.displayName })
          .from(directoryGroups)
          .where(inArray(directoryGroups.id, ids))
      : []
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return rows.map(({ id, unclaimed, ...row }) => ({
    groupId: id,
    name: names.get(id) ?? 'A group that is gone',
    unclaimed,
    ...countsOf(row),
  }))
}

/** Who has which open work, and how old it is. */
export async function openWork(
  tx: Tx,
  actor: Actor,
  filters: { workflow: SQL | undefined; inGroup: SQL; time: WorkingTime },
): Promise<Pick<Workload, 'total' | 'people' | 'groups' | 'ages'>> {
  const limits = ageLimits(filters.time, new Date())
  const row = await countOpen(tx, actor, { ...filters, limits })
  return {
    total: countsOf(row.total),
    people: await peopleOf(tx, actor, row.people),
    groups: await groupsOf(tx, row.groups),
    ages: row.ages.map((count, index) => ({
      from: index === 0 ? 0 : (ageSteps[index - 1] ?? 0),
      to: ageSteps[index] ?? null,
      openedFrom: limits[index]?.toISOString() ?? null,
      openedBefore: index === 0 ? null : (limits[index - 1]?.toISOString() ?? null),
      count,
    })),
  }
}
