import { countOf } from '#lib/domain/count-of'
import type { Issue } from '../issue.ts'
import { didYouMean, nearestNames } from '../workflow/nearest-names.ts'
import type { TemplateColumn, TemplateField } from './template.ts'
import type { TemplateFormat } from './template-words.ts'

type Data = Record<string, unknown>

export const isObject = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Names that would reach the prototype of an object. */
const refusedNames = new Set(['__proto__', 'constructor', 'prototype'])

function put(target: Data, path: string[], value: unknown): void {
  const [first = '', ...rest] = path
  if (rest.length === 0) {
    const before = Object.hasOwn(target, first) ? target[first] : undefined
    target[first] = isObject(before) && isObject(value) ? { ...before, ...value } : value
    return
  }
  const inner = Object.hasOwn(target, first) ? target[first] : undefined
  const next: Data = isObject(inner) ? { ...inner } : {}
  put(next, rest, value)
  target[first] = next
}

/**
 * The data with its dotted names taken apart: `{'patient.name': 'Ada'}` becomes `{patient: {name:
 * 'Ada'}}`. Both ways of writing may be mixed.
 */
export function nestedData(data: Data): Data {
  const nested: Data = {}
  for (const [name, value] of Object.entries(data)) {
    const path = name.split('.')
    if (!path.some((part) => refusedNames.has(part))) put(nested, path, value)
  }
  return nested
}

/** The value of a dotted name; undefined when there is none. Own properties only. */
export function valueAt(data: unknown, name: string): unknown {
  let value = data
  for (const part of name.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, part)) return undefined
    value = value[part]
  }
  return value
}

const wanted: Record<TemplateColumn['type'], string> = {
  text: 'a text, a number, or yes or no',
  'yes-no': 'true or false',
  choice: 'one of its options',
  rows: 'a list',
  picture: 'a file of the run, PNG or JPEG',
}

const isText = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

/** The id of a file as forms and steps write it; undefined for anything else. */
export function fileIdIn(value: unknown): string | undefined {
  const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
  const id = isObject(one) ? one['id'] : one
  return typeof id === 'string' && /^[0-9a-f-]{36}$/i.test(id) ? id : undefined
}

type Valued = TemplateColumn & Pick<TemplateField, 'where' | 'multiple'>

function suits({ type, multiple }: Valued, value: unknown, format: TemplateFormat): boolean {
  if (type === 'choice' && multiple && Array.isArray(value)) return value.every(isText)
  if (type === 'text' || type === 'choice') return isText(value)
  if (type === 'yes-no') return typeof value === 'boolean'
  if (type === 'picture') return fileIdIn(value) !== undefined
  // A section of a Word document may also be a condition, or the part of one record.
  return (
    Array.isArray(value) || (format === 'docx' && (typeof value === 'boolean' || isObject(value)))
  )
}

const whatIs = (value: unknown): string => {
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** `known` answers the value of a name where the row has none: Word looks around the row. */
function columnIssues(
  field: TemplateField,
  rows: unknown[],
  format: TemplateFormat,
  known: (name: string) => unknown,
): Issue[] {
  return rows.flatMap((row, index) =>
    (field.columns ?? []).flatMap((column): Issue[] => {
      const inside = column.name === '.' ? row : valueAt(row, column.name)
      const value = inside ?? (format === 'docx' ? known(column.name) : undefined)
      const place = `${field.name}[${index}].${column.name}`
      return valueIssue({ ...column, where: field.where }, value, place, format)
    }),
  )
}

function valueIssue(field: Valued, value: unknown, path: string, format: TemplateFormat): Issue[] {
  const missing = value === undefined || value === null
  if (missing && field.optional) return []
  if (missing)
    return [{ path, message: `“${path}” is missing; the template has it ${field.where}.` }]
  if (suits(field, value, format)) return []
  const takes = field.multiple ? 'a list of its options' : wanted[field.type]
  return [{ path, message: `“${path}” is ${whatIs(value)}; the template takes ${takes}.` }]
}

/** What is wrong with a value of the right type: no option, or too long a text. */
function contentIssues({ name, type, options = [], maxLength }: TemplateField, value: unknown) {
  const issues: Issue[] = []
  const chosen = Array.isArray(value) ? value : [value]
  if (type === 'choice' && chosen.some((one) => isText(one) && !options.includes(String(one)))) {
    const some = options.slice(0, 20).join(', ')
    const more = options.length > 20 ? ` and ${options.length - 20} more` : ''
    issues.push({ path: name, message: `“${name}” has the options ${some}${more}.` })
  }
  const length = Array.from(isText(value) ? String(value) : '').length
  if (type === 'text' && maxLength !== undefined && length > maxLength) {
    const message = `“${name}” takes at most ${countOf(maxLength, 'character')}; this text has ${length}.`
    issues.push({ path: name, message })
  }
  return issues
}

const maxIssues = 50

/** Finds what nested data lacks for the placeholders of a template, each with its place. */
export function dataIssues(
  fields: readonly TemplateField[],
  data: Data,
  format: TemplateFormat,
): Issue[] {
  const issues: Issue[] = []
  for (const field of fields) {
    if (issues.length >= maxIssues) break
    const value = valueAt(data, field.name)
    issues.push(...valueIssue(field, value, field.name, format))
    if (field.type === 'rows' && Array.isArray(value))
      issues.push(...columnIssues(field, value, format, (name) => valueAt(data, name)))
    issues.push(...contentIssues(field, value))
  }
  return issues.slice(0, maxIssues)
}

/**
 * The names of data that no placeholder has, with what may have been meant. Data whose name begins
 * a dotted placeholder (`patient` of `patient.name`) is used.
 */
export function unusedNames(fields: readonly TemplateField[], data: Data): Issue[] {
  const names = fields.map(({ name }) => name)
  const isUsed = (given: string) =>
    names.some(
      (name) => name === given || name.startsWith(`${given}.`) || given.startsWith(`${name}.`),
    )
  return Object.keys(data)
    .filter((given) => !isUsed(given))
    .map((given) => ({
      path: given,
      message:
        `The template has no placeholder “${given}”.` +
        didYouMean(given, nearestNames(given, names)),
    }))
}
