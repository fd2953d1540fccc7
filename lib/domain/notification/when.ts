import { addDays, instantAt, localTimeOf } from '../calendar/zoned-time.ts'
import type { NotificationChoices } from './choices.ts'

const minutesOf = (clock: string): number => {
  const [hours = '0', minutes = '0'] = clock.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** The next instant, after `now`, at which the clock of a zone shows this time. */
function nextAt(clock: string, now: Date, timeZone: string): Date {
  const { date } = localTimeOf(now, timeZone)
  const minute = minutesOf(clock)
  const today = instantAt({ date, minute }, timeZone)
  return today > now ? today : instantAt({ date: addDays(date, 1), minute }, timeZone)
}

type Quiet = NotificationChoices['quietHours']

/** `now`, or the end of the quiet hours that it lies in. They may go over midnight. */
export function afterQuietHours(quiet: Quiet, now: Date, timeZone: string): Date {
  if (!quiet || quiet.from === quiet.until) return now
  const { minute } = localTimeOf(now, timeZone)
  const from = minutesOf(quiet.from)
  const until = minutesOf(quiet.until)
  const isQuiet = from < until ? minute >= from && minute < until : minute >= from || minute < until
  return isQuiet ? nextAt(quiet.until, now, timeZone) : now
}

/** Mails of this time come as one, so that ten comments are not ten mails. */
const gatheredMs = 3 * 60_000

/** When a mail tells of something that happens `now`; null: never. */
export function mailTime(
  { quietHours, dailyAt }: NotificationChoices,
  mail: 'at-once' | 'daily' | 'none',
  { now, timeZone }: { now: Date; timeZone: string },
): Date | null {
  if (mail === 'none') return null
  if (mail === 'daily') return nextAt(dailyAt, now, timeZone)
  return afterQuietHours(quietHours, new Date(now.getTime() + gatheredMs), timeZone)
}
