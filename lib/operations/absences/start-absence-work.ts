import { enginePool } from '#db/client'
import { startDueLoop } from '#lib/engine/worker/due-loop'
import { log } from '#lib/log'
import { repeatAfterDeadlock } from '../repeat-after-deadlock.ts'
import { beginSome } from './begin-absence.ts'

/** How many absences one check begins. */
const atOnce = 20

type Found = { id: string; organizationId: string }

/** Absences whose first day has come, by the clock of their organization. */
const dueSql = `
  select absence.id, absence.organization_id as "organizationId"
  from absences as absence
  join organizations as organization on organization.id = absence.organization_id
  where organization.moved_at is null and absence.begun_at is null and absence.ended_at is null
    and absence.first_day <= ($1::timestamptz at time zone organization.time_zone)::date
  order by absence.first_day, absence.id limit ${atOnce}`

/**
 * Begins absences whose first day has come: deals with the open screens of who is away, some hundreds
 * in each transaction. Answers whether there may be more to do. `now` is for tests.
 */
export async function beginDueAbsences(now = new Date()): Promise<boolean> {
  const { rows } = await enginePool().query<Found>(dueSql, [now])
  let more = rows.length === atOnce
  for (const { id, organizationId } of rows) {
    try {
      const isWhole = await repeatAfterDeadlock(
        async () => await beginSome(organizationId, id, now),
      )
      if (!isWhole) more = true
    } catch (error) {
      // It is tried again with the next check, and holds up no other.
      log.warn({ error, absenceId: id }, 'an absence could not be begun')
    }
  }
  return more
}

/**
 * Begins absences in a worker process, until it is stopped. Several workers share them: a screen
 * changes hands in the transaction that sees with whom it is.
 */
export function startAbsenceWork(): { stop(): Promise<void> } {
  return startDueLoop('absences', async () => ({ more: await beginDueAbsences() }))
}
