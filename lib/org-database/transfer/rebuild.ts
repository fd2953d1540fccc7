import type pg from 'pg'

/**
 * Runs statements whose order is not quite known: one that fails is tried again when others have
 * succeeded. Throws for the first that never does. In a transaction.
 */
export async function runInSomeOrder(client: pg.Client, statements: string[]): Promise<void> {
  for (let rest = statements; rest.length > 0;) {
    const failed: { statement: string; error: unknown }[] = []
    for (const statement of rest) {
      await client.query('savepoint attempt')
      try {
        await client.query(statement)
        await client.query('release savepoint attempt')
      } catch (error) {
        await client.query('rollback to savepoint attempt')
        failed.push({ statement, error })
      }
    }
    const [first] = failed
    if (first && failed.length === rest.length)
      throw new Error(`${(first.error as Error).message}: ${first.statement}`, {
        cause: first.error,
      })
    rest = failed.map(({ statement }) => statement)
  }
}
