import { Cron } from 'croner'

/**
 * When a cron expression's clock times fall, in an IANA time zone. Five fields (minute, hour, day
 * of the month, month, day of the week), as `crontab(5)`.
 *
 * Where the clock changes:
 * - **Spring, the hour that does not exist.** An expression of fixed times (`30 2 * * *`, `0 1,2 *
 *   * *`) whose time falls into the gap fires once, at the first moment after it. One with `*` or a
 *   step in minute or hour counts real time: what falls into the gap is left out.
 * - **Autumn, the hour that comes twice.** An expression of fixed times fires once, in the first of
 *   the two hours. One with `*` or a step fires in both.
 *
 * These are the rules of Vixie cron (`cron(8)`, “local time changes”), computed by croner.
 */
function cronOf(expression: string, timeZone: string): Cron {
  return new Cron(expression, {
    timezone: timeZone,
    mode: '5-part',
    paused: true,
    fixedTimeRule: 'no-wildcard',
  })
}

/** `?` would mean the moment of reading, and nicknames hide the time, so neither is allowed. */
const shape = /^[0-9A-Za-z*,/#-]+( [0-9A-Za-z*,/#-]+){4}$/

const tidy = (expression: string): string => expression.trim().replace(/\s+/g, ' ')

export function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    // Intl also accepts offsets such as +02:00, which have no daylight saving.
    return /^[A-Za-z]/.test(timeZone)
  } catch {
    return false
  }
}

/**
 * Describes why this is no cron expression, for the person who typed it; undefined when it is one.
 */
export function cronProblem(expression: string, now: Date = new Date()): string | undefined {
  const text = tidy(expression)
  if (!shape.test(text))
    return (
      'A cron expression has five fields: minute, hour, day of the month, month, ' +
      'day of the week. “0 7 * * 1-5” is 7:00 from Monday to Friday.'
    )
  try {
    return cronOf(text, 'UTC').nextRun(now)
      ? undefined
      : 'This time never comes. Check the day and the month.'
  } catch (error) {
    const said = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : ''
    return `This cron expression cannot be read: ${said}`
  }
}

/** The next occurrences strictly after `after`, oldest first. */
export function nextInstants(
  expression: string,
  timeZone: string,
  after: Date,
  count: number,
): Date[] {
  return cronOf(tidy(expression), timeZone).nextRuns(count, after)
}

export function nextInstant(expression: string, timeZone: string, after: Date): Date | null {
  return nextInstants(expression, timeZone, after, 1)[0] ?? null
}

/** The last `count` occurrences that are not after `until` and not before `from`, oldest first. */
export function lastInstants(
  expression: string,
  timeZone: string,
  from: Date,
  until: Date,
  count: number,
): Date[] {
  // croner counts in whole seconds and treats the reference itself as still to come.
  const reference = new Date(Math.floor(until.getTime() / 1000) * 1000 + 1000)
  const found = cronOf(tidy(expression), timeZone).previousRuns(count, reference)
  return found.filter((instant) => instant >= from && instant <= until).toReversed()
}
