/**
 * The initial data of a form: the defaults of its schema, also of hidden fields and inside objects.
 */
export function initialData(schema: Record<string, unknown>): Record<string, unknown> {
  const properties = (schema['properties'] ?? {}) as Record<string, Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]): [string, unknown][] => {
      if ('default' in property) return [[name, property['default']]]
      const nested = property['type'] === 'object' ? initialData(property) : {}
      return Object.keys(nested).length > 0 ? [[name, nested]] : []
    }),
  )
}
