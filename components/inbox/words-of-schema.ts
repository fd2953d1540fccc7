import { dateTimeFormat } from '#components/shared/display/format'
import { humanName } from '#lib/domain/human-name'

export type Schema = Record<string, unknown>
type Row = Record<string, unknown>

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): Schema[] =>
  Array.isArray(value) ? (value as unknown[]).filter(isObject) : []
const ownProperties = (schema: Schema): Schema =>
  isObject(schema['properties']) ? schema['properties'] : {}

/** Whether the constants of an alternative are those of a value, so that it is the chosen one. */
function isChosen(branch: Schema, row: Row): boolean {
  const constants = Object.entries(ownProperties(branch)).filter(
    ([, property]) => isObject(property) && 'const' in property,
  )
  return (
    constants.length > 0 &&
    constants.every(([name, property]) => (property as Schema)['const'] === row[name])
  )
}

/** The fields of an object as its form has them, with those of the alternative that was chosen. */
export function fieldsOf(schema: Schema | undefined, row: Row): Record<string, Schema> {
  if (!schema) return {}
  const branches = [...listOf(schema['oneOf']), ...listOf(schema['anyOf'])]
  const chosen = branches.find((branch) => isChosen(branch, row))
  const named = Object.entries(chosen ? ownProperties(chosen) : {}).map(([name, property]) => {
    const isMark = isObject(property) && 'const' in property
    const title = chosen?.['title']
    // What says which alternative it is, is called as the person read it.
    return [name, isMark ? { ...property, oneOf: [{ const: property['const'], title }] } : property]
  })
  const added = [schema['then'], schema['else'], ...listOf(schema['allOf'])]
    .filter(isObject)
    .flatMap((part) => [part, part['then'], part['else']])
    .filter(isObject)
    .flatMap((part) => Object.entries(ownProperties(part)))
  const all = [...added, ...named, ...Object.entries(ownProperties(schema))]
  return Object.fromEntries(all.filter((entry): entry is [string, Schema] => isObject(entry[1])))
}

/** The fields of an object in the order of its form; what the form does not know comes last. */
export function inFormOrder(schema: Schema | undefined, row: Row): [string, unknown][] {
  if (!schema) return Object.entries(row)
  const order = Object.keys({ ...ownProperties(schema), ...fieldsOf(schema, row) })
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return Object.entries(row).toSorted(([one], [other]) => rank(one) - rank(other))
}

/** What a field is called: as the form calls it, else its name in words. */
export function titleOf(name: string, field: Schema | undefined): string {
  const title = field?.['title']
  if (typeof title === 'string' && title.trim()) return title
  return /\s/.test(name) ? name : humanName(name)
}

function titleOfChoice(field: Schema, value: unknown): string | undefined {
  const one = [...listOf(field['oneOf']), ...listOf(field['anyOf'])].find(
    (choice) => 'const' in choice && choice['const'] === value,
  )
  if (typeof one?.['title'] === 'string') return one['title']
  const { enum: values, enumNames: names } = field
  const at = Array.isArray(values) ? values.indexOf(value) : -1
  const name: unknown = at >= 0 && Array.isArray(names) ? names[at] : undefined
  return typeof name === 'string' ? name : undefined
}

const units: Record<string, string> = { M: 'month', W: 'week', D: 'day', Y: 'year' }
const timeUnits: Record<string, string> = { M: 'minute', H: 'hour', S: 'second' }

/** A duration of one unit (`P3D`) in words. */
function durationWords(value: string): string | undefined {
  const [, time, count, letter = ''] = /^P(T?)(\d{1,6})([A-Z])$/.exec(value) ?? []
  const unit = (time ? timeUnits : units)[letter]
  return unit === undefined ? undefined : `${count} ${unit}${count === '1' ? '' : 's'}`
}

/** A time of day as people read it here: 14:05 as 2:05 PM. */
function clockWords(value: string): string | undefined {
  const [, hours, minutes] = /^(\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?$/.exec(value) ?? []
  if (hours === undefined || minutes === undefined) return undefined
  const time = new Date(Date.UTC(2000, 0, 1, Number(hours), Number(minutes)))
  return dateTimeFormat({ timeStyle: 'short', timeZone: 'UTC' }).format(time)
}

/** A value as its field shows it: the title of a choice, money, a time; undefined for others. */
export function wordsOf(field: Schema | undefined, value: unknown): string | undefined {
  if (!field) return undefined
  if (Array.isArray(value)) {
    const { items } = field
    if (!isObject(items) || value.length === 0) return undefined
    const words = value.map((one) => titleOfChoice(items, one))
    return words.every((one) => one !== undefined) ? words.join(', ') : undefined
  }
  const title = titleOfChoice(field, value)
  if (title !== undefined) return title
  const currency = field['x-formCurrency']
  if (typeof value === 'number' && typeof currency === 'string')
    return `${currency}${value.toLocaleString('en-US', { minimumFractionDigits: 2 })}`
  if (typeof value !== 'string') return undefined
  if (field['format'] === 'duration') return durationWords(value)
  return field['format'] === 'time' ? clockWords(value) : undefined
}

/** What the form says about the entries of a list. */
export const entryOf = (field: Schema | undefined): Schema | undefined =>
  isObject(field?.['items']) ? field['items'] : undefined
