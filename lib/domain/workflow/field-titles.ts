import { humanName } from '../human-name.ts'

type Schema = { title?: unknown; properties?: unknown; items?: unknown; anyOf?: unknown }
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The schema of a field of an object or an item of a list, where the schema has one. */
function inner(schema: unknown, key: string): unknown {
  if (!isObject(schema)) return undefined
  const { properties, items, anyOf } = schema as Schema
  if (isObject(properties) && key in properties) return properties[key]
  if (/^\d+$/.test(key) && isObject(items)) return items
  if (!Array.isArray(anyOf)) return undefined
  for (const one of anyOf) {
    const found = inner(one, key)
    if (found !== undefined) return found
  }
  return undefined
}

const nameOfKey = (schema: unknown, key: string): string => {
  const title = isObject(schema) ? schema['title'] : undefined
  if (typeof title === 'string' && title !== '') return title
  // People count from one.
  return /^\d+$/.test(key) ? String(Number(key) + 1) : humanName(key)
}

/** The keys below a JSON Schema, each by its title. `$` is the text of a computed value. */
export function titlesWithin(schema: unknown, keys: string[]): string[] {
  let at = schema
  return keys
    .filter((key) => key !== '$')
    .map((key) => {
      at = inner(at, key)
      return nameOfKey(at, key)
    })
}
