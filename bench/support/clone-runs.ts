import type pg from 'pg'

const batch = 50_000

type Clones = {
  count: number
  /** Over how many days before now they are spread; their months must be there. */
  days?: number
  /** With the run's job; `place` is its priority in the queue, in SQL by the clone's number `n`. */
  place?: string
}

/**
 * Copies a run as it lies in Postgres, whatever columns it has: its row, its tasks, what it is
 * found by and its job. Fills a hundred thousand in seconds.
 */
export async function cloneRuns(
  admin: pg.Client,
  runId: string,
  { count, days = 0, place }: Clones,
): Promise<void> {
  // No triggers: what they write is copied.
  await admin.query('set session_replication_role = replica')
  for (let done = 0; done < count; done += batch) {
    await admin.query('begin')
    await admin.query(
      `create temporary table clones on commit drop as
       select n, at, (substr(run_id_at(at)::text, 1, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid as id
       from (select n, date_trunc('milliseconds', now() - random() * $3::float8 * interval '1 day') as at from generate_series($1::int + 1, least($1::int + ${batch}, $2::int)) n) drawn`,
      [done, count, days],
    )
    await admin.query(
      `insert into runs select made.*
        from runs, clones,
        jsonb_populate_record(runs, jsonb_build_object('id', clones.id, 'created_at', at)) made
          where runs.id = $1`,
      [runId],
    )
    await admin.query(
      `insert into tasks select made.*
        from tasks, clones,
        jsonb_populate_record(tasks,
          jsonb_build_object('id', gen_random_uuid(), 'run_id', clones.id, 'created_at', at)) made
            where tasks.run_id = $1`,
      [runId],
    )
    await admin.query(
      `insert into run_search select clones.id, organization_id, fields, words
        from run_search, clones where run_id = $1`,
      [runId],
    )
    if (place !== undefined)
      await admin.query(
        `insert into graphile_worker._private_jobs (task_id, payload, priority, run_at,
          max_attempts, key)
         select task_id, replace(payload::text, $1, clones.id::text)::json, ${place}, run_at,
         max_attempts, replace(key, $1, clones.id::text)
         from graphile_worker._private_jobs job, clones
         where strpos(job.payload::text, $1) > 0 and clones.id <> $1::uuid`,
        [runId],
      )
    await admin.query('commit')
  }
  await admin.query('set session_replication_role = origin')
  for (const table of ['runs', 'tasks', 'run_search', 'graphile_worker._private_jobs'])
    await admin.query(`vacuum analyze ${table}`)
}
