import { samplesOfFormats, samplesOfZodFormats } from './samples-of-formats.ts'

export type Schema = Record<string, unknown> & {
  properties?: Record<string, Schema>
  items?: Schema
}

/** By the name of a format. */
const ofFormats: Record<string, string | number> = { ...samplesOfZodFormats, ...samplesOfFormats }

/** Candidates for a text with a known pattern only, tried in this order. */
const texts = [
  'text',
  ...Object.values(ofFormats).filter((value) => typeof value === 'string'),
  '1',
  '1234',
  '12345',
  '1999999984',
  'a',
  'A',
  'TX',
  'ABC',
  'a-b',
  '2026',
]

/** The number that a keyword gives, or the other one. */
const numberOf = (schema: Schema, keyword: string, otherwise: number): number =>
  typeof schema[keyword] === 'number' ? schema[keyword] : otherwise

/** A number between the limits: 1 where it fits, else the lowest that does. */
function numberIn(schema: Schema): number {
  const minimum = numberOf(schema, 'minimum', -Infinity)
  const above = numberOf(schema, 'exclusiveMinimum', -Infinity)
  const maximum = numberOf(schema, 'maximum', Infinity)
  const below = numberOf(schema, 'exclusiveMaximum', Infinity)
  const step = numberOf(schema, 'multipleOf', 1)
  const lowest = Math.ceil(Math.max(minimum, above) / step) * step
  const middle = (Math.max(minimum, above) + Math.min(maximum, below)) / 2
  const fits = (value: number) =>
    value >= minimum && value > above && value <= maximum && value < below
  return [step, lowest, lowest + step, middle].find(fits) ?? 1
}

/** The patterns of a text, also those that zod writes below `allOf`. */
const patternsOf = (schema: Schema): RegExp[] =>
  [schema, ...(Array.isArray(schema['allOf']) ? (schema['allOf'] as Schema[]) : [])].flatMap(
    ({ pattern }) => (typeof pattern === 'string' ? [new RegExp(pattern, 'u')] : []),
  )

/** A text of the required length with the patterns, or one that the suite then refuses by name. */
function textIn(schema: Schema): string {
  const shortest = numberOf(schema, 'minLength', 0)
  const longest = numberOf(schema, 'maxLength', Infinity)
  const patterns = patternsOf(schema)
  const fitting = texts.find(
    (text) =>
      text.length >= shortest &&
      text.length <= longest &&
      patterns.every((pattern) => pattern.test(text)),
  )
  return fitting ?? 'text'.padEnd(shortest, '.').slice(0, Math.min(longest, 1_000_000))
}

/** The required number of entries of a list. */
function listIn(schema: Schema): unknown[] {
  if (Array.isArray(schema['prefixItems']))
    return (schema['prefixItems'] as Schema[]).map((entry) => sampleOf(entry))
  return Array.from({ length: numberOf(schema, 'minItems', 0) }, () => sampleOf(schema.items))
}

/** An object with its required fields. */
function objectIn(schema: Schema): Record<string, unknown> {
  const required = Array.isArray(schema['required']) ? (schema['required'] as string[]) : []
  return Object.fromEntries(required.map((name) => [name, sampleOf(schema.properties?.[name])]))
}

const byType: Record<string, (schema: Schema) => unknown> = {
  boolean: () => true,
  string: textIn,
  number: numberIn,
  integer: numberIn,
  array: listIn,
  object: objectIn,
}

/**
 * A value that the field accepts, where an example has an expression. The author's example has
 * priority; it provides what a schema cannot express (a custom check, a pattern that no known text
 * matches).
 */
export function sampleOf(schema: Schema | undefined): unknown {
  if (!schema) return {}
  if (Array.isArray(schema['examples'])) return schema['examples'][0]
  if (schema['const'] !== undefined) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  if (schema['default'] !== undefined) return schema['default']
  const ways = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(ways)) return sampleOf(ways[0] as Schema)
  const format = String(schema['format'])
  if (Object.hasOwn(ofFormats, format)) return ofFormats[format]
  return byType[String(schema['type'])]?.(schema) ?? {}
}
