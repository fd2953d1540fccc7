import type pg from 'pg'
import type { Tx } from './client.ts'

/**
 * Executes a statement inside a transaction that Postgres parses and plans once per connection, for
 * statements of every request. Instants are answered as text.
 */
export async function runPrepared<T extends pg.QueryResultRow>(
  tx: Tx,
  name: string,
  text: string,
  params: unknown[],
): Promise<T[]> {
  type Query = { execute: pg.QueryResult<T>; all: unknown; values: unknown }
  return (
    await tx._.session.prepareQuery<Query>({ sql: text, params }, undefined, name, false).execute()
  ).rows
}
