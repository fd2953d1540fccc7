type Schema = Record<string, unknown>

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

/** The names that a schema or one of its branches requires. */
function requiredBy(schema: unknown): unknown[] {
  if (!isObject(schema)) return []
  const { required, allOf, anyOf, oneOf, then, else: otherwise } = schema
  const branches = [...[allOf, anyOf, oneOf].flatMap(listOf), then, otherwise]
  return [...listOf(required), ...branches.flatMap(requiredBy)]
}

/** A list may be empty where the schema counts its entries, or where nobody may fill it. */
const mayBeEmpty = (field: unknown): boolean =>
  isObject(field) && ('minItems' in field || field['readOnly'] === true)

/**
 * Data as people mean them: a required list without an entry is missing, though JSON Schema takes
 * it for an answer.
 */
export function withoutEmptyLists(schema: unknown, data: unknown): unknown {
  if (!isObject(schema)) return data
  if (Array.isArray(data)) return data.map((entry) => withoutEmptyLists(schema['items'], entry))
  if (!isObject(data)) return data
  const required = new Set(requiredBy(schema))
  const fields = isObject(schema['properties']) ? schema['properties'] : {}
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]): [string, unknown][] => {
      const field = fields[name]
      const isEmpty = Array.isArray(value) && value.length === 0
      if (isEmpty && required.has(name) && !mayBeEmpty(field)) return []
      return [[name, withoutEmptyLists(field, value)]]
    }),
  )
}
