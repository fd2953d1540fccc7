import { addDays, instantAt, localTimeOf } from '#lib/domain/calendar/zoned-time'
import { pageTime } from '#lib/domain/page-time'
import { dateTimeFormat } from './format.ts'

// Days, clocks of inputs and names of zones. With format.ts the only place where pages read and
// write clocks; `npm run check` refuses the browser's clock elsewhere (scripts/style-rules.ts).

/** The zone of the person's own device: for people outside, and as a first suggestion. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone of the times on a page: the organization's; for people outside, their own. */
export const pageZone = (): string => pageTime().timeZone ?? deviceZone()

/** A zone as people read it: “New York”. */
export const zoneName = (timeZone: string): string =>
  (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')

/** The zone of the page in words and with its difference now: “New York (GMT-5)”. */
export function zoneWithOffset(language: string): string {
  const timeZone = pageZone()
  const difference = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value
  const place = zoneName(timeZone)
  return difference === undefined || place === difference ? place : `${place} (${difference})`
}

/**
 * The name of a zone's clock at a moment, “CST”; undefined where the person's device tells the same
 * time.
 */
export function otherClock(at: string, timeZone = pageZone()): string | undefined {
  const moment = new Date(at)
  const { date, minute } = localTimeOf(moment, timeZone)
  const own = localTimeOf(moment, deviceZone())
  if (own.date === date && own.minute === minute) return undefined
  return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value
}

/** A moment in words, by the clock of the page's zone or of another one. */
export const timeWords = (
  at: string | number | Date,
  options: Intl.DateTimeFormatOptions,
  timeZone = pageZone(),
): string => dateTimeFormat({ ...options, timeZone }).format(new Date(at))

/** The day of a moment, in the language of a form. */
export const dayInLanguage = (at: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: pageZone() }).format(
    new Date(at),
  )

/** A date of the calendar (`YYYY-MM-DD`) in words, which is the same in every zone. */
export const dateWords = (date: string, options: Intl.DateTimeFormatOptions): string =>
  timeWords(`${date}T00:00:00Z`, options, 'UTC')

/** The day of a moment in a zone, as `YYYY-MM-DD`. */
export const dayOf = (at: string | number | Date, timeZone = pageZone()): string =>
  localTimeOf(new Date(at), timeZone).date

/** The first instant of a day, so many days later. */
export const startOfDay = (date: string, later = 0, timeZone = pageZone()): Date =>
  instantAt({ date: addDays(date, later), minute: 0 }, timeZone)

/**
 * The clock of a zone at an instant, as an input of a date and a time has it; empty for no instant.
 */
export function clockText(at: string, timeZone = pageZone()): string {
  if (Number.isNaN(Date.parse(at))) return ''
  const { date, minute } = localTimeOf(new Date(at), timeZone)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${date}T${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

/** The instant of such a text; undefined while it is not complete. */
export function instantOfClock(text: string, timeZone = pageZone()): string | undefined {
  const [, date, hours, minutes] = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})/.exec(text) ?? []
  if (date === undefined || Number.isNaN(Date.parse(`${date}T00:00:00Z`))) return undefined
  return instantAt({ date, minute: Number(hours) * 60 + Number(minutes) }, timeZone).toISOString()
}
