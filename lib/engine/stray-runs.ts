import type pg from 'pg'

/**
 * Runs whose lease this worker holds without working on them: a turn ended by an error. They are given back and queued, `delayMs(runId)` from now.
 */
export async function giveBackStrays(pool: pg.Pool, workerId: string, isWorkedOn: (runId: string) => boolean, delayMs: (runId: string) => number): Promise<void> {
  const { rows } = await pool.query<{ id: string; epoch: string }>('select id, lease_epoch as epoch from runs where lease_worker = $1', [workerId])
  for (const { id, epoch } of rows.filter((row) => !isWorkedOn(row.id)))
    await pool.query(
      `with freed as (update runs set lease_worker = null, revision = revision + 1 where id = $1 and lease_worker = $2 and lease_epoch = $3 returning id)
       select enqueue_run(id, 0, now() + make_interval(secs => $4)) from freed`,
      [id, workerId, epoch, delayMs(id) / 1000],
    )
}

/**
 * The net under everything: runs that should go on, that nobody holds, and that are not in the queue. No known way leads here, except a worker that was
 * stopped for long and then deleted a job that had been given to another. Also frees jobs of pools that no worker owns (killed in its first instants).
 */
export async function requeueLostRuns(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `with lost as (
       select id from runs where status = 'running' and lease_worker is null and created_at < now() - interval '30 seconds'
       union
       select run_id from tasks join runs on runs.id = run_id
       where due_at < now() - interval '30 seconds' and tasks.status in ('pending', 'suspended') and runs.status in ('running', 'suspended') and lease_worker is null
       limit 1000)
     select enqueue_run(id) from lost where not exists (select from graphile_worker.jobs where key = 'run:' || lost.id and attempts < max_attempts)`,
  )
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs
     where locked_at < now() - interval '30 seconds' and locked_by is not null
       and not exists (select from workers where locked_by = any(queue_worker_ids))
     having count(*) > 0`,
  )
  return rowCount ?? 0
}
