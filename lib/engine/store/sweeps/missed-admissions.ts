import type pg from 'pg'

/**
 * The safety net of admissions and pauses. It finds a run that began to wait at the instant at
 * which another ended, and one that was parked at the instant at which its workflow was resumed,
 * because neither transaction saw the other.
 */
export async function admitMissed(pool: pg.Pool): Promise<void> {
  await pool.query({
    name: 'admit-all-waiting',
    text: `select admit_waiting(id) from workflows
     where concurrency_limit is not null
       and exists (select from runs where workflow_id = workflows.id and slot = 'waiting'
         and status = 'suspended')`,
  })
  await pool.query({
    name: 'release-parked-runs',
    text: `with released as (
       update runs set parked = false, status = case when slot = 'waiting' then status
         else 'running' end, revision = revision + 1
       from workflows where workflows.id = workflow_id and paused_at is null and parked
         and status = 'suspended'
       returning runs.id, runs.priority, slot)
     select enqueue_run(id, priority) from released where slot is distinct from 'waiting'`,
  })
}
