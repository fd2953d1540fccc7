import pg from 'pg'
import { inOneWrite } from '#db/client'
import { log } from '#lib/log'
import { notifyEndsStatement } from '../../watch/notifier.ts'
import type { RunReader } from '../../model/run.ts'
import { readRunsCall, storedRunsOf, type StoredRun } from '../stored-runs.ts'

type With = {
  /** Runs that the commit ends, in the order of their ids, of which watchers are told. */
  endedIds?: string[]
  /** Who waits for the end of a run, to read it. */
  readers?: { runId: string; reader: RunReader }[]
}
type Sent<T> = {
  rows: T[]
  /** Runs that have ended, as their readers are to see them. */
  read: Map<string, StoredRun>
}

const nothingRead: Map<string, StoredRun> = new Map()

/**
 * Sends a commit's statement. What tells of the runs that it ends is sent right behind it, so that
 * watchers hear of an end when it is so, and not a round trip later. With readers, the runs that
 * have ended are read and their audit entries written in the same transaction: one commit and one
 * round trip for both. Throws what Postgres refused; then nothing was written.
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
    // Watchers look by themselves every second, so a lost notification costs little.
    for (const error of errors) log.debug({ error }, 'a commit, or what tells of it, failed')
    // A refused statement leaves the connection as it was; one that was lost is not used again.
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

/** Sends all at once. After an error the transaction's commit rolls back. */
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
