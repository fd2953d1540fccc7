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

const instantFormat = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'medium',
})

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** The day of a moment in the reader's own zone and language. */
export function formatDay(iso: string): string {
  return dayFormat.format(new Date(iso))
}

const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** A date of the calendar, like 2026-12-24, which is the same in every zone. */
export function formatDate(date: string): string {
  return dateFormat.format(new Date(`${date}T00:00:00Z`))
}

const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const dayAndTimeFormat = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
})

/** A moment in the reader's own zone: its time of today, else also its day. */
export function formatTime(iso: string, now: number = Date.now()): string {
  const isToday = dayFormat.format(new Date(iso)) === dayFormat.format(now)
  return (isToday ? timeFormat : dayAndTimeFormat).format(new Date(iso))
}

/** A moment in the reader's own zone and language. */
export function formatInstant(iso: string): string {
  return instantFormat.format(new Date(iso))
}

/**
 * How long ago a moment was, in its largest unit: `just now`, `12 s ago`, `5 min ago`, `3 d ago`.
 */
export function formatAge(iso: string, now: number = Date.now()): string {
  const ms = now - new Date(iso).getTime()
  if (ms < 10_000) return 'just now'
  const wholeSeconds = Math.floor(ms / 1000) * 1000
  const largestUnit = formatDuration(wholeSeconds).split(' ').slice(0, 2).join(' ')
  return `${largestUnit} ago`
}
