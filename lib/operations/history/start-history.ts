import { sql } from 'drizzle-orm'
import { engineDb, enginePool } from '#db/client'
import { startDueLoop } from '#lib/engine/worker/due-loop'
import { advanceRunTotals } from '#lib/engine/store/run-totals'
import { deleteDueRuns } from './delete-due-runs.ts'
import { dropDueMonths } from './drop-due-months.ts'
import { pruneOccurrences } from './prune-occurrences.ts'
import { sweepFiles } from './sweep-files.ts'
import { sweepIdempotencyKeys } from './sweep-idempotency-keys.ts'
import { sweepUnfinishedUploads, sweepUploads } from './sweep-uploads.ts'

const everyMs = 10 * 60_000
const sweepEveryMs = 24 * 3_600_000
/** A process that starts has other things to do. */
const firstSweepMs = 3_600_000
// Any number that nothing else locks by.
const lockKey = 7_268_368_003

/**
 * The tables of the months to come are there long before they are needed, also when no worker runs
 * for weeks.
 */
async function makeMonths(): Promise<void> {
  await engineDb().execute(
    sql`select make_run_months((now() at time zone 'UTC')::date, (now() at time zone 'UTC' + interval '3 months')::date)`,
  )
}

/** Statistics of all months together, once a day: autovacuum looks after each month by itself. */
async function gatherStatistics(): Promise<void> {
  await engineDb().execute(sql`select analyze_run_history()`)
}

/**
 * One round: months to come, the books, statistics, what is due to be deleted, occurrences of
 * schedules among it. Answers whether there is more to delete.
 */
export async function applyRetention(): Promise<boolean> {
  await makeMonths()
  await advanceRunTotals(engineDb())
  await gatherStatistics()
  await dropDueMonths()
  const more = [await deleteDueRuns(), await pruneOccurrences(), await sweepIdempotencyKeys()]
  return more.includes(true)
}

/**
 * Keeps the history of runs, in a worker process until it is stopped: every ten minutes, and on at
 * once while there is more to delete; once a day it sweeps the files. Of several workers one does
 * it at a time.
 */
export function startHistory(): { stop(): Promise<void> } {
  let nextAt = 0
  let sweepAt = Date.now() + firstSweepMs
  return startDueLoop('history', async () => {
    if (Date.now() < nextAt) return { more: false }
    const client = await enginePool().connect()
    try {
      const { rows } = await client.query<{ mine: boolean }>(
        'select pg_try_advisory_lock($1) as mine',
        [lockKey],
      )
      const mine = rows[0]?.mine === true
      const more = mine && (await applyRetention())
      if (mine && !more && Date.now() >= sweepAt) {
        sweepAt = Date.now() + sweepEveryMs
        await sweepUploads()
        await sweepUnfinishedUploads()
        await sweepFiles()
      }
      if (!more) nextAt = Date.now() + everyMs
      return { more }
    } finally {
      await client.query('select pg_advisory_unlock($1)', [lockKey]).then(
        () => client.release(),
        (error: Error) => client.release(error),
      )
    }
  })
}
