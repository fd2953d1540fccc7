import type { ValueFormat } from '#lib/domain/expressions/written/template'

type Schema = Record<string, unknown>
export type FormatChoice = { format: ValueFormat; title: string }

const choices = (kind: ValueFormat['kind'], styles: [style: string, title: string][]) =>
  styles.map(([style, title]) => ({ format: { kind, style }, title }))

const days = choices('date', [
  ['long', 'November 23, 2026'],
  ['weekday', 'Monday, November 23, 2026'],
  ['medium', 'Nov 23, 2026'],
  ['short', '11/23/2026'],
  ['iso', '2026-11-23'],
])
const times = choices('date', [
  ['date-time', 'November 23, 2026, 3:05 PM'],
  ['time', '3:05 PM'],
])
const amounts = choices('amount', [
  ['whole', '1,235'],
  ['two', '1,234.50'],
  ['dollars', '$1,234.50'],
])
const lists = choices('list', [
  ['commas', 'a, b, c'],
  ['and', 'a, b and c'],
  ['or', 'a, b or c'],
  ['lines', 'one a line'],
  ['bullets', 'one a line, with dashes'],
])

/** The ways to write a value of a kind; all where it is not known. */
export function formatsFor(schema: Schema | undefined): FormatChoice[] {
  const type = schema?.['type']
  const format = schema?.['format']
  if (format === 'date') return days
  if (format === 'date-time') return [...times, ...days]
  if (type === 'number' || type === 'integer') return amounts
  if (type === 'array') return lists
  if (type === 'boolean') return []
  return [...days, ...times, ...amounts, ...lists]
}

/** The ways to write each entry of a list; all where it is not known what its entries are. */
export function entryFormatsFor(schema: Schema | undefined): FormatChoice[] {
  const items = schema?.['type'] === 'array' ? (schema['items'] as Schema | undefined) : undefined
  return formatsFor(items).filter(({ format }) => format.kind !== 'list')
}

function firstOfOne(schema: Schema | undefined): FormatChoice | undefined {
  if (schema?.['format'] === 'date') return days[0]
  if (schema?.['format'] === 'date-time') return times[0]
  const currency = schema?.['x-formCurrency']
  if (currency === undefined) return undefined
  return amounts.find(({ format }) => format.style === (currency === '$' ? 'dollars' : 'two'))
}

/**
 * The format with which a value is inserted: dates and amounts of money are never written as machines
 * do, also not in a list.
 */
export function firstFormat(schema: Schema | undefined): ValueFormat | undefined {
  if (schema?.['type'] !== 'array') return firstOfOne(schema)?.format
  const entries = firstOfOne(schema['items'] as Schema | undefined)?.format
  const list = lists[0]?.format
  return entries && list ? withEntries(list, entries) : undefined
}

/** A format of lists whose entries are written so; `undefined`: as they are. */
export function withEntries(list: ValueFormat, entries: ValueFormat | undefined): ValueFormat {
  const { kind, style } = list
  if (!entries || entries.kind === 'list') return { kind, style }
  return { kind, style, entries: { kind: entries.kind, style: entries.style } }
}
