const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
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
    : days.findIndex((day) => day.slice(0, 3).toUpperCase() === text.toUpperCase())
  return days[index]
}

function monthName(text: string): string | undefined {
  const index = number.test(text)
    ? Number(text) - 1
    : months.findIndex((month) => month.slice(0, 3).toUpperCase() === text.toUpperCase())
  return months[index]
}

/**
 * `1-5` as “Monday to Friday”, `1,3` as “Monday and Wednesday”; undefined for what needs more than
 * that.
 */
function names(field: string, nameOf: (text: string) => string | undefined): string | undefined {
  const parts = field.split(',').map((part) => {
    const [from = '', to, more] = part.split('-')
    if (more !== undefined) return undefined
    const [first, last] = [nameOf(from), to === undefined ? '' : nameOf(to)]
    return first === undefined || last === undefined
      ? undefined
      : last === ''
        ? first
        : `${first} to ${last}`
  })
  return parts.every((part) => part !== undefined) ? listed(parts) : undefined
}

function timeWords(minute: string, hour: string): string | undefined {
  const every = (field: string, unit: string) => {
    if (field === '*' || field === '*/1') return `every ${unit}`
    const step = /^\*\/(\d+)$/.exec(field)?.[1]
    return step ? `every ${step} ${unit}s` : undefined
  }
  const minutes = minute.split(',')
  const hours = hour.split(',')
  const fixedMinutes = minutes.every((text) => number.test(text))
  if (fixedMinutes && hours.every((text) => number.test(text)))
    return `at ${listed(hours.flatMap((at) => minutes.map((past) => `${two(at)}:${two(past)}`)))}`
  const hourly = every(hour, 'hour')
  const past = fixedMinutes
    ? minutes.length === 1 && Number(minute) === 0
      ? 'on the hour'
      : `at ${listed(minutes.map(two))} past`
    : undefined
  if (hourly && past)
    return past === 'on the hour' ? `${hourly}, on the hour` : `${hourly}, ${past} the hour`
  const often = every(minute, 'minute')
  const range = /^(\d+)-(\d+)$/.exec(hour)
  const span = range
    ? `from ${two(range[1] ?? '')}:00 to ${two(range[2] ?? '')}:59`
    : number.test(hour)
      ? `from ${two(hour)}:00 to ${two(hour)}:59`
      : undefined
  if (often && hour === '*') return often
  if (often && span) return `${often} ${span}`
  if (past && range)
    return `every hour ${span}, ${past === 'on the hour' ? past : `${past} the hour`}`
  return undefined
}

/**
 * The days; an empty text means every day. Day of the month and day of the week together mean
 * either, as in `crontab(5)`.
 */
function dayWords(day: string, weekday: string): string | undefined {
  const inMonth =
    day === '*'
      ? ''
      : day === 'L'
        ? 'on the last day of the month'
        : day.split(',').every((text) => number.test(text))
          ? `on the ${listed(day.split(',').map(ordinal))} of the month`
          : undefined
  const inWeek = weekday === '*' ? '' : names(weekday, dayName)
  if (inMonth === undefined || inWeek === undefined) return undefined
  const week = inWeek === '' ? '' : inWeek.includes(' to ') ? `${inWeek}` : `on ${inWeek}`
  return inMonth !== '' && week !== '' ? `${inMonth} or ${week}` : `${inMonth}${week}`
}

/**
 * A cron expression as a person would say it: `0 7 * * 1-5` is “At 07:00, Monday to Friday”.
 * Undefined for what it has no words for; the list of the next occurrences then has to tell.
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
  const [time, date, season] = [
    timeWords(minute, hour),
    dayWords(day, weekday),
    month === '*' ? '' : names(month, monthName),
  ]
  if (time === undefined || date === undefined || season === undefined) return undefined
  const everyDay = date === '' && time.startsWith('at ') ? 'every day' : date
  const text = [time, everyDay, season === '' ? '' : `in ${season}`]
    .filter((part) => part !== '')
    .join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
