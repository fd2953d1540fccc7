const dayMs = 86_400_000
const minuteMs = 60_000

/** A day and a time as the clock on the wall shows them; the date is `YYYY-MM-DD`. */
export type LocalTime = { date: string; minute: number }

/** Formats by zone; making one costs a hundred times its use. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(timeZone, made)
  return made
}

/** The wall clock of a zone at an instant, to the minute. */
export function localTimeOf(instant: Date, timeZone: string): LocalTime {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  const { year, month, day, hour, minute } = parts
  return { date: `${year}-${month}-${day}`, minute: Number(hour) * 60 + Number(minute) }
}

/** The wall clock as if it were UTC, in milliseconds. */
const wallMs = ({ date, minute }: LocalTime): number =>
  Date.parse(`${date}T00:00:00Z`) + minute * minuteMs

/**
 * The instant at which the clock of a zone shows this time. A time that the clock skips in spring is
 * the same distance later; one that it shows twice in autumn is the first.
 */
export function instantAt(local: LocalTime, timeZone: string): Date {
  const wall = wallMs(local)
  const offsetAt = (at: number): number => wallMs(localTimeOf(new Date(at), timeZone)) - at
  // The offsets of the day before and the day after are all that a change can lie between.
  const candidates = [offsetAt(wall - dayMs), offsetAt(wall + dayMs)].map((offset) => wall - offset)
  const shown = candidates.filter((at) => wallMs(localTimeOf(new Date(at), timeZone)) === wall)
  return new Date(shown.length > 0 ? Math.min(...shown) : Math.max(...candidates))
}

/** The date so many days later. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** The day of the week: 0 is Sunday. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay()
