type Schema = Record<string, unknown>
type Data = Record<string, unknown>

const propertiesOf = (schema: Schema): [string, Schema][] =>
  Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
const isHidden = (property: Schema) => property['x-formFieldHidden'] === true
const isGroup = (property: Schema) =>
  property['type'] === 'object' && typeof property['properties'] === 'object'
const isData = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The schema without its hidden fields (`x-formFieldHidden: true`), also inside of groups. The same
 * object when nothing is hidden.
 */
export function visibleSchema(schema: Schema): Schema {
  const properties = propertiesOf(schema)
  const shown = properties
    .filter(([, property]) => !isHidden(property))
    .map(([name, property]): [string, Schema] => [
      name,
      isGroup(property) ? visibleSchema(property) : property,
    ])
  if (
    shown.length === properties.length &&
    shown.every(([, property], index) => property === properties[index]?.[1])
  )
    return schema
  const visible = Object.fromEntries(shown)
  const required = Array.isArray(schema['required'])
    ? schema['required'].filter((name) => typeof name === 'string' && name in visible)
    : undefined
  return { ...schema, properties: visible, ...(required ? { required } : {}) }
}

/**
 * The data without the values of hidden fields; a schema that allows no other properties would
 * refuse them otherwise.
 */
export function visibleData(schema: Schema, data: Data): Data {
  const rest = { ...data }
  for (const [name, property] of propertiesOf(schema)) {
    const value = rest[name]
    if (isHidden(property)) delete rest[name]
    else if (isGroup(property) && isData(value)) rest[name] = visibleData(property, value)
  }
  return rest
}

/** The form's data, with the hidden values of `whole` restored. */
export function withHidden(schema: Schema, shown: Data, whole: Data): Data {
  const result = { ...shown }
  for (const [name, property] of propertiesOf(schema)) {
    const old = whole[name]
    if (isHidden(property)) {
      if (name in whole) result[name] = old
    } else if (isGroup(property) && isData(old)) {
      const now = result[name]
      result[name] = withHidden(property, isData(now) ? now : {}, old)
    }
  }
  return result
}
