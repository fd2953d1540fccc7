import type pg from 'pg'
import { goesOnHereText } from '#db/goes-on-here'

/**
 * Gives back and queues the runs whose lease this worker has without working on them, because a
 * turn ended by an error; `delayMs(runId)` from now.
 */
export async function releaseOrphanedRuns(
  pool: pg.Pool,
  workerId: string,
  isRunning: (runId: string) => boolean,
  delayMs: (runId: string) => number,
): Promise<void> {
  const { rows } = await pool.query<{ id: string; epoch: string }>({
    name: 'find-own-leases',
    text: 'select id, lease_epoch as epoch from runs where lease_worker = $1',
    values: [workerId],
  })
  for (const { id, epoch } of rows.filter((row) => !isRunning(row.id)))
    await pool.query(
      `with freed as (update runs set lease_worker = null, revision = revision + 1
        where id = $1 and lease_worker = $2 and lease_epoch = $3 returning id)
       select enqueue_run(id, 0, now() + make_interval(secs => $4)) from freed`,
      [id, workerId, epoch, delayMs(id) / 1000],
    )
}

/**
 * A claimed job starts its turn at once. One that has not started by now was claimed by a statement
 * whose answer was lost.
 */
const claimedSeconds = 2

/**
 * The safety net: queues runs that should go on, that no worker has, and that no job leads to. That
 * happens when a connection broke while the queue claimed the run's job; or when a worker that was
 * stopped for long, or whose queue was replaced, deleted a job that another worker or a later
 * wake-up had by then, since a finished job is deleted by its id alone. Also frees the jobs of
 * pools without a worker and runs leased to no worker, and deletes jobs that were replaced while a
 * worker that died had them. Answers how many runs were found.
 */
export async function requeueLostRuns(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query({
    // Prepared, because planning it over all months costs many times its execution.
    name: 'requeue-lost-runs',
    text: `with waiting as (
       (select id from runs where status = 'running' and lease_worker is null
         and created_at < now() - make_interval(secs => $1) order by created_at limit 1000)
       union
       (select run_id from tasks join runs on runs.id = run_id
        where due_at < now() - make_interval(secs => $1)
          and tasks.status in ('pending', 'suspended') and runs.status in ('running', 'suspended')
          and lease_worker is null and not parked and slot is distinct from 'waiting'
          and ${goesOnHereText('runs.organization_id')}
        order by due_at limit 1000))
     select enqueue_run(id) from waiting where not exists (
       select from graphile_worker.jobs
       where key = 'run:' || waiting.id and attempts < max_attempts
         and (locked_at is null or locked_at > now() - make_interval(secs => $1)))`,
    values: [claimedSeconds],
  })
  const freed = await freeOrphans(pool)
  await pool.query({
    name: 'unlock-jobs-without-worker',
    text: `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
      from graphile_worker.jobs
     where locked_at < now() - interval '10 seconds' and locked_by is not null
       and not exists (select from workers where locked_by = any(queue_worker_ids))
     having count(*) > 0`,
  })
  await pool.query({
    name: 'clear-replaced-jobs',
    text: `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
     where (task_identifier = 'turn' or task_identifier like 'turn:%') and key is null
       and locked_at is null
       and attempts >= max_attempts having count(*) > 0`,
  })
  return (rowCount ?? 0) + freed
}

/**
 * The same for runs that wait for workers with one of these labels; called by such a worker, so that
 * what nobody serves costs nothing.
 */
export async function requeueLostBoundRuns(
  pool: pg.Pool,
  labels: readonly string[],
): Promise<number> {
  if (labels.length === 0) return 0
  const { rowCount } = await pool.query({
    name: 'requeue-lost-bound-runs',
    text: `with waiting as (
       select id, organization_id, waits_for_label, priority from runs
       where waits_for_label = any($1::text[]) and status = 'suspended' and lease_worker is null
         and not parked order by id limit 1000)
     select enqueue_labelled_run(id, organization_id, waits_for_label, priority) from waiting
     where not exists (select from graphile_worker.jobs
       where key = 'run:' || waiting.id and attempts < max_attempts
         and (locked_at is null or locked_at > now() - make_interval(secs => $2)))`,
    values: [labels, claimedSeconds],
  })
  return rowCount ?? 0
}

/**
 * Frees runs leased to a worker that has no row. The worker that deletes a dead worker's row frees
 * the leases that it sees; just then Postgres may be executing the last statement of the dead one,
 * which takes another lease. No worker would check that one again.
 */
async function freeOrphans(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'free-orphans',
    text: `with freed as (
       update runs set lease_worker = null, lease_epoch = lease_epoch + 1, revision = revision + 1
       where lease_worker is not null
         and not exists (select from workers where workers.id = lease_worker) returning id)
     select enqueue_run(id) from freed`,
  })
  return rowCount ?? 0
}
