import { monthNames, weekdayNames } from '../calendar-names.ts'

const number = /^\d+$/

const listed = (items: string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
const two = (text: string): string => text.padStart(2, '0')

function ordinal(text: string): string {
  const value = Number(text)
  const ending =
    value % 100 >= 11 && value % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th')
  return `${value}${ending}`
}

function dayName(text: string): string | undefined {
  const index = number.test(text)
    ? Number(text) % 7
    : weekdayNames.findIndex((day) => day.slice(0, 3).toUpperCase() === text.toUpperCase())
  return weekdayNames[index]
}

function monthName(text: string): string | undefined {
  const index = number.test(text)
    ? Number(text) - 1
    : monthNames.findIndex((month) => month.slice(0, 3).toUpperCase() === text.toUpperCase())
  return monthNames[index]
}

type NameOf = (text: string) => string | undefined

/** One part of a list: `1` as “Monday”, `1-5` as “Monday to Friday”. */
function partName(part: string, nameOf: NameOf): string | undefined {
  const [from = '', to, more] = part.split('-')
  if (more !== undefined) return undefined
  const first = nameOf(from)
  if (first === undefined || to === undefined) return first
  const last = nameOf(to)
  return last === undefined ? undefined : `${first} to ${last}`
}

/**
 * `1-5` as “Monday to Friday”, `1,3` as “Monday and Wednesday”; undefined for what needs more than
 * that.
 */
function names(field: string, nameOf: NameOf): string | undefined {
  const parts = field.split(',').map((part) => partName(part, nameOf))
  return parts.every((part) => part !== undefined) ? listed(parts) : undefined
}

/** `*` as “every hour”, `*` with a step of 2 as “every 2 hours”. */
function every(field: string, unit: string): string | undefined {
  if (field === '*' || field === '*/1') return `every ${unit}`
  const step = /^\*\/(\d+)$/.exec(field)?.[1]
  return step ? `every ${step} ${unit}s` : undefined
}

/** `0` as “on the hour”, `15,45` as “at 15 and 45 past the hour”. */
function pastWords(minutes: string[]): string {
  if (minutes.length === 1 && Number(minutes[0]) === 0) return 'on the hour'
  return `at ${listed(minutes.map(two))} past the hour`
}

/** `9` as “from 09:00 to 09:59”, `9-17` as “from 09:00 to 17:59”. */
function spanWords(hour: string): string | undefined {
  const range = /^(\d+)(?:-(\d+))?$/.exec(hour)
  if (!range) return undefined
  const [, from = '', to = from] = range
  return `from ${two(from)}:00 to ${two(to)}:59`
}

function timeWords(minute: string, hour: string): string | undefined {
  const minutes = minute.split(',')
  const hours = hour.split(',')
  const fixedMinutes = minutes.every((text) => number.test(text))
  if (fixedMinutes && hours.every((text) => number.test(text)))
    return `at ${listed(hours.flatMap((at) => minutes.map((past) => `${two(at)}:${two(past)}`)))}`
  const hourly = every(hour, 'hour')
  const past = fixedMinutes ? pastWords(minutes) : undefined
  if (hourly && past) return `${hourly}, ${past}`
  const often = every(minute, 'minute')
  const span = spanWords(hour)
  if (often && hour === '*') return often
  if (often && span) return `${often} ${span}`
  // One hour with fixed minutes was already described as a list of times above.
  if (past && span) return `every hour ${span}, ${past}`
  return undefined
}

/** The days of the month; an empty text means every day. */
function monthDayWords(day: string): string | undefined {
  if (day === '*') return ''
  if (day === 'L') return 'on the last day of the month'
  const dates = day.split(',')
  if (!dates.every((text) => number.test(text))) return undefined
  return `on the ${listed(dates.map(ordinal))} of the month`
}

/** The days of the week; an empty text means every day. */
function weekdayWords(weekday: string): string | undefined {
  if (weekday === '*') return ''
  const named = names(weekday, dayName)
  return named === undefined || named.includes(' to ') ? named : `on ${named}`
}

/**
 * The days; an empty text means every day. Day of the month and day of the week together mean
 * either, as in `crontab(5)`.
 */
function dayWords(day: string, weekday: string): string | undefined {
  const month = monthDayWords(day)
  const week = weekdayWords(weekday)
  if (month === undefined || week === undefined) return undefined
  return month !== '' && week !== '' ? `${month} or ${week}` : `${month}${week}`
}

/**
 * A cron expression in words: `0 7 * * 1-5` is “At 07:00, Monday to Friday”. Undefined for
 * expressions without words; the list of the next occurrences then explains them.
 */
export function cronWords(expression: string): string | undefined {
  const [minute, hour, day, month, weekday, more] = expression.trim().split(/\s+/)
  if (
    minute === undefined ||
    hour === undefined ||
    day === undefined ||
    month === undefined ||
    weekday === undefined ||
    more !== undefined
  )
    return undefined
  const time = timeWords(minute, hour)
  const date = dayWords(day, weekday)
  const season = month === '*' ? '' : names(month, monthName)
  if (time === undefined || date === undefined || season === undefined) return undefined
  const everyDay = date === '' && time.startsWith('at ') ? 'every day' : date
  const text = [time, everyDay, season === '' ? '' : `in ${season}`]
    .filter((part) => part !== '')
    .join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
