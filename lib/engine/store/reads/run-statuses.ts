import type pg from 'pg'
import type { RunStatus } from '#lib/domain/statuses'

type RunStatusRow = {
  id: string
  status: RunStatus
  revision: number
  epoch: number
  worker: string | null
  paused: boolean
}

/** Loads the current statuses of runs, without their tasks. */
export async function loadRunStatuses(pool: pg.Pool, runIds: string[]): Promise<RunStatusRow[]> {
  const text = `select id, status, revision::float8 as revision, lease_epoch::float8 as epoch,
    lease_worker as worker,
    exists (select from workflows where workflows.id = workflow_id
      and paused_at is not null) as paused from runs where id = any($1::uuid[])`
  return (await pool.query<RunStatusRow>({ name: 'load-run-statuses', text, values: [runIds] }))
    .rows
}
