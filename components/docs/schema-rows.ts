import { nameOfReference, type Schema } from './open-api.ts'

/** One line of a schema's table. `reference` names a schema that has a table of its own. */
export type Row = {
  name: string
  type: string
  reference: string | undefined
  required: boolean
  notes: string[]
}

const maxDepth = 5
const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** What a value is, in words: `text`, `list of Step`, `number or null`. */
export function typeLabel(schema: Schema): string {
  if (schema.$ref) return nameOfReference(schema.$ref)
  if (schema.const !== undefined) return text(schema.const)
  if (schema.enum) return schema.enum.map(text).join(' | ')
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return [...new Set(alternatives.map(typeLabel))].join(' or ')
  if (schema.type === 'array')
    return `list of ${schema.items ? typeLabel(schema.items) : 'any JSON'}`
  if (schema.type === 'object' && !schema.properties) {
    const values =
      typeof schema.additionalProperties === 'object' &&
      Object.keys(schema.additionalProperties).length > 0
        ? typeLabel(schema.additionalProperties)
        : 'any JSON'
    return `object of ${values}`
  }
  const words: Record<string, string> = {
    string: schema.format ?? 'text',
    integer: 'whole number',
    boolean: 'true or false',
  }
  if (schema.contentMediaType) return 'file'
  return [schema.type ?? 'any JSON']
    .flat()
    .map((type) => words[type] ?? type)
    .join(' or ')
}

function notesOf(schema: Schema): string[] {
  const range = (from: number | undefined, to: number | undefined, unit: string): string[] => {
    const upTo = to !== undefined && to < Number.MAX_SAFE_INTEGER ? to : undefined
    if (from !== undefined && upTo !== undefined) return [`${from} to ${upTo}${unit}`]
    if (upTo !== undefined) return [`at most ${upTo}${unit}`]
    return from !== undefined && from > -Number.MAX_SAFE_INTEGER ? [`at least ${from}${unit}`] : []
  }
  return [
    ...(schema.description ? [schema.description] : []),
    ...range(schema.minimum, schema.maximum, ''),
    ...range(schema.minLength, schema.maxLength, ' characters'),
    ...range(schema.minItems, schema.maxItems, ' entries'),
    ...(schema.pattern && !schema.format ? [`matches ${schema.pattern}`] : []),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ]
}

/** The inline object in a value, and how its fields are reached from it. */
function inside(schema: Schema): { schema: Schema; ending: string } | undefined {
  const only = (schema.anyOf ?? schema.oneOf)?.filter((each) => each.type !== 'null')
  if (only?.length === 1 && only[0]) return inside(only[0])
  if (schema.type === 'array' && schema.items) {
    const deeper = inside(schema.items)
    return deeper && { schema: deeper.schema, ending: `[]${deeper.ending}` }
  }
  return schema.properties ? { schema, ending: '' } : undefined
}

function referenceOf(schema: Schema): string | undefined {
  if (schema.$ref) return nameOfReference(schema.$ref)
  return [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
    .flatMap((each) => (each ? [referenceOf(each)] : []))
    .find((name) => name !== undefined)
}

/**
 * The fields of an object schema, inline objects unfolded under dotted names. A schema without
 * fields is one line.
 */
export function schemaRows(schema: Schema, prefix = '', depth = 0): Row[] {
  const found = inside(schema)
  if (!found)
    return depth > 0
      ? []
      : [
          {
            name: '',
            type: typeLabel(schema),
            reference: referenceOf(schema),
            required: true,
            notes: notesOf(schema),
          },
        ]
  const start = prefix + (prefix || found.ending ? `${found.ending}.` : '')
  return Object.entries(found.schema.properties ?? {}).flatMap(([key, field]) => {
    const name = start.replace(/^\./, '') + key
    const own = {
      name,
      type: labelOfRow(field),
      reference: referenceOf(field),
      required: found.schema.required?.includes(key) ?? false,
      notes: notesOf(field),
    }
    return depth < maxDepth && inside(field) ? [own, ...schemaRows(field, name, depth + 1)] : [own]
  })
}

/** Objects that are unfolded below need no more than their kind. */
function labelOfRow(schema: Schema): string {
  return typeLabel(schema).replaceAll('list of object', 'list of objects')
}
