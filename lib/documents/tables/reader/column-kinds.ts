import type { Cell, ColumnType } from '#lib/domain/tables/columns'
import type { columnFormats } from '#lib/domain/tables/options'

type Format = (typeof columnFormats)[number]

// No leading zeros, which belong to an identifier, and no exponent, which often does.
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
const datePattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const dateTimePattern = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/
/** A double keeps this many digits exactly. */
const maxDigits = 15

/** Whether a text is a number that a number keeps: not `007`, not 20 digits, not `1E5`. */
const isNumber = (text: string): boolean =>
  numberPattern.test(text) && text.replace(/[-.]/g, '').length <= maxDigits

const isBoolean = (text: string): boolean => /^(?:true|false)$/i.test(text)

type Kind = 'number' | 'boolean' | 'date' | 'date-time'
const tests: Record<Kind, (text: string) => boolean> = {
  number: isNumber,
  boolean: isBoolean,
  date: (text) => datePattern.test(text),
  'date-time': (text) => dateTimePattern.test(text),
}

/** Finds the type that all texts of a column have. */
export class ColumnKind {
  #possible: Kind[] = ['number', 'boolean', 'date', 'date-time']
  #seen = false

  see(text: string): void {
    if (text === '') return
    this.#seen = true
    if (this.#possible.length > 0)
      this.#possible = this.#possible.filter((kind) => tests[kind](text))
  }

  get type(): ColumnType {
    if (!this.#seen) return 'empty'
    return this.#possible[0] ?? 'text'
  }
}

/** A text as a value of its column's type; dates stay text. */
export function valueOf(text: string, type: ColumnType): Cell {
  if (text === '') return null
  if (type === 'number') return Number(text)
  return type === 'boolean' ? /^true$/i.test(text) : text
}

function isoDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists && year >= 1000 ? date.toISOString().slice(0, 10) : undefined
}

function dateOf(text: string, format: Format): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) return isoDate(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const found = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text)
  if (!found || format === 'date') return undefined
  const [, first, second, year] = found.map(Number)
  return format === 'date-month-first'
    ? isoDate(year ?? 0, first ?? 0, second ?? 0)
    : isoDate(year ?? 0, second ?? 0, first ?? 0)
}

/** A text by the type that a person chose for its column; undefined where it is none. */
export function valueByFormat(text: string, format: Format): Cell | undefined {
  if (text === '') return null
  if (format === 'text') return text
  if (format === 'number')
    return /^[+-]?\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : undefined
  if (format === 'boolean') {
    if (/^(?:true|yes|y|1)$/i.test(text.trim())) return true
    return /^(?:false|no|n|0)$/i.test(text.trim()) ? false : undefined
  }
  return dateOf(text.trim(), format)
}

export const typeOfFormat = (format: Format): ColumnType =>
  format.startsWith('date') ? 'date' : (format as ColumnType)

/** Whether a first row names columns: only texts, none twice, none a value such as a number. */
export function looksLikeHeader(cells: readonly Cell[]): boolean {
  const texts = cells.filter((cell) => cell !== null && cell !== '')
  const areNames = texts.every(
    (cell) =>
      typeof cell === 'string' &&
      !numberPattern.test(cell) &&
      !datePattern.test(cell) &&
      !/^\d+$/.test(cell),
  )
  return texts.length > 0 && areNames && new Set(texts).size === texts.length
}
