import { sql } from 'drizzle-orm'
import { engineDb, inOrganization, type Tx } from '#db/client'
import { faultPoint } from '#lib/engine/store/fault-points'
import { log } from '#lib/log'
import { advanceBackfill } from './advance-backfill.ts'
import { fireDue, startQueued } from './fire-due.ts'

type Work = { kind: 'due' | 'queued' | 'backfill'; id: string; organizationId: string }

const atOnce = 100

/**
 * One look of one worker at all schedules: one statement that reads three small indexes, and a
 * transaction for each schedule that has something to do. Every worker does this; the rows' locks
 * and the unique planned instants make it once. Answers how much there was to do.
 */
export async function scheduleRound(now: Date = new Date()): Promise<number> {
  const { rows } = await engineDb().execute<Work>(sql`
    (select 'due' as kind, id, organization_id as "organizationId" from schedules where next_at <= ${now.toISOString()}::timestamptz order by next_at limit ${atOnce})
    union all
    (select distinct 'queued', schedule_id, organization_id from schedule_occurrences where status = 'queued' limit ${atOnce})
    union all
    (select 'backfill', id, organization_id from schedule_backfills where status = 'running' order by id limit ${atOnce})`)
  const acts: Record<Work['kind'], (tx: Tx, id: string) => Promise<void>> = {
    due: async (tx, id) => await fireDue(tx, id, now),
    queued: startQueued,
    backfill: advanceBackfill,
  }
  for (const { kind, id, organizationId } of rows)
    try {
      await inOrganization(organizationId, async (tx) => {
        await acts[kind](tx, id)
        faultPoint(`before-schedule-${kind}`)
      })
      faultPoint(`after-schedule-${kind}`)
    } catch (error) {
      // One that fails must not keep the others waiting; it is tried again in the next round.
      log.error({ error, kind, id }, 'a schedule could not be looked after')
    }
  return rows.length
}
