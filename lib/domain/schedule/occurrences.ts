import { addDays, instantAt, localTimeOf } from '../calendar/zoned-time.ts'
import { lastInstants, nextInstant, nextInstants } from './cron.ts'
import type { DaysOffPolicy } from './schedule.ts'

/** When a schedule comes: its cron expression, and what happens on days on which nobody works. */
export type Rhythm = {
  cron: string
  timeZone: string
  daysOff: DaysOffPolicy
  /** Whether people work on this date. */
  isWorkday(date: string): boolean
}

/** A calendar without a working day for so long has none at all. */
const maxDaysOff = 400
/** More occurrences than these do not move to another day. */
const mostADay = 24
/** How many times of a cron expression are looked at for a list of its last occurrences. */
const mostLooked = 50_000

const dateOf = (instant: Date, timeZone: string): string => localTimeOf(instant, timeZone).date

/** The instant at which a date begins. */
const startOf = (date: string, timeZone: string): Date => instantAt({ date, minute: 0 }, timeZone)

const justBefore = (instant: Date): Date => new Date(instant.getTime() - 1)

/** The next working day after a date, or the last one before it; undefined when there is none. */
function workday({ isWorkday }: Rhythm, date: string, step: 1 | -1): string | undefined {
  for (let days = 1; days <= maxDaysOff; days++) {
    const other = addDays(date, days * step)
    if (isWorkday(other)) return other
  }
  return undefined
}

/** The day to which the occurrences of a date belong; undefined when there is no working day. */
function targetOf(rhythm: Rhythm, date: string): string | undefined {
  if (rhythm.isWorkday(date)) return date
  return workday(rhythm, date, rhythm.daysOff === 'next' ? 1 : -1)
}

/** The instant to which one moves, with its day; undefined when there is no working day. */
function moved(rhythm: Rhythm, instant: Date): { date: string; instant: Date } | undefined {
  const { date, minute } = localTimeOf(instant, rhythm.timeZone)
  const target = targetOf(rhythm, date)
  if (target === undefined) return undefined
  if (target === date) return { date, instant }
  return { date: target, instant: instantAt({ date: target, minute }, rhythm.timeZone) }
}

/** In their order, each once: those of several days may move to the same time. */
const inOrder = (instants: readonly Date[]): Date[] =>
  [...new Set(instants.map((instant) => instant.getTime()))]
    .toSorted((one, other) => one - other)
    .map((time) => new Date(time))

/** The moment after which the cron expression decides about what comes after `after`. */
function lookFrom(rhythm: Rhythm, after: Date): Date {
  const { timeZone, daysOff } = rhythm
  if (daysOff !== 'next') return after
  const before = workday(rhythm, dateOf(after, timeZone), -1)
  return before === undefined ? after : justBefore(startOf(addDays(before, 1), timeZone))
}

/** The moment until which the cron expression decides about what comes until `until`. */
function lookUntil(rhythm: Rhythm, until: Date): Date {
  const { timeZone, daysOff } = rhythm
  if (daysOff !== 'previous') return until
  const following = workday(rhythm, dateOf(until, timeZone), 1)
  return following === undefined ? until : justBefore(startOf(following, timeZone))
}

/** The next ones on working days. */
function nextOnWorkdays(rhythm: Rhythm, after: Date, count: number): Date[] {
  const { cron, timeZone, isWorkday } = rhythm
  const found: Date[] = []
  let from: Date | undefined = after
  for (let looks = 0; from && looks < maxDaysOff && found.length < count; looks++) {
    const some = nextInstants(cron, timeZone, from, count)
    found.push(...some.filter((instant) => isWorkday(dateOf(instant, timeZone))))
    from = some.at(-1)
    const date = from && dateOf(from, timeZone)
    // A day off is passed over at once: some expressions come every minute.
    if (date === undefined || isWorkday(date)) continue
    const following = workday(rhythm, date, 1)
    from = following === undefined ? undefined : justBefore(startOf(following, timeZone))
  }
  return found.slice(0, count)
}

/** The next ones when those of days off move to a working day. */
function nextMoved(rhythm: Rhythm, after: Date, count: number): Date[] {
  const { cron, timeZone } = rhythm
  const found: Date[] = []
  let ofDay: Date[] = []
  let day: string | undefined
  const endDay = () => {
    found.push(...inOrder(ofDay).filter((instant) => instant > after))
    ofDay = []
  }
  let from = lookFrom(rhythm, after)
  for (;;) {
    const some = nextInstants(cron, timeZone, from, mostADay)
    for (const instant of some) {
      const target = moved(rhythm, instant)
      if (target === undefined || target.date !== day) endDay()
      if (target === undefined || found.length >= count) return found.slice(0, count)
      day = target.date
      ofDay.push(target.instant)
    }
    const last = some.at(-1)
    if (!last) {
      endDay()
      return found.slice(0, count)
    }
    from = last
  }
}

/** The next occurrences strictly after `after`, oldest first. */
export function nextOccurrences(rhythm: Rhythm, after: Date, count: number): Date[] {
  const { cron, timeZone, daysOff } = rhythm
  if (daysOff === 'run') return nextInstants(cron, timeZone, after, count)
  return daysOff === 'skip' ? nextOnWorkdays(rhythm, after, count) : nextMoved(rhythm, after, count)
}

export const nextOccurrence = (rhythm: Rhythm, after: Date): Date | null =>
  nextOccurrences(rhythm, after, 1)[0] ?? null

/** The last `count` occurrences that are not after `until` and not before `from`, oldest first. */
export function lastOccurrences(rhythm: Rhythm, from: Date, until: Date, count: number): Date[] {
  const { cron, timeZone, daysOff, isWorkday } = rhythm
  if (daysOff === 'run') return lastInstants(cron, timeZone, from, until, count)
  const first = lookFrom(rhythm, from)
  const last = lookUntil(rhythm, until)
  for (let size = count + mostADay; ; size *= 4) {
    const looked = lastInstants(cron, timeZone, first, last, size)
    const kept =
      daysOff === 'skip'
        ? looked.filter((instant) => isWorkday(dateOf(instant, timeZone)))
        : looked.flatMap((instant) => moved(rhythm, instant)?.instant ?? [])
    const found = inOrder(kept).filter((instant) => instant >= from && instant <= until)
    // The oldest day that was looked at may lack some of its times, so that more are looked at.
    if (looked.length < size || size > mostLooked || found.length >= count + mostADay)
      return found.slice(-count)
  }
}

/** Why a policy for days off does not fit a cron expression; undefined when it does. */
export function daysOffProblem(rhythm: Rhythm, now: Date = new Date()): string | undefined {
  const { cron, timeZone, daysOff } = rhythm
  if (daysOff === 'run') return undefined
  const first = nextInstant(cron, timeZone, now)
  if (first && daysOff !== 'skip') {
    const date = dateOf(first, timeZone)
    const some = nextInstants(cron, timeZone, justBefore(startOf(date, timeZone)), mostADay + 1)
    const last = some.at(-1)
    if (some.length > mostADay && last && dateOf(last, timeZone) === date)
      return (
        `What comes more than ${mostADay} times a day cannot move to another day. ` +
        'Leave it out on days off, or let it run.'
      )
  }
  return nextOccurrence(rhythm, now)
    ? undefined
    : 'All its times are on days off, so that it never comes. Choose another time, or what ' +
        'else happens on days off.'
}
