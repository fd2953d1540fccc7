type Schema = Record<string, unknown>

const deepest = 8
/** People recognize them as invented. */
const byFormat: Record<string, string> = {
  date: '2026-01-15',
  'date-time': '2026-01-15T09:30:00Z',
  time: '09:30:00Z',
  email: 'ada.sample@example.com',
  uri: 'https://example.com',
  uuid: '00000000-0000-4000-8000-000000000000',
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listIn = (schema: Schema, key: string): Schema[] => {
  const value = schema[key]
  return Array.isArray(value) ? value.filter(isSchema) : []
}

/** 1, or the nearest number within the bounds, which may be those of all safe integers. */
function numberIn({ minimum, exclusiveMinimum, maximum }: Schema): number {
  const above = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : -Infinity
  const least = Math.max(above, typeof minimum === 'number' ? minimum : -Infinity)
  return Math.max(least, Math.min(1, typeof maximum === 'number' ? maximum : 1))
}

function textIn({ format, title, minLength, maxLength }: Schema): string {
  const named = typeof format === 'string' ? byFormat[format] : undefined
  if (named !== undefined) return named
  const text =
    typeof title === 'string' && title !== '' ? `Sample ${title.toLowerCase()}` : 'Sample'
  const least = typeof minLength === 'number' ? minLength : 0
  return text.padEnd(least, '.').slice(0, typeof maxLength === 'number' ? maxLength : undefined)
}

function objectIn(schema: Schema, depth: number): Schema {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {}
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, valueAt(property, depth + 1)]),
  )
}

function valueOfType(schema: Schema, type: unknown, depth: number): unknown {
  if (type === 'object' || isSchema(schema['properties'])) return objectIn(schema, depth)
  if (type === 'array')
    return isSchema(schema['items']) ? [valueAt(schema['items'], depth + 1)] : []
  if (type === 'string') return textIn(schema)
  if (type === 'number' || type === 'integer') return numberIn(schema)
  return type === 'boolean' ? true : null
}

function valueAt(schema: unknown, depth: number): unknown {
  if (!isSchema(schema) || depth > deepest) return null
  if ('const' in schema) return schema['const']
  const [example] = Array.isArray(schema['examples']) ? (schema['examples'] as unknown[]) : []
  if (example !== undefined) return example
  if (schema['default'] !== undefined) return schema['default']
  if (Array.isArray(schema['enum'])) return schema['enum'][0] ?? null
  const [first] = [...listIn(schema, 'oneOf'), ...listIn(schema, 'anyOf')]
  if (first) return valueAt(first, depth + 1)
  const { type } = schema
  return valueOfType(schema, Array.isArray(type) ? type[0] : type, depth)
}

/**
 * An invented value of a JSON Schema's shape: its example, its default, its first choice, or a value
 * of its type and format. For showing what data would look like; nothing checks that it is valid.
 */
export const sampleValue = (schema: Schema): unknown => valueAt(schema, 0)
