import type pg from 'pg'

/**
 * Finds the async results that are not pending any more, or do not exist. Waits for transactions
 * that are ending one.
 */
export async function endedResults(pool: pg.Pool, ids: string[]): Promise<Set<string>> {
  const text = `select id from async_results where id = any($1::uuid[])
    and status = 'pending' for share`
  const { rows } = await pool.query<{ id: string }>({
    name: 'pending-results',
    text,
    values: [ids],
  })
  const pending = new Set(rows.map(({ id }) => id))
  return new Set(ids.filter((id) => !pending.has(id)))
}
