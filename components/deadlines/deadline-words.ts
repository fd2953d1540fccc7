import { timeWords } from '#components/shared/display/times'
import type { PlannedView } from '#lib/contracts/runs/deadlines'
import { countOf } from '#lib/domain/count-of'
import type { PastAction } from '#lib/domain/run/planned-action'
import { listWords } from '#lib/domain/sentences'

/** A moment with the day of the week, by the clock of this zone: “Tue, Nov 24, 3:00 PM EST”. */
export function momentWords(at: string, timeZone: string): string {
  const day = { weekday: 'short', month: 'short', day: 'numeric' } as const
  const clock = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  return timeWords(at, { ...day, ...clock }, timeZone)
}

function toWords({ to, people }: PlannedView): string {
  if (to === 'people') return listWords(people ?? [])
  return to === 'group' ? 'everybody who may do it' : 'whoever has it'
}

/** What will happen by itself: “Ana gets this”. */
export function plannedWords(planned: PlannedView): string {
  const { do: act, when, people = [], priority, workflow } = planned
  const condition = when === 'unassigned' ? ', if nobody has it' : ''
  if (act === 'assign') return `${listWords(people)} gets this${condition}`
  if (act === 'return') return `This goes back to the group${condition}`
  if (act === 'priority') return `The priority becomes ${priority}${condition}`
  if (act === 'start') return `The workflow “${workflow}” starts${condition}`
  if (when === 'follow-up') return `Reminder to look again, to ${toWords(planned)}`
  return `Reminder to ${toWords(planned)}`
}

const names: Record<PastAction['do'], string> = {
  remind: 'The reminder',
  assign: 'The reassignment',
  return: 'Giving this back',
  priority: 'Raising the priority',
  start: 'Starting the workflow',
}

function doneWords({ do: act, told = 0, person, for: absent, priority }: PastAction): string {
  const people = countOf(told, 'person', 'people')
  if (act === 'remind') return `${people} reminded`
  if (act === 'assign')
    return `${person ?? 'Somebody'} got this${absent ? `, for ${absent}, who is away` : ''}`
  if (act === 'return') return 'This went back to the group'
  return act === 'priority' ? `The priority became ${priority}` : 'The workflow started'
}

/** What happened by itself, or why it did not. */
export function pastWords(past: PastAction): string {
  if (past.outcome === 'done') return doneWords(past)
  const reason = past.reason ? ` ${past.reason}` : ''
  return past.outcome === 'failed'
    ? `${names[past.do]} failed.${reason}`
    : `${names[past.do]} was not needed.${reason}`
}
