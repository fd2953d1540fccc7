import type pg from 'pg'

/** Notes that these runs are executed in processes of their own. */
export async function markAlone(pool: pg.Pool, runIds: string[]): Promise<void> {
  await pool.query({
    name: 'mark-suspects-alone',
    text: 'update suspect_runs set alone = true where run_id = any($1::uuid[])',
    values: [runIds],
  })
}

/** Whether the run is executed in a process of its own. */
export async function isMarkedAlone(pool: pg.Pool, runId: string): Promise<boolean> {
  const { rows } = await pool.query<{ alone: boolean }>({
    name: 'suspect-alone',
    text: 'select alone from suspect_runs where run_id = $1',
    values: [runId],
  })
  return rows[0]?.alone ?? false
}

/** Removes the suspicion: the run did no harm, or has ended. */
export async function clearSuspect(pool: pg.Pool, runId: string): Promise<void> {
  await pool.query({
    name: 'clear-suspect',
    text: 'delete from suspect_runs where run_id = $1',
    values: [runId],
  })
}

/** Removes the suspicion of runs that ended in other ways. */
export async function deleteEndedSuspects(pool: pg.Pool): Promise<void> {
  await pool.query({
    name: 'delete-ended-suspects',
    text: `delete from suspect_runs
      where not exists (select from runs where runs.id = run_id
        and status in ('running', 'suspended'))`,
  })
}
