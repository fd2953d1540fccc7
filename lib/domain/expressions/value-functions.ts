/**
 * The functions that expressions have besides JSONata's: they write values as text for people, and
 * never fail because of a value. `null` and a missing value write nothing, so that no letter says
 * "null". Their results depend only on what they are given, in every zone and language of a machine.
 */

import { monthNames, weekdayNames } from '../calendar-names.ts'

const dateStyles = ['long', 'medium', 'short', 'weekday', 'time', 'date-time', 'iso']
const amountStyles = ['whole', 'two', 'dollars']
const listStyles = ['commas', 'and', 'or', 'lines', 'bullets']

/** What a function is given that it does not know; its message says what to write instead. */
export class ValueFunctionError extends Error {}

function styleOf(name: string, given: unknown, known: string[]): string {
  const style = given ?? known[0]
  if (typeof style === 'string' && known.includes(style)) return style
  throw new ValueFunctionError(`$${name} does not know this style. Write ${known.join(', ')}.`)
}

const isNothing = (value: unknown): boolean => value === undefined || value === null

/** A number as JSONata writes it: without the last digits of binary fractions. */
const numberText = (value: number): string => String(Number(value.toPrecision(15)))

/** A value as people read it. */
function plainText(value: unknown): string {
  if (isNothing(value)) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(plainText).filter(Boolean).join(', ')
  return JSON.stringify(value) ?? ''
}

function text(value: unknown, otherwise?: unknown): string {
  return plainText(value) || plainText(otherwise)
}

function filled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : !isNothing(value) && value !== ''
}

/** A day and a time of day by the clock of a place. */
type Clock = { year: number; month: number; day: number; hour: number; minute: number }

const formats = new Map<string, Intl.DateTimeFormat>()
const mostFormats = 50

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: 'numeric', hourCycle: 'h23' } as const
  let made: Intl.DateTimeFormat
  try {
    made = new Intl.DateTimeFormat('en-US', { ...numeric, ...time, timeZone })
  } catch {
    throw new ValueFunctionError('$date does not know this time zone. Write one such as UTC.')
  }
  if (formats.size >= mostFormats) formats.clear()
  formats.set(timeZone, made)
  return made
}

function clockIn(instant: number, timeZone: string): Clock {
  const parts = formatIn(timeZone).formatToParts(instant)
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value)
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
  }
}

const dayOnly = /^(\d{4})-(\d{2})-(\d{2})$/
/** An instant of ISO 8601; without a zone it would mean another instant on each machine. */
const instantText = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/
/** As much of a time as `Date` knows. */
const mostMillis = 8.64e15

function clockOf(value: unknown, timeZone: string): { clock: Clock; hasTime: boolean } | undefined {
  if (typeof value === 'string') {
    const [, year, month, day] = dayOnly.exec(value) ?? []
    if (year !== undefined) {
      const clock = { year: Number(year), month: Number(month), day: Number(day) }
      const isDay = new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) ?? false
      return isDay ? { clock: { ...clock, hour: 0, minute: 0 }, hasTime: false } : undefined
    }
  }
  const isInstant = typeof value === 'string' && instantText.test(value)
  const millis = isInstant ? Date.parse(value) : value
  if (typeof millis !== 'number' || !(Math.abs(millis) <= mostMillis)) return undefined
  return { clock: clockIn(millis, timeZone), hasTime: true }
}

const two = (value: number): string => String(value).padStart(2, '0')

function timeText({ hour, minute }: Clock): string {
  return `${hour % 12 === 0 ? 12 : hour % 12}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`
}

function dayText(style: string, { year, month, day }: Clock): string {
  const monthName = monthNames[month - 1] ?? ''
  if (style === 'short') return `${month}/${day}/${year}`
  if (style === 'iso') return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
  if (style === 'medium') return `${monthName.slice(0, 3)} ${day}, ${year}`
  const long = `${monthName} ${day}, ${year}`
  if (style !== 'weekday') return long
  return `${weekdayNames[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]}, ${long}`
}

/** A date (which is the same in every zone) or an instant; what is neither stays as it is. */
function date(value: unknown, style?: unknown, timeZone?: unknown): string | undefined {
  const known = styleOf('date', style, dateStyles)
  if (isNothing(value) || value === '') return undefined
  const read = clockOf(value, typeof timeZone === 'string' ? timeZone : 'UTC')
  if (!read) return plainText(value)
  const { clock, hasTime } = read
  if (known === 'time') return hasTime ? timeText(clock) : dayText('long', clock)
  if (known === 'date-time' && hasTime) return `${dayText('long', clock)}, ${timeText(clock)}`
  return dayText(known, clock)
}

const numeric = /^[+-]?\d+(\.\d+)?$/

/** A number with its thousands apart; what is no number stays as it is. */
function amount(value: unknown, style?: unknown): string | undefined {
  const known = styleOf('amount', style, amountStyles)
  if (isNothing(value) || value === '') return undefined
  const read = typeof value === 'string' && numeric.test(value.trim()) ? Number(value) : value
  if (typeof read !== 'number' || !Number.isFinite(read)) return plainText(value)
  const digits = known === 'whole' ? 0 : 2
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const written = Math.abs(read).toLocaleString('en-US', options)
  const isNegative = read < 0 && /[1-9]/.test(written)
  return `${isNegative ? '-' : ''}${known === 'dollars' ? '$' : ''}${written}`
}

function joined(entries: string[], word: string): string {
  if (entries.length < 2) return entries.join('')
  return `${entries.slice(0, -1).join(', ')} ${word} ${entries.at(-1)}`
}

/** How the entries of a list are written: as they are, or as dates or amounts of a style. */
function entryWriter(kind: unknown, style: unknown, timeZone: unknown): (entry: unknown) => string {
  if (isNothing(kind)) return plainText
  if (kind === 'date') return (entry) => date(entry, style, timeZone) ?? ''
  if (kind === 'amount') return (entry) => amount(entry, style) ?? ''
  throw new ValueFunctionError('$list does not know such entries. Write date or amount.')
}

/** The entries of a list, without the empty ones; a single value is a list of one. */
function list(
  value: unknown,
  style?: unknown,
  kind?: unknown,
  entryStyle?: unknown,
  timeZone?: unknown,
): string | undefined {
  const known = styleOf('list', style, listStyles)
  const written = entryWriter(kind, entryStyle, timeZone)
  const entries = (Array.isArray(value) ? value : [value]).map(written).filter(Boolean)
  if (entries.length === 0) return undefined
  if (known === 'lines') return entries.join('\n')
  if (known === 'bullets') return entries.map((entry) => `- ${entry}`).join('\n')
  return known === 'commas' ? entries.join(', ') : joined(entries, known)
}

type ValueFunction = (...given: unknown[]) => unknown

/** By their names without `$`. */
export const valueFunctions: ReadonlyMap<string, ValueFunction> = new Map<string, ValueFunction>([
  ['text', text],
  ['date', date],
  ['amount', amount],
  ['list', list],
  ['filled', filled],
])
