import { workingMinutesBetween, type WorkingTime } from './working-time.ts'
import { localTimeOf } from './zoned-time.ts'

/** How far a due instant is in working time: less than 0 once it is over. */
export type DueIn = {
  minutes: number
  /** Whole working days, by the hours of the day on which it is due. */
  days: number
}

/** For a due date on a day off. */
const usualDay = 8 * 60

/** How much working time is left until an instant, or has passed since. */
export function dueIn(calendar: WorkingTime, due: Date, now: Date): DueIn {
  const isOver = due < now
  const minutes = isOver
    ? workingMinutesBetween(calendar, due, now)
    : workingMinutesBetween(calendar, now, due)
  const { date } = localTimeOf(due, calendar.timeZone)
  const ofDay = calendar.shiftsOn(date).reduce((sum, { from, to }) => sum + to - from, 0)
  const days = Math.floor(minutes / (ofDay || usualDay))
  // 0 - 0 is 0, whereas -0 is not.
  return isOver ? { minutes: 0 - minutes, days: 0 - days } : { minutes, days }
}
