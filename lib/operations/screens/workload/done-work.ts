import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { workItems } from '#db/schema/work-items'
import { workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import type { Workload } from '#lib/contracts/runs/workload'
import { addDays, instantAt } from '#lib/domain/calendar/zoned-time'
import { itemsOfCaller } from '../queue/filters.ts'

type Row = {
  days: { day: string; completed: number }[]
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
  const from = instantAt({ date: first, minute: 0 }, timeZone)
  const half = sql`array[0.5, 0.9]::float8[]`
  const { rows } = await tx.execute<Row>(sql`
    with item as materialized (
      select to_char(${workItems.closedAt} at time zone ${timeZone}, 'YYYY-MM-DD') as day,
        extract(epoch from ${workItems.firstAssignedAt} - ${workItems.openedAt})::float8 as claimed,
        extract(epoch from ${workItems.closedAt} - ${workItems.openedAt})::float8 as completed,
        ${workItems.closedAt} <= ${workItems.dueAt} as on_time
      from ${workItems} inner join ${workflows} on ${workflows.id} = ${workItems.workflowId}
      where ${workItems.organizationId} = ${actor.organizationId}::uuid
        and ${workItems.closedAt} >= ${from.toISOString()}::timestamptz
        and ${workItems.outcome} = 'completed' and ${filters.inGroup}
        and ${itemsOfCaller(actor) ?? sql`true`} and ${filters.workflow ?? sql`true`})
    select
      (select coalesce(json_agg(row_to_json(each)), '[]')
        from (select day, count(*)::int as completed from item group by day) each) as days,
      count(*)::int as completed, count(claimed)::int as claimed,
      percentile_cont(${half}) within group (order by claimed) as "untilClaimed",
      percentile_cont(${half}) within group (order by completed) as "untilCompleted",
      count(on_time)::int as "withDueDate", count(*) filter (where on_time)::int as "onTime"
    from item`)
  const [row] = rows
  if (!row) throw new Error('the done work was not counted')
  const { completed, claimed, withDueDate, onTime } = row
  const byDay = new Map(row.days.map((each) => [each.day, each.completed]))
  return {
    days: Array.from({ length: days }, (_day, index) => {
      const day = addDays(first, index)
      return { day, completed: byDay.get(day) ?? 0 }
    }),
    completed,
    untilClaimed: timesOf(claimed, row.untilClaimed ?? []),
    untilCompleted: timesOf(completed, row.untilCompleted ?? []),
    withDueDate,
    onTime,
  }
}
