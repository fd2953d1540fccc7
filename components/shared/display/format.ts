import { pageNow, pageTime } from '#lib/domain/page-time'

/**
 * A length of time, given in milliseconds, as people read it: `850 ms`, `12.4 s`, `3 min 20 s`,
 * `2 h 5 min`, `4 d 3 h`.
 */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`
  const seconds = ms / 1000
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`
  const whole = Math.round(seconds)
  const parts: [number, string][] = [
    [Math.floor(whole / 86_400), 'd'],
    [Math.floor(whole / 3600) % 24, 'h'],
    [Math.floor(whole / 60) % 60, 'min'],
    [whole % 60, 's'],
  ]
  const first = parts.findIndex(([amount]) => amount > 0)
  return parts
    .slice(first, first + 2)
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount} ${unit}`)
    .join(' ')
}

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * A format of dates and times in the language of the pages and the zone of the organization, unless
 * `options` name another zone. It depends on nothing of the browser: the server draws pages first,
 * and both must draw the same text.
 */
export function dateTimeFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { timeZone } = pageTime()
  const all = { ...(timeZone === undefined ? {} : { timeZone }), ...options }
  const key = JSON.stringify(all)
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', all)
  formats.set(key, format)
  return format
}

const formatWith = (options: Intl.DateTimeFormatOptions, at: string | number): string =>
  dateTimeFormat(options).format(new Date(at))

/** The day of a moment. */
export function formatDay(at: string | number): string {
  return formatWith({ dateStyle: 'medium' }, at)
}

/** A date of the calendar, like 2026-12-24, which is the same in every zone. */
export function formatDate(date: string): string {
  return formatWith({ dateStyle: 'medium', timeZone: 'UTC' }, `${date}T00:00:00Z`)
}

const day = { year: 'numeric', month: 'short', day: 'numeric' } as const
const clock = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const

const yearOf = (at: string | number): string => formatWith({ year: 'numeric' }, at)

/**
 * A moment with its zone, as short as it can be: its time when it is of today, its day without the
 * year when it is of this year.
 */
export function formatTime(iso: string, now: number = pageNow()): string {
  if (formatDay(iso) === formatDay(now)) return formatWith(clock, iso)
  const { year, ...inYear } = day
  return formatWith({ ...inYear, ...(yearOf(iso) === yearOf(now) ? {} : { year }), ...clock }, iso)
}

/** A moment to the minute, with its zone. */
export const formatInstant = (iso: string): string => formatWith({ ...day, ...clock }, iso)

/** A moment to the second, with its zone, where machines act. */
export const formatExact = (iso: string): string =>
  formatWith({ ...day, ...clock, second: '2-digit' }, iso)

/**
 * How long ago a moment was, in its largest unit: `just now`, `12 s ago`, `5 min ago`, `3 d ago`.
 */
export function formatAge(iso: string, now: number): string {
  const ms = now - new Date(iso).getTime()
  if (ms < 10_000) return 'just now'
  const wholeSeconds = Math.floor(ms / 1000) * 1000
  const largestUnit = formatDuration(wholeSeconds).split(' ').slice(0, 2).join(' ')
  return `${largestUnit} ago`
}
