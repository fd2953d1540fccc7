import { timeWords } from '#components/shared/display/times'
import { usualRules } from '#lib/domain/calendar/calendar'
import { workingTimeOf } from '#lib/domain/calendar/shifts-of'
import { addDays, instantAt, weekdayOf } from '#lib/domain/calendar/zoned-time'
import { NoWorkingTimeError, type WorkingTime } from '#lib/domain/calendar/working-time'
import type { Deadlines } from '#lib/domain/deadlines/deadlines'
import { planDeadlines } from '#lib/domain/deadlines/plan'
import type { PlannedAction } from '#lib/domain/run/planned-action'
import type { KnownCalendar } from '../config/known.ts'

const friday = 5
const threeInTheAfternoon = 15 * 60

const words: Record<PlannedAction['do'], string> = {
  remind: 'reminder',
  assign: 'given to somebody',
  return: 'given back',
  priority: 'priority raised',
  start: 'workflow started',
}

function timeOf(calendars: KnownCalendar[], slug: string | undefined): WorkingTime {
  const named = calendars.find((one) => (slug === undefined ? one.isDefault : one.slug === slug))
  const { rules, holidays } = named ?? { rules: usualRules, holidays: [] }
  // The words are of the wall clock, so any zone gives the same.
  return workingTimeOf(rules, { timeZone: 'UTC', holidays })
}

/** The next Friday on which people work. */
function exampleDay(time: WorkingTime, today: string): string {
  for (let days = 0; days < 70; days++) {
    const date = addDays(today, days)
    if (weekdayOf(date) === friday && time.shiftsOn(date).length > 0) return date
  }
  return today
}

/**
 * What would happen to a screen that opens on a Friday at 15:00, in words; undefined while the
 * settings are not complete.
 */
export function exampleOf(
  deadlines: Deadlines,
  calendars: KnownCalendar[],
  today: string,
): string | undefined {
  const time = timeOf(calendars, deadlines.calendar)
  const { timeZone } = time
  const clock = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const shown = (at: Date | string) => timeWords(at, clock, timeZone).replace(',', '')
  const opened = instantAt({ date: exampleDay(time, today), minute: threeInTheAfternoon }, timeZone)
  try {
    const { dueAt, actions } = planDeadlines(deadlines, opened, time)
    if (!dueAt && actions.length === 0) return undefined
    const parts = [
      ...(dueAt ? [`due ${shown(dueAt)}`] : []),
      ...actions.map((action) => `${words[action.do]} ${shown(action.at)}`),
    ]
    return `Opened ${shown(opened)} → ${parts.join(', ')}`
  } catch (error) {
    if (error instanceof NoWorkingTimeError) return error.message
    throw error
  }
}
