import { sql } from 'drizzle-orm'
import type { Database, Tx } from '#db/client'

/** Counts of runs since the beginning, also of those that retention has deleted. */
export type RunTotals = {
  accepted: number
  completed: number
  failed: number
  cancelled: number
  active: number
  suspended: number
  balanced: boolean
}

/**
 * No transaction that starts or ends a run is open for this long, so older runs can be counted once
 * and for all.
 */
const settledMinutes = 15

/**
 * E10: accepted = completed + failed + cancelled + active + suspended. It is one query, so that all
 * counts belong to one moment: the counts in `run_books`, and the later runs by index. Runs that
 * were open at the last count may wait for years, so they are not counted again: those that ended
 * since are subtracted, and `advanceRunTotals` counts the open ones each time from the start, not
 * as a difference, so that each part can reveal an error of the balance. An organization's
 * transaction reads the totals of that organization; `engineDb()` those of all organizations.
 *
 * The bound is computed first (`materialized`). Under row-level security a condition that calls a
 * function such as `run_id_at` is checked row by row over the whole history, since the function
 * might reveal what it reads; a comparison with a computed value uses the index.
 */
export async function loadRunTotals(db: Tx | Database): Promise<RunTotals> {
  const { rows } = await db.execute<Omit<RunTotals, 'balanced'>>(sql`
    with books as materialized (
      select organizations.id, accepted, completed, failed, cancelled, open,
      coalesce(counted_until, 'epoch') as counted_until,
        run_id_at(coalesce(counted_until, 'epoch')) as counted_id,
        run_id_at(case when open is null then 'epoch' else counted_until end) as open_id
      from organizations left join run_books on run_books.organization_id = organizations.id)
    select coalesce(sum(coalesce(books.accepted, 0) + new.accepted), 0)::float8 as accepted,
      coalesce(sum(coalesce(books.completed, 0) + ended.completed), 0)::float8 as completed,
      coalesce(sum(coalesce(books.failed, 0) + ended.failed), 0)::float8 as failed,
      coalesce(sum(coalesce(books.cancelled, 0) + ended.cancelled), 0)::float8 as cancelled,
      coalesce(sum(running.active), 0)::float8 as active,
      coalesce(sum(coalesce(books.open - ended.of_old, 0) + live.open - running.active),
        0)::float8 as suspended
    from books
    cross join lateral (
      select count(*) as accepted from runs where organization_id = books.id
        and runs.id >= books.counted_id) new
    cross join lateral (
      select count(*) filter (where status = 'completed') as completed,
      count(*) filter (where status = 'failed') as failed,
        count(*) filter (where status = 'cancelled') as cancelled,
          count(*) filter (where runs.id < books.counted_id) as of_old
      from runs where organization_id = books.id and finished_at >= books.counted_until) ended
    cross join lateral (
      select count(*) as active from runs where organization_id = books.id
        and status = 'running') running
    cross join lateral (
      select count(*) as open from runs where organization_id = books.id
        and status in ('running', 'suspended') and runs.id >= books.open_id) live`)
  const totals = rows[0] ?? {
    accepted: 0,
    completed: 0,
    failed: 0,
    cancelled: 0,
    active: 0,
    suspended: 0,
  }
  return {
    ...totals,
    balanced:
      totals.accepted ===
      totals.completed + totals.failed + totals.cancelled + totals.active + totals.suspended,
  }
}

/**
 * Counts into `run_books` what was accepted and ended up to a quarter of an hour ago (or `until`).
 * Safe in several processes at once.
 */
export async function advanceRunTotals(
  db: Database,
  until: Date = new Date(Date.now() - settledMinutes * 60_000),
): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select organizations.id from organizations left
    join run_books books on books.organization_id = organizations.id
    where coalesce(books.counted_until, 'epoch') < ${until} and (
      exists (select from runs where organization_id = organizations.id
        and id >= run_id_at(coalesce(books.counted_until, 'epoch')) and id < run_id_at(${until}))
      or exists (select from runs where organization_id = organizations.id
        and finished_at >= coalesce(books.counted_until, 'epoch') and finished_at < ${until}))`)
  for (const { id } of rows)
    await db.transaction(async (tx) => {
      // Locked first, so that the next statement sees what a concurrent deletion of runs has
      // counted.
      await tx.execute(
        sql`insert into run_books (organization_id, counted_until)
          values (${id}, 'epoch') on conflict do nothing`,
      )
      await tx.execute(sql`select from run_books where organization_id = ${id} for update`)
      const ended = (status: string) =>
        sql`(select count(*) from runs where organization_id = ${id}
          and finished_at >= books.counted_until and finished_at < ${until} and status = ${status})`
      await tx.execute(sql`
        update run_books books set counted_until = ${until},
          accepted = accepted + (select count(*) from runs
            where organization_id = ${id} and id >= run_id_at(books.counted_until)
              and id < run_id_at(${until})),
          open = (select count(*) from runs where organization_id = ${id}
            and id < run_id_at(${until}) and status in ('running', 'suspended'))
            + (select count(*) from runs where organization_id = ${id} and id < run_id_at(${until})
              and finished_at >= ${until}),
          completed = completed + ${ended('completed')}, failed = failed + ${ended('failed')},
            cancelled = cancelled + ${ended('cancelled')}
        where organization_id = ${id} and counted_until < ${until}`)
    })
}
