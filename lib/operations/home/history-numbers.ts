import { and, eq, isNull, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { inOrganization, type Tx } from '#db/client'
import { organizations } from '#db/schema/organizations'
import { runs } from '#db/schema/runs'
import type { RunNumbers } from '#lib/contracts/service/home'
import { firstIdAt } from '#lib/ids'
import { log } from '#lib/log'

type Numbers = Pick<RunNumbers, 'days' | 'duration'>

const days = 14
const seconds = sql`extract(epoch from ${runs.finishedAt} - ${runs.createdAt})`

/**
 * The bounds are computed first, and also roughly here: under row-level security a condition that
 * calls a function uses no index, and a bound that is known at planning time excludes earlier
 * months from the plan.
 */
async function runsPerDay(tx: Tx): Promise<RunNumbers['days']> {
  const firstId = firstIdAt(new Date(Date.now() - (days + 2) * 24 * 3_600_000))
  const { rows } = await tx.execute<RunNumbers['days'][number]>(sql`
    with zone as (select ${organizations.timeZone} as name from ${organizations} limit 1),
    dates as (
      select zone.name, generate_series(
        (now() at time zone zone.name)::date - ${days - 1}::int,
        (now() at time zone zone.name)::date, interval '1 day')::date as day
      from zone),
    day as materialized (
      select day, run_id_at(day::timestamp at time zone name) as low,
        run_id_at((day + 1)::timestamp at time zone name) as high
      from dates)
    select to_char(day.day, 'YYYY-MM-DD') as day,
      count(r.id) filter (where r.status = 'running')::int as running,
      count(r.id) filter (where r.status = 'suspended')::int as suspended,
      count(r.id) filter (where r.status = 'completed')::int as completed,
      count(r.id) filter (where r.status = 'failed')::int as failed,
      count(r.id) filter (where r.status = 'cancelled')::int as cancelled
    from day left join ${runs} r
      on r.id >= day.low and r.id < day.high and r.id >= ${firstId}::uuid and r.loop is null
    group by day.day order by day.day`)
  return rows
}

async function durations(tx: Tx): Promise<RunNumbers['duration']> {
  const [row] = await tx
    .select({
      runs: sql<number>`count(*)::int`,
      medianSeconds: sql<
        number | null
      >`percentile_cont(0.5) within group (order by ${seconds})::float8`,
      p95Seconds: sql<
        number | null
      >`percentile_cont(0.95) within group (order by ${seconds})::float8`,
    })
    .from(runs)
    .where(
      and(
        eq(runs.status, 'completed'),
        isNull(runs.loop),
        sql`${runs.finishedAt} > now() - interval '7 days'`,
      ),
    )
  return row ?? { runs: 0, medianSeconds: null, p95Seconds: null }
}

/** Fewer runs than this are counted at each request, in a few milliseconds. */
const manyRuns = 5000
const freshMs = 60_000
const oldMs = 10 * 60_000

/** Cached for this many organizations. `renewing`: they are being counted again. */
const cached = new LRUCache<string, { numbers: Numbers; at: number; renewing: boolean }>({
  max: 1000,
})

async function count(tx: Tx, organizationId: string): Promise<Numbers> {
  const numbers = { days: await runsPerDay(tx), duration: await durations(tx) }
  const scanned = numbers.days.reduce(
    (sum, { day: _day, ...counts }) =>
      sum + Object.values(counts).reduce((one, other) => one + other, 0),
    numbers.duration.runs,
  )
  if (scanned >= manyRuns) cached.set(organizationId, { numbers, at: Date.now(), renewing: false })
  else cached.delete(organizationId)
  return numbers
}

/**
 * Counts runs by day and their durations. For an organization with many runs the numbers are cached
 * for a minute, because counting reads all runs. After that a request still gets the cached
 * numbers, up to ten minutes old, while they are counted again.
 */
export async function historyNumbers(tx: Tx, organizationId: string): Promise<Numbers> {
  const known = cached.get(organizationId)
  const age = known ? Date.now() - known.at : Infinity
  if (!known || age >= oldMs) return await count(tx, organizationId)
  if (age >= freshMs && !known.renewing) {
    known.renewing = true
    void inOrganization(organizationId, (own) => count(own, organizationId)).catch(
      (error: unknown) => {
        known.renewing = false
        log.warn({ error, organizationId }, 'the numbers of the home page could not be counted')
      },
    )
  }
  return known.numbers
}
