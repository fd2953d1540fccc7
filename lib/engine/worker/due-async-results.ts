import { sql } from 'drizzle-orm'
import { engineDb } from '#db/client'
import { goesOnHere } from '#db/goes-on-here'
import { startDueLoop, type DueLoop, type DueCheck } from './due-loop.ts'
import { retentionDays } from '../commands/end-async-result.ts'
import { faultPoint } from '../store/fault-points.ts'
import type { Notifier } from '../watch/notifier.ts'
import { resumeWaitingRuns } from '../store/resume-waiting-runs.ts'

const batch = 500

/**
 * Ends async results that are due, in one transaction; several workers share them. Answers their
 * ids.
 */
async function endDue(): Promise<string[]> {
  return await engineDb().transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      with due as (
        select id from async_results where status = 'pending' and due_at is not null
          and due_at <= now() and ${goesOnHere}
        order by due_at limit ${batch} for update skip locked)
      update async_results set status = due_outcome->>'status', result = due_outcome->'result',
      error = due_outcome->'error', due_outcome = null,
        completed_at = now(), expires_at = now() + make_interval(days => ${retentionDays})
      from due where async_results.id = due.id returning async_results.id`)
    const ids = rows.map(({ id }) => id)
    await resumeWaitingRuns(tx, ids)
    if (ids.length > 0) faultPoint('before-results-due')
    return ids
  })
}

/**
 * When the next one is due, by the database's clock: the first entry of the index, however many are
 * pending.
 */
async function nextDue(): Promise<{ at: Date; isDue: boolean } | undefined> {
  const { rows } = await engineDb().execute<{ at: string; due: boolean }>(sql`
    select due_at::text as at, due_at <= now() as due from async_results
    where status = 'pending' and due_at is not null and ${goesOnHere} order by due_at limit 1`)
  return rows[0] && { at: new Date(rows[0].at), isDue: rows[0].due }
}

/**
 * Ends sleeps and time limits of async results when they are due, whichever process created them
 * and however long ago. A pending one costs a row and an index entry: no job and no timer of its
 * own.
 */
export function startDueAsyncResults(notifier: Notifier): DueLoop {
  return startDueLoop('async results', async (): Promise<DueCheck> => {
    const first = await nextDue()
    if (!first?.isDue) return { more: false, nextAt: first?.at }
    const ended = await endDue()
    if (ended.length > 0) faultPoint('after-results-due')
    for (const id of ended) notifier.changed(id, true)
    return ended.length === batch ? { more: true } : { more: false, nextAt: (await nextDue())?.at }
  })
}
