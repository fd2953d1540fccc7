import type { Tx } from '#db/client'
import type { InboxItem } from '#lib/contracts/runs/screens'
import { ApiError } from '#lib/domain/api-error'
import { dueIn } from '#lib/domain/calendar/due-in'
import type { WorkingTime } from '#lib/domain/calendar/working-time'
import type { PlannedAction } from '#lib/domain/run/planned-action'
import { workingTimeIn } from '../calendars/working-time-of.ts'
import { groupsIn, plannedViews } from './deadlines-view.ts'

type Row = {
  dueAt: Date | null
  candidates: string[] | null
  /** The slug of the calendar that its step names. */
  calendar: string | null
  claimedBy: string | null
  actions: PlannedAction[]
}
type Dates = Pick<InboxItem, 'dueIn' | 'nextAction'>

/** The working time of rows, each read once. */
function workingTimes(tx: Tx, organizationId: string) {
  const known = new Map<string, WorkingTime>()
  return async ({ calendar, candidates }: Row): Promise<WorkingTime> => {
    const groups = groupsIn(candidates)
    const key = JSON.stringify([calendar, groups])
    const found = known.get(key)
    if (found) return found
    // A calendar that was deleted since: the default one counts.
    const made = await workingTimeIn(tx, organizationId, calendar ?? undefined, groups).catch(
      async (error: unknown) => {
        if (!(error instanceof ApiError) || calendar === null) throw error
        return await workingTimeIn(tx, organizationId, undefined, groups)
      },
    )
    known.set(key, made)
    return made
  }
}

/** What happens next by itself, as things are now. */
const nextOf = ({ actions, claimedBy }: Row): PlannedAction | undefined =>
  actions.find(({ when }) => when !== 'follow-up' && !(when === 'unassigned' && claimedBy !== null))

/** How far the due dates of rows are in working time, and what happens to each by itself next. */
export async function datesOfItems(
  tx: Tx,
  organizationId: string,
  rows: readonly Row[],
): Promise<Dates[]> {
  const timeOf = workingTimes(tx, organizationId)
  const next = rows.map(nextOf)
  const views = await plannedViews(
    tx,
    next.filter((action) => action !== undefined),
  )
  const now = new Date()
  const dates: Dates[] = []
  for (const [index, row] of rows.entries()) {
    const time = row.dueAt ? await timeOf(row) : undefined
    dates.push({
      dueIn: row.dueAt && time ? { ...dueIn(time, row.dueAt, now), timeZone: time.timeZone } : null,
      nextAction: (next[index] && views.shift()) ?? null,
    })
  }
  return dates
}
