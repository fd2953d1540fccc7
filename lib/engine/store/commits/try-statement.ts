import type pg from 'pg'

/** Executes a statement and rolls it back. Throws what Postgres refuses. */
export async function tryStatement(pool: pg.Pool, statement: pg.QueryConfig): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(statement)
  } finally {
    const broken = await client.query('rollback').then(
      () => undefined,
      (error: unknown) => error as Error,
    )
    client.release(broken)
  }
}
