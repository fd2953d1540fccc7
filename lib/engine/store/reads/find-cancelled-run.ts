import type pg from 'pg'
import type { LeasedRun } from '../../model/run.ts'

type CancelledRun = Pick<LeasedRun, 'id' | 'createdAt' | 'workflowId' | 'workflowName'>

/** The run, when it was cancelled from outside a turn. */
export async function findCancelledRun(
  pool: pg.Pool,
  runId: string,
): Promise<CancelledRun | undefined> {
  const { rows } = await pool.query<CancelledRun>({
    name: 'find-cancelled-run',
    text: `select runs.id, runs.created_at as "createdAt", workflow_id as "workflowId",
      workflows.name as "workflowName" from runs join workflows on workflows.id = workflow_id
     where runs.id = $1 and status = 'cancelled' and error is not null`,
    values: [runId],
  })
  return rows[0]
}
