type Schema = Record<string, unknown>

/** What a new step's config starts with: the defaults that its schema names, and empty lists where a list is required. */
export function configDefaults(schema: Schema): Record<string, unknown> {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]): [string, unknown][] => {
      if ('default' in property) return [[name, structuredClone(property['default'])]]
      return property['type'] === 'array' && required.includes(name) ? [[name, []]] : []
    }),
  )
}
