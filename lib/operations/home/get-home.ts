import { and, eq, isNull, sql } from 'drizzle-orm'
import { organizations } from '#db/schema/organizations'
import { runs, tasks, unwrittenTasks } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'
import type { Tx } from '#db/client'
import type { HomeView } from '#lib/contracts/home'
import { readBooks } from '#lib/engine/run-books'
import { firstIdAt } from '#lib/ids'
import { defineOperation } from '../define-operation.ts'
import { forMe, inboxItem, openScreens } from '../screens/list-screens.ts'
import { isOpenScreen } from '../screens/screen-columns.ts'

const days = 14
const seconds = sql`extract(epoch from ${runs.finishedAt} - ${runs.createdAt})`

async function failing(tx: Tx): Promise<HomeView['failing']> {
  const { rows } = await tx.execute<{ id: string; slug: string; name: string; failed: number; lastRunId: string; lastAt: string }>(sql`
    select w.id, w.slug, w.name, count(*)::int as failed, (array_agg(r.id order by r.created_at desc))[1] as "lastRunId",
      to_char(max(r.finished_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastAt"
    from ${runs} r join ${workflows} w on w.id = r.workflow_id
    where r.status = 'failed' and r.finished_at > now() - interval '24 hours'
    group by w.id order by 4 desc, 6 desc limit 10`)
  return rows.map(({ id, slug, name, ...rest }) => ({ workflow: { id, slug, name }, ...rest }))
}

/**
 * The bounds are worked out first, and once more roughly here: under row-level security a condition that calls a function goes by no index, and a bound that
 * is known when the statement is planned leaves the months before out of the plan.
 */
async function runsPerDay(tx: Tx): Promise<HomeView['days']> {
  const { rows } = await tx.execute<HomeView['days'][number]>(sql`
    with zone as (select ${organizations.timeZone} as name from ${organizations} limit 1),
    dates as (select generate_series((now() at time zone zone.name)::date - ${days - 1}::int, (now() at time zone zone.name)::date, interval '1 day')::date as day, zone.name from zone),
    day as materialized (
      select day, run_id_at(day::timestamp at time zone name) as low, run_id_at((day + 1)::timestamp at time zone name) as high from dates)
    select to_char(day.day, 'YYYY-MM-DD') as day,
      count(r.id) filter (where r.status = 'running')::int as running,
      count(r.id) filter (where r.status = 'suspended')::int as suspended,
      count(r.id) filter (where r.status = 'completed')::int as completed,
      count(r.id) filter (where r.status = 'failed')::int as failed,
      count(r.id) filter (where r.status = 'cancelled')::int as cancelled
    from day left join ${runs} r
      on r.id >= day.low and r.id < day.high and r.id >= ${firstIdAt(new Date(Date.now() - (days + 2) * 24 * 3_600_000))}::uuid and r.loop is null
    group by day.day order by day.day`)
  return rows
}

async function durations(tx: Tx): Promise<HomeView['duration']> {
  const [row] = await tx
    .select({
      runs: sql<number>`count(*)::int`,
      medianSeconds: sql<number | null>`percentile_cont(0.5) within group (order by ${seconds})::float8`,
      p95Seconds: sql<number | null>`percentile_cont(0.95) within group (order by ${seconds})::float8`,
    })
    .from(runs)
    .where(and(eq(runs.status, 'completed'), isNull(runs.loop), sql`${runs.finishedAt} > now() - interval '7 days'`))
  return row ?? { runs: 0, medianSeconds: null, p95Seconds: null }
}

/** Tasks that a worker may take, those of runs that none has begun with among them. */
async function queue(tx: Tx): Promise<HomeView['queue']> {
  const waiting = (from: typeof tasks | typeof unwrittenTasks) =>
    tx
      .select({ pending: sql<number>`count(*)::int`, oldestSeconds: sql<number | null>`extract(epoch from now() - min(coalesce(${from.dueAt}, ${from.startedAt}, ${from.createdAt})))::float8` })
      .from(from)
      .where(and(eq(from.status, 'pending'), sql`(${from.dueAt} is null or ${from.dueAt} <= now())`))
  const [[written], [unwritten]] = [await waiting(tasks), await waiting(unwrittenTasks)]
  const ages = [written?.oldestSeconds ?? null, unwritten?.oldestSeconds ?? null].filter((age) => age !== null)
  return { pending: (written?.pending ?? 0) + (unwritten?.pending ?? 0), oldestSeconds: ages.length > 0 ? Math.max(...ages) : null }
}

/** The numbers of the home page, read in one transaction. */
export const getHome = defineOperation<object, HomeView>({
  name: 'getHome',
  permission: 'runs:read',
  async run({ actor, tx }) {
    const mine = forMe(actor)
    const [counts] = await tx
      .select({ open: sql<number>`count(*)::int`, mine: sql<number>`(count(*) filter (where ${tasks.claimedBy}::text = ${actor.id}))::int` })
      .from(tasks)
      .where(and(isOpenScreen, mine))
    const top = await openScreens(tx, actor, { where: mine, limit: 5 })
    return {
      screens: { open: counts?.open ?? 0, mine: counts?.mine ?? 0, top: top.map((row) => inboxItem(row, actor)) },
      failing: await failing(tx),
      days: await runsPerDay(tx),
      duration: await durations(tx),
      queue: await queue(tx),
      books: await readBooks(tx),
    }
  },
})
