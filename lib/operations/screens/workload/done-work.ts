import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { workItems } from '#db/schema/work-items'
import { workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import type { Workload } from '#lib/contracts/runs/workload'
import { addDays, instantAt } from '#lib/domain/calendar/zoned-time'
import { itemsOfCaller } from '../queue/filters.ts'

type Row = {
  /** By the place of the day, from 1. */
  days: { place: number; completed: number }[]
  completed: number
  claimed: number
  untilClaimed: number[] | null
  untilCompleted: number[] | null
  withDueDate: number
  onTime: number
}

const timesOf = (known: number, [median, p90]: number[]) => ({
  known,
  medianSeconds: median ?? null,
  p90Seconds: p90 ?? null,
})

/** What was completed in the last days, today included, in one statement. */
export async function doneWork(
  tx: Tx,
  actor: Actor,
  filters: { workflow: SQL | undefined; inGroup: SQL },
  { timeZone, today, days }: { timeZone: string; today: string; days: number },
): Promise<Workload['done']> {
  const first = addDays(today, 1 - days)
  const dates = Array.from({ length: days }, (_day, index) => addDays(first, index))
  const starts = dates.map((date) => instantAt({ date, minute: 0 }, timeZone).toISOString())
  const half = sql`array[0.5, 0.9]::float8[]`
  // Read twice rather than stored between: so many rows would go through the disk. The days are
  // told apart by their beginnings, which costs less than the clock of a zone for each row.
  const { rows } = await tx.execute<Row>(sql`
    with item as not materialized (
      select ${workItems.closedAt} as closed_at,
        date_part('epoch', ${workItems.firstAssignedAt} - ${workItems.openedAt}) as claimed,
        date_part('epoch', ${workItems.closedAt} - ${workItems.openedAt}) as completed,
        ${workItems.closedAt} <= ${workItems.dueAt} as on_time
      from ${workItems} inner join ${workflows} on ${workflows.id} = ${workItems.workflowId}
      where ${workItems.organizationId} = ${actor.organizationId}::uuid
        and ${workItems.closedAt} >= ${starts[0] ?? ''}::timestamptz
        and ${workItems.outcome} = 'completed' and ${filters.inGroup}
        and ${itemsOfCaller(actor) ?? sql`true`} and ${filters.workflow ?? sql`true`})
    select
      (select coalesce(json_agg(row_to_json(each)), '[]') from (
        select width_bucket(closed_at, ${sql.param(starts)}::timestamptz[]) as place,
          count(*)::int as completed
        from item group by 1) each) as days,
      count(*)::int as completed, count(claimed)::int as claimed,
      percentile_cont(${half}) within group (order by claimed) as "untilClaimed",
      percentile_cont(${half}) within group (order by completed) as "untilCompleted",
      count(on_time)::int as "withDueDate", count(*) filter (where on_time)::int as "onTime"
    from item`)
  const [row] = rows
  if (!row) throw new Error('the done work was not counted')
  const { completed, claimed, withDueDate, onTime } = row
  const byPlace = new Map(row.days.map(({ place, completed: count }) => [place, count]))
  return {
    days: dates.map((day, index) => ({ day, completed: byPlace.get(index + 1) ?? 0 })),
    completed,
    untilClaimed: timesOf(claimed, row.untilClaimed ?? []),
    untilCompleted: timesOf(completed, row.untilCompleted ?? []),
    withDueDate,
    onTime,
  }
}
