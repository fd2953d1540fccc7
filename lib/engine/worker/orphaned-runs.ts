import type pg from 'pg'

/**
 * Runs whose lease this worker holds without working on them: a turn ended by an error. They are
 * given back and queued, `delayMs(runId)` from now.
 */
export async function releaseOrphanedRuns(
  pool: pg.Pool,
  workerId: string,
  isWorkedOn: (runId: string) => boolean,
  delayMs: (runId: string) => number,
): Promise<void> {
  const { rows } = await pool.query<{ id: string; epoch: string }>({
    name: 'find-strays',
    text: 'select id, lease_epoch as epoch from runs where lease_worker = $1',
    values: [workerId],
  })
  for (const { id, epoch } of rows.filter((row) => !isWorkedOn(row.id)))
    await pool.query(
      `with freed as (update runs set lease_worker = null, revision = revision + 1 where id = $1 and lease_worker = $2 and lease_epoch = $3 returning id)
       select enqueue_run(id, 0, now() + make_interval(secs => $4)) from freed`,
      [id, workerId, epoch, delayMs(id) / 1000],
    )
}

/**
 * A job that is claimed begins its turn at once; one that is not begun by now was claimed by a
 * statement whose answer was lost.
 */
const claimedSeconds = 2

/**
 * The net under everything: runs that should go on, that nobody holds, and that no job leads to. A
 * run leads here when a connection broke in the moment in which the queue claimed its job; or when
 * a worker that was stopped for long, or whose queue had to be started anew, deleted a job that had
 * been given to another or to a later wake-up, since a finished job is deleted by its id, whoever
 * has it now. Also frees the jobs of pools that no worker owns and runs leased to no worker, and
 * clears away jobs that were replaced while a worker that died had them. Answers how many runs were
 * found.
 */
export async function requeueLostRuns(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query({
    // Prepared, like all that is asked again and again, above all of every month: to plan it costs
    // many times what it costs to do.
    name: 'requeue-lost-runs',
    text: `with waiting as (
       (select id from runs where status = 'running' and lease_worker is null and created_at < now() - make_interval(secs => $1) order by created_at limit 1000)
       union
       (select run_id from tasks join runs on runs.id = run_id
        where due_at < now() - make_interval(secs => $1) and tasks.status in ('pending', 'suspended') and runs.status in ('running', 'suspended')
          and lease_worker is null and not parked and slot is distinct from 'waiting'
        order by due_at limit 1000))
     select enqueue_run(id) from waiting where not exists (
       select from graphile_worker.jobs
       where key = 'run:' || waiting.id and attempts < max_attempts and (locked_at is null or locked_at > now() - make_interval(secs => $1)))`,
    values: [claimedSeconds],
  })
  const freed = await freeOrphans(pool)
  await pool.query({
    name: 'unlock-jobs-of-nobody',
    text: `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs
     where locked_at < now() - interval '10 seconds' and locked_by is not null
       and not exists (select from workers where locked_by = any(queue_worker_ids))
     having count(*) > 0`,
  })
  await pool.query({
    name: 'clear-replaced-jobs',
    text: `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
     where task_identifier = 'turn' and key is null and locked_at is null and attempts >= max_attempts having count(*) > 0`,
  })
  return (rowCount ?? 0) + freed
}

/**
 * Runs leased to a worker that has no row. Whoever deletes a dead worker's row frees the leases
 * that it sees; Postgres may just then be carrying out the last statement of the dead one, which
 * takes another. Nobody would look at that worker again.
 */
async function freeOrphans(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'free-orphans',
    text: `with freed as (
       update runs set lease_worker = null, lease_epoch = lease_epoch + 1, revision = revision + 1
       where lease_worker is not null and not exists (select from workers where workers.id = lease_worker) returning id)
     select enqueue_run(id) from freed`,
  })
  return rowCount ?? 0
}
