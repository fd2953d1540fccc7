import { sql } from 'drizzle-orm'
import { engineDb, enginePool } from '#db/client'
import { startDueLoop } from '#lib/engine/worker/due-loop'
import { advanceRunTotals } from '#lib/engine/store/reads/run-totals'
import { pruneGoneCases } from '../test-sets/prune-gone-cases.ts'
import { deleteDueRuns } from './delete-due-runs.ts'
import { countStorage, pruneCodeUse } from '../usage/storage-use.ts'
import { dropDueMonths } from './drop-due-months.ts'
import { pruneOccurrences } from './prune-occurrences.ts'
import { pruneReceivedMails } from './prune-received-mails.ts'
import { pruneWebhookDeliveries } from './prune-webhook-deliveries.ts'
import { pruneSavedForms } from './prune-saved-forms.ts'
import { sweepFiles } from './sweep-files.ts'
import { sweepIdempotencyKeys } from './sweep-idempotency-keys.ts'
import { sweepUnfinishedUploads, sweepUploads } from './sweep-uploads.ts'

const everyMs = 10 * 60_000
const sweepEveryMs = 24 * 3_600_000
/** Not at once, because a process that starts has other work. */
const firstSweepMs = 3_600_000
// Any number that no other advisory lock uses.
const lockKey = 7_268_368_003

/**
 * Creates the tables of the next months long before they are needed, so that the service works even
 * after weeks without a worker.
 */
async function makeMonths(): Promise<void> {
  await engineDb().execute(
    sql`select make_run_months((now() at time zone 'UTC')::date,
      (now() at time zone 'UTC' + interval '3 months')::date)`,
  )
}

/** Updates the statistics of the parent tables once a day: autovacuum only covers the months. */
async function gatherStatistics(): Promise<void> {
  await engineDb().execute(sql`select analyze_run_history()`)
}

/**
 * One round: the next months, run totals, statistics, and deletion of what is due. Answers whether
 * there is more to delete.
 */
export async function applyRetention(): Promise<boolean> {
  await makeMonths()
  await advanceRunTotals(engineDb())
  await gatherStatistics()
  await dropDueMonths()
  const more = [
    await deleteDueRuns(),
    await pruneReceivedMails(),
    await pruneOccurrences(),
    await pruneSavedForms(),
    await pruneWebhookDeliveries(),
    await pruneGoneCases(),
    await sweepIdempotencyKeys(),
  ]
  await countStorage()
  await pruneCodeUse()
  return more.includes(true)
}

/**
 * Maintains the history of runs in a worker process until it is stopped: every ten minutes, and
 * again at once while there is more to delete; once a day it sweeps the files. Only one of several
 * workers does so at a time.
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
