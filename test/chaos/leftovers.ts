import type pg from 'pg'

type Row = Record<string, unknown>

const runsSql = `
  select runs.id, coalesce(start_data->>'kind', 'child of ' || parent_run_id) as kind, runs.status,
  lease_worker, lease_epoch, revision, parked, slot, runs.created_at,
    (select json_agg(json_build_object('key', key, 'status', tasks.status, 'attempt', attempt,
      'state', state - 'schema', 'due', due_at, 'resuming', resuming, 'children', children_left,
        'error', tasks.error))
     from (select * from tasks where run_id = runs.id
       and status in ('waiting-dependencies', 'pending', 'running', 'suspended')
         order by status, key limit 10) as tasks) as tasks,
    (select json_agg(json_build_object('attempts', attempts, 'runAt', run_at, 'lockedAt',
      locked_at, 'lockedBy', locked_by, 'error', last_error)) from graphile_worker.jobs
        where key = 'run:' || runs.id) as jobs
  from runs where status in ('running', 'suspended') order by created_at limit 40`
const jobsSql = `select id, task_identifier as task, key, attempts, run_at, locked_at, locked_by,
  last_error from graphile_worker.jobs
  where not exists (select from runs where key = 'run:' || runs.id
    and status in ('running', 'suspended')) order by id limit 40`
const workersSql = `select id, seen_at, queue_worker_ids, now() as now from workers`

/**
 * Describes what has not ended, a line each: runs with their open tasks and jobs, jobs without a
 * run, and the workers.
 */
export async function leftovers(admin: pg.Client): Promise<string[]> {
  const lines = async (what: string, text: string): Promise<string[]> =>
    (await admin.query<Row>(text)).rows.map((row) => `${what} ${JSON.stringify(row)}`)
  return [
    ...(await lines('run', runsSql)),
    ...(await lines('job', jobsSql)),
    ...(await lines('worker', workersSql)),
  ]
}
