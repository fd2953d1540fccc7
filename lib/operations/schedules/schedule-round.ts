import { sql } from 'drizzle-orm'
import { engineDb, inOrganization, type Tx } from '#db/client'
import { goesOnHere } from '#db/goes-on-here'
import { faultPoint } from '#lib/engine/store/fault-points'
import { log } from '#lib/log'
import { needsCheckAhead } from '../runs/start-data.ts'
import { advanceBackfill } from './advance-backfill.ts'
import { fireDue, startQueued } from './fire-due.ts'
import { NotCheckedAhead } from './start-scheduled-run.ts'

type Work = { kind: 'due' | 'queued' | 'backfill'; id: string; organizationId: string }

type StartData = Record<string, unknown>

const atOnce = 100

/**
 * Does the work; with large start data, checks the data and does the work again. Throws when the
 * check cannot be made now; the work finds and records permanent errors.
 */
async function withCheckAhead(work: (checked?: StartData) => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof NotCheckedAhead)) throw error
    const { startData } = error
    await error.check().catch((refusal: unknown) => {
      if (needsCheckAhead(startData)) throw refusal
    })
    await work(startData)
  }
}

/**
 * One round of one worker over all schedules: one statement that reads three small indexes, and a
 * transaction for each schedule with something to do. Every worker does this; the row locks and the
 * unique planned instants prevent duplicates. Answers the number of schedules with something to do.
 */
export async function scheduleRound(now: Date = new Date()): Promise<number> {
  const { rows } = await engineDb().execute<Work>(sql`
    (select 'due' as kind, id, organization_id as "organizationId" from schedules
      where next_at <= ${now.toISOString()}::timestamptz and ${goesOnHere} order by next_at limit ${atOnce})
    union all
    (select distinct 'queued', schedule_id, organization_id from schedule_occurrences
      where status = 'queued' and ${goesOnHere} limit ${atOnce})
    union all
    (select 'backfill', id, organization_id from schedule_backfills where status = 'running' and ${goesOnHere}
      order by id limit ${atOnce})`)
  const acts: Record<Work['kind'], (tx: Tx, id: string, checked?: StartData) => Promise<void>> = {
    due: async (tx, id, checked) => await fireDue(tx, id, { now, checked }),
    queued: startQueued,
    backfill: advanceBackfill,
  }
  for (const { kind, id, organizationId } of rows)
    try {
      await withCheckAhead(
        async (checked) =>
          await inOrganization(organizationId, async (tx) => {
            await acts[kind](tx, id, checked)
            faultPoint(`before-schedule-${kind}`)
          }),
      )
      faultPoint(`after-schedule-${kind}`)
    } catch (error) {
      // A failing schedule must not delay the others; it is tried again in the next round.
      log.error({ error, kind, id }, 'a schedule could not be processed')
    }
  return rows.length
}
