import { addDays, instantAt, localTimeOf, type LocalTime } from './zoned-time.ts'

/** A part of a day in which people work, in minutes since midnight; the end does not belong to it. */
export type Shift = { from: number; to: number }

/** When people work. */
export type WorkingTime = {
  timeZone: string
  /** The shifts of a day in their order; empty for a day off. */
  shiftsOn(date: string): readonly Shift[]
}

/** A calendar without a working day for so long has none at all. */
const maxDaysOff = 400

/** The calendar has no working time in the year after the instant. */
export class NoWorkingTimeError extends Error {
  constructor() {
    super('This calendar has no working time in more than a year. Give it working hours.')
    this.name = 'NoWorkingTime'
  }
}

function nextWorkingDate(calendar: WorkingTime, after: string): string {
  for (let days = 1; days <= maxDaysOff; days++) {
    const date = addDays(after, days)
    if (calendar.shiftsOn(date).length > 0) return date
  }
  throw new NoWorkingTimeError()
}

function lastWorkingDate(calendar: WorkingTime, before: string): string {
  for (let days = 1; days <= maxDaysOff; days++) {
    const date = addDays(before, -days)
    if (calendar.shiftsOn(date).length > 0) return date
  }
  throw new NoWorkingTimeError()
}

/** The last working minute at or before a local time. */
function lastWorking(calendar: WorkingTime, { date, minute }: LocalTime): LocalTime {
  const shift = calendar.shiftsOn(date).findLast(({ from }) => from < minute)
  if (shift) return { date, minute: Math.min(minute, shift.to) }
  const last = lastWorkingDate(calendar, date)
  return { date: last, minute: calendar.shiftsOn(last).at(-1)?.to ?? 0 }
}

/** The first working minute at or after a local time. */
function firstWorking(calendar: WorkingTime, { date, minute }: LocalTime): LocalTime {
  const shift = calendar.shiftsOn(date).find(({ to }) => minute < to)
  if (shift) return { date, minute: Math.max(minute, shift.from) }
  const next = nextWorkingDate(calendar, date)
  return { date: next, minute: calendar.shiftsOn(next)[0]?.from ?? 0 }
}

/** The time of a working day that is nearest to a time, not after the end of its last shift. */
function within(shifts: readonly Shift[], minute: number): number {
  const shift = shifts.find(({ to }) => minute <= to)
  return shift ? Math.max(minute, shift.from) : (shifts.at(-1)?.to ?? minute)
}

/** Whether people work at this instant. */
export function isWorkingAt(calendar: WorkingTime, instant: Date): boolean {
  const { date, minute } = localTimeOf(instant, calendar.timeZone)
  return calendar.shiftsOn(date).some(({ from, to }) => from <= minute && minute < to)
}

/**
 * So many working days later at the same time of day, within the hours of that day. Outside of
 * working time the days count from its next beginning: two days from Saturday end on Wednesday
 * morning.
 */
export function addWorkingDays(calendar: WorkingTime, from: Date, days: number): Date {
  const start = firstWorking(calendar, localTimeOf(from, calendar.timeZone))
  let { date } = start
  for (let left = days; left > 0; left--) date = nextWorkingDate(calendar, date)
  const minute = within(calendar.shiftsOn(date), start.minute)
  return instantAt({ date, minute }, calendar.timeZone)
}

/** So many working days earlier at the same time of day, within the hours of that day. */
export function subtractWorkingDays(calendar: WorkingTime, until: Date, days: number): Date {
  const end = lastWorking(calendar, localTimeOf(until, calendar.timeZone))
  let { date } = end
  for (let left = days; left > 0; left--) date = lastWorkingDate(calendar, date)
  const minute = within(calendar.shiftsOn(date), end.minute)
  return instantAt({ date, minute }, calendar.timeZone)
}

/**
 * The time `minute` of the so manieth working day after the day of `from`: with 1 the next working
 * day, whatever time it is now; with -1 the last one before it.
 */
export function atWorkingDay(
  calendar: WorkingTime,
  from: Date,
  { days, minute }: { days: number; minute: number },
): Date {
  let { date } = localTimeOf(from, calendar.timeZone)
  for (let left = days; left > 0; left--) date = nextWorkingDate(calendar, date)
  for (let left = days; left < 0; left++) date = lastWorkingDate(calendar, date)
  return instantAt({ date, minute }, calendar.timeZone)
}

/** So many minutes of working time later. */
export function addWorkingMinutes(calendar: WorkingTime, from: Date, minutes: number): Date {
  let at = firstWorking(calendar, localTimeOf(from, calendar.timeZone))
  let left = minutes
  for (;;) {
    const { date, minute } = at
    const shift = calendar.shiftsOn(date).find(({ to }) => minute < to)
    const end = shift?.to ?? minute
    if (left <= end - minute) return instantAt({ date, minute: minute + left }, calendar.timeZone)
    left -= end - minute
    at = firstWorking(calendar, { date, minute: end })
  }
}

/** So many minutes of working time earlier. */
export function subtractWorkingMinutes(calendar: WorkingTime, until: Date, minutes: number): Date {
  let at = lastWorking(calendar, localTimeOf(until, calendar.timeZone))
  let left = minutes
  for (;;) {
    const { date, minute } = at
    const shift = calendar.shiftsOn(date).findLast(({ from }) => from < minute)
    const start = shift?.from ?? minute
    if (left <= minute - start) return instantAt({ date, minute: minute - left }, calendar.timeZone)
    left -= minute - start
    at = lastWorking(calendar, { date, minute: start })
  }
}

/** The minutes of working time between two instants; 0 when the second is not later. */
export function workingMinutesBetween(calendar: WorkingTime, from: Date, to: Date): number {
  if (to <= from) return 0
  const start = localTimeOf(from, calendar.timeZone)
  const end = localTimeOf(to, calendar.timeZone)
  let minutes = 0
  for (let { date } = start; date <= end.date; date = addDays(date, 1))
    for (const shift of calendar.shiftsOn(date)) {
      const first = date === start.date ? Math.max(shift.from, start.minute) : shift.from
      const last = date === end.date ? Math.min(shift.to, end.minute) : shift.to
      minutes += Math.max(0, last - first)
    }
  return minutes
}
