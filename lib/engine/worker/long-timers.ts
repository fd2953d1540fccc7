import type pg from 'pg'
import { longTimerMs } from '../model/turn-times.ts'
import { faultPoint } from '../store/fault-points.ts'

/** Runs queued by one statement. */
const batch = 1000
/** Held for the moment of the move, so that of many workers one moves; any number names it. */
const lock = 7_205_517

/**
 * What comes due within `$1` milliseconds and has no job yet, at most `$2` runs. The index on due
 * times finds it among any number of sleeping runs; a run that has a job already keeps it, so that
 * each is queued once whoever looks, and a crash in between only leaves it to the next look.
 */
export const dueRunsSql = `
  with due as materialized (
    select run_id, due_at from tasks join runs on runs.id = run_id
    where due_at < now() + make_interval(secs => $1::float8 / 1000) and tasks.status in ('pending', 'suspended')
      and runs.status = 'suspended' and lease_worker is null
      and not exists (select from graphile_worker.jobs where key = 'run:' || run_id)
    order by due_at limit $2)
  select enqueue_run(run_id, 0, min(due_at)) from due group by run_id`

/**
 * Gives a job to every run whose time is near; answers how many. Called by every worker more often
 * than `longTimerMs`.
 */
export async function queueDueRuns(pool: pg.Pool): Promise<number> {
  let moved = 0
  for (;;) {
    faultPoint('before-move-timers')
    const count = await moveBatch(pool)
    moved += count
    if (moved > 0) faultPoint('after-move-timers')
    if (count === 0) return moved
  }
}

/**
 * The lock is asked for by a statement of its own: a statement sees what was committed before it
 * began, so one that asked for the lock and got it from whoever just committed would not see the
 * jobs of that commit, and queue the same runs again.
 */
async function moveBatch(pool: pg.Pool): Promise<number> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query('begin')
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_xact_lock($1) as mine',
      [lock],
    )
    const found = rows[0]?.mine
      ? await client.query({
          name: 'queue-due-runs',
          text: dueRunsSql,
          values: [longTimerMs, batch],
        })
      : undefined
    await client.query('commit')
    return found?.rowCount ?? 0
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    // What is left open of a transaction is rolled back with its connection.
    client.release(failure)
  }
}
