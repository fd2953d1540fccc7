type Schema = Record<string, unknown>

/**
 * The initial config of a new step: the defaults of its schema, and empty lists where a list is
 * required and has fixed entries.
 */
export function configDefaults(schema: Schema, uiSchema: Schema = {}): Record<string, unknown> {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]): [string, unknown][] => {
      if ('default' in property) return [[name, structuredClone(property['default'])]]
      const computed = (uiSchema[name] as Schema | undefined)?.['ui:widget'] === 'expression'
      return property['type'] === 'array' && required.includes(name) && !computed
        ? [[name, []]]
        : []
    }),
  )
}
