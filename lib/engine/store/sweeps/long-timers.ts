import type pg from 'pg'
import { goesOnHereText } from '#db/goes-on-here'
import { longTimerMs } from '../../model/turn-times.ts'
import { faultPoint } from '../fault-points.ts'

/** How many runs one statement queues. */
const batch = 1000
/** The key of the lock that lets only one of many workers move; the number means nothing. */
const lock = 7_205_517

/**
 * Queues runs that are due within `$1` milliseconds and have no job yet, at most `$2`. The index on
 * due times finds them among any number of suspended runs. A run with a job keeps it, so that each
 * run is queued once, and a crash in between only leaves it to the next check. A job for workers
 * with a label is replaced once something else of its run is due, since it may wait for long.
 */
export const dueRunsSql = `
  with due as materialized (
    select run_id, due_at from tasks join runs on runs.id = run_id
    where due_at < now() + make_interval(secs => $1::float8 / 1000)
      and tasks.status in ('pending', 'suspended')
      and runs.status = 'suspended' and lease_worker is null
      and ${goesOnHereText('runs.organization_id')}
      and not exists (select from graphile_worker.jobs where key = 'run:' || run_id
        and (due_at > now() or task_identifier = 'turn' or locked_at is not null))
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
 * Moves one batch. The lock has a statement of its own: a statement sees what was committed before
 * it began, so one that also waited for the lock would not see the jobs of the transaction that
 * released it, and would queue the same runs again.
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
    // Closing the connection rolls back an open transaction.
    client.release(failure)
  }
}
