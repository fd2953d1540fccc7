import type { CalendarView } from '#lib/contracts/organization/calendars'
import { dayOf } from '#lib/domain/calendar/shifts-of'
import { addDays } from '#lib/domain/calendar/zoned-time'

const shown = 4
const lookedAt = 366

/** The next days on which nobody works although it is no weekend, with their reasons. */
export function daysOff(
  { rules, holidays }: Pick<CalendarView, 'rules' | 'holidays'>,
  now: Date,
): { date: string; reason: string }[] {
  const today = now.toISOString().slice(0, 10)
  const found: { date: string; reason: string }[] = []
  for (let days = 0; days < lookedAt && found.length < shown; days++) {
    const date = addDays(today, days)
    const { shifts, reason } = dayOf(rules, holidays, date)
    if (shifts.length === 0 && reason !== null) found.push({ date, reason })
  }
  return found
}
