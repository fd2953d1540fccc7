import pg from 'pg'
import { inOneWrite } from '#db/client'
import { log } from '#lib/log'
import { notifyEndsStatement } from '../notify-runs.ts'
import type { RunReader } from '../../model/run.ts'
import { readRunsCall, storedRunsOf, type StoredRun } from '../reads/stored-runs.ts'

type With = {
  /** Runs that the commit ends, in the order of their ids; their watchers are notified. */
  endedIds?: string[]
  /** The callers that wait to read the end of a run. */
  readers?: { runId: string; reader: RunReader }[]
}
type Sent<T> = {
  rows: T[]
  /** Ended runs as their readers will see them. */
  read: Map<string, StoredRun>
}

const nothingRead: Map<string, StoredRun> = new Map()

/**
 * Sends a commit's statement. The notification of the runs that it ends is sent right behind it, so
 * that it does not arrive a round trip later. With readers, the ended runs are read and their audit
 * entries written in the same transaction: one commit and one round trip for both. Throws what
 * Postgres refused; then nothing was written.
 */
export async function sendCommit<T extends pg.QueryResultRow>(
  pool: pg.Pool,
  commit: pg.QueryConfig,
  { endedIds = [], readers = [] }: With,
): Promise<Sent<T>> {
  if (endedIds.length + readers.length === 0)
    return { rows: (await pool.query<T>(commit)).rows, read: nothingRead }
  const client = await pool.connect()
  const { written, notified } = inOneWrite(client, () => ({
    written:
      readers.length === 0
        ? writeAlone<T>(client, commit)
        : writeAndRead<T>(client, commit, readers),
    notified: endedIds.length > 0 ? client.query(notifyEndsStatement(endedIds)) : undefined,
  }))
  void Promise.allSettled([written, notified]).then((answers) => {
    const errors = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason as Error] : [],
    )
    // Watchers also poll every second, so a lost notification costs little.
    for (const error of errors) log.debug({ error }, 'a commit or its notification failed')
    // A connection can be used after a refused statement, but not after a connection error.
    client.release(errors.find((error) => !(error instanceof pg.DatabaseError)))
  })
  return await written
}

async function writeAlone<T extends pg.QueryResultRow>(
  client: pg.PoolClient,
  commit: pg.QueryConfig,
): Promise<Sent<T>> {
  return { rows: (await client.query<T>(commit)).rows, read: nothingRead }
}

/** Sends all statements at once. After an error the transaction's commit rolls back. */
async function writeAndRead<T extends pg.QueryResultRow>(
  client: pg.PoolClient,
  commit: pg.QueryConfig,
  readers: { runId: string; reader: RunReader }[],
): Promise<Sent<T>> {
  const { statement, values } = readRunsCall(readers, { endedOnly: true })
  const sent = [
    client.query('begin'),
    client.query<T>(commit),
    client.query({ ...statement, values }),
    client.query('commit'),
  ] as const
  // All have to end before the connection may be used again; the first error caused the others.
  const failed = (await Promise.allSettled(sent)).find((answer) => answer.status === 'rejected')
  if (failed) throw failed.reason
  const [, written, read] = await Promise.all(sent)
  return { rows: written.rows, read: storedRunsOf(read.rows) }
}
