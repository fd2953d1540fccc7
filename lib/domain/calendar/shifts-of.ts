import { weekdays, type CalendarRules, type Holiday } from './calendar.ts'
import type { Shift, WorkingTime } from './working-time.ts'
import { weekdayOf } from './zoned-time.ts'

const minuteOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

const shiftsOf = (hours: CalendarRules['hours'][keyof CalendarRules['hours']]): Shift[] =>
  hours.map(({ from, to }) => ({ from: minuteOf(from), to: minuteOf(to) }))

/** A day of a calendar, and why it differs from its week. */
export type CalendarDay = { shifts: Shift[]; reason: string | null }

/** What a calendar says about one day: a special day wins over a holiday, that over the week. */
export function dayOf(
  rules: CalendarRules,
  holidays: readonly Holiday[],
  date: string,
): CalendarDay {
  const special = rules.special.find((day) => day.date === date)
  if (special) return { shifts: shiftsOf(special.hours), reason: special.name }
  const holiday = holidays.find((day) => day.date === date && !rules.worked.includes(day.name))
  if (holiday) return { shifts: [], reason: holiday.name }
  const weekday = weekdays[weekdayOf(date)] ?? 'sunday'
  return { shifts: shiftsOf(rules.hours[weekday]), reason: null }
}

/** The working time of a calendar in its zone. */
export const workingTimeOf = (
  rules: CalendarRules,
  { timeZone, holidays }: { timeZone: string; holidays: readonly Holiday[] },
): WorkingTime => ({
  timeZone: rules.timeZone ?? timeZone,
  shiftsOn: (date) => dayOf(rules, holidays, date).shifts,
})
