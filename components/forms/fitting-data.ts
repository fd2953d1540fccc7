import { initialData } from './initial-data.ts'

type Schema = Record<string, unknown>
type Data = Record<string, unknown>

const isObject = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const schemasIn = (list: unknown): Schema[] => (Array.isArray(list) ? list.filter(isObject) : [])
const isEmpty = (value: unknown): boolean => value === undefined || value === ''
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Resolves a schema's reference inside of its root; returns the schema itself when that is not
 * found.
 */
function resolved(root: Schema, schema: Schema): Schema {
  const reference = schema['$ref']
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return schema
  let found: unknown = root
  for (const part of reference.slice(2).split('/'))
    found = isObject(found) ? found[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
  return isObject(found) ? found : schema
}

/** The schema and all that may apply beside it: alternatives, conditions, parts. */
function partsOf(root: Schema, schema: Schema, depth = 0): Schema[] {
  if (depth > 20) return []
  const one = resolved(root, schema)
  const dependent = Object.values((one['dependentSchemas'] ?? {}) as Schema)
  const beside = [one['allOf'], one['anyOf'], one['oneOf'], [one['then'], one['else']], dependent]
  return [one, ...beside.flatMap(schemasIn).flatMap((part) => partsOf(root, part, depth + 1))]
}

/** The schemas of one of its fields, from each of its parts. */
function fieldSchemas(root: Schema, schema: Schema, name: string): Schema[] {
  return partsOf(root, schema).flatMap((part) => {
    const { properties } = part
    const field = isObject(properties) ? properties[name] : undefined
    return isObject(field) ? [resolved(root, field)] : []
  })
}

const isOfType: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isObject,
  null: (value) => value === null,
}
const dateFormats: Record<string, RegExp> = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT/,
  time: /^\d\d:\d\d/,
}

/**
 * Whether a field can show the value. A value that is too long or too short may stay, because the
 * person can correct it.
 */
function canShow(root: Schema, field: Schema, value: unknown): boolean {
  const choices = [...schemasIn(field['oneOf']), ...schemasIn(field['anyOf'])]
  const alternatives = choices.map((one) => resolved(root, one))
  if (alternatives.length > 0 && !alternatives.some((one) => canShow(root, one, value)))
    return false
  if ('const' in field && !isSame(field['const'], value)) return false
  const { enum: values, type, format, items } = field
  if (Array.isArray(values) && !values.some((one) => isSame(one, value))) return false
  const types = [type].flat().filter((one): one is string => typeof one === 'string')
  if (types.length > 0 && !types.some((one) => isOfType[one]?.(value) ?? true)) return false
  const pattern = typeof format === 'string' ? dateFormats[format] : undefined
  if (pattern && typeof value === 'string' && !pattern.test(value)) return false
  if (!Array.isArray(value) || !isObject(items)) return true
  const item = resolved(root, items)
  return value.every((one) => canShow(root, item, one))
}

type Split = { fitting: Data; left: Data }

function split(root: Schema, schema: Schema, typed: Data): Split {
  const fitting: Data = {}
  const left: Data = {}
  for (const [name, value] of Object.entries(typed)) {
    if (isEmpty(value)) continue
    const fields = fieldSchemas(root, schema, name)
    // A hidden field has its value from the current form, not from an earlier one.
    if (fields.some((field) => field['x-formFieldHidden'] === true)) continue
    const group = fields.find((field) => isObject(field['properties']))
    if (group && isObject(value)) {
      const inner = split(root, group, value)
      if (Object.keys(inner.fitting).length > 0) fitting[name] = inner.fitting
      if (Object.keys(inner.left).length > 0) left[name] = inner.left
    } else if (fields.some((field) => canShow(root, field, value))) fitting[name] = value
    else left[name] = value
  }
  return { fitting, left }
}

/** Removes values that the form itself had filled in. */
function withoutInitial(data: Data, initial: Data): Data {
  const typed = Object.entries(data).flatMap(([name, value]): [string, unknown][] => {
    const before = initial[name]
    if (isSame(value, before)) return []
    const isGroup = isObject(value) && isObject(before)
    return [[name, isGroup ? withoutInitial(value, before) : value]]
  })
  return Object.fromEntries(typed)
}

function merged(initial: Data, typed: Data): Data {
  const result = { ...initial }
  for (const [name, value] of Object.entries(typed)) {
    const before = result[name]
    result[name] = isObject(before) && isObject(value) ? merged(before, value) : value
  }
  return result
}

/**
 * Adapts typed data to the form's current schema: `data` is the form's initial data with all typed
 * values that its fields can show, `left` are the values without a place. `before` is the schema at
 * the time of typing, if known: values that the form had filled in itself do not count as typed.
 */
export function fittingData(
  typed: Data,
  schema: Schema,
  before: Schema = {},
): { data: Data; left: Data } {
  const { fitting, left } = split(schema, schema, withoutInitial(typed, initialData(before)))
  return { data: merged(initialData(schema), fitting), left }
}
