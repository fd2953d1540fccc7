type Schema = Record<string, unknown>

/**
 * What a new step's config starts with: the defaults that its schema names, and empty lists where a
 * list is required and is written out, not computed.
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
