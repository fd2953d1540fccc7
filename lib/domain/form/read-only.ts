type Schema = Record<string, unknown>
type Data = Record<string, unknown>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The data with what its read-only fields (`readOnly: true`) had when the form was opened: the value
 * in `given`, else their default. What a browser sent in their places is replaced. In groups as
 * well; the same object when nothing changes.
 */
export function withReadOnly(schema: Schema, data: Data, given: Data): Data {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  let result = data
  const set = (name: string, value: unknown) => {
    if (JSON.stringify(value) === JSON.stringify(result[name])) return
    result = { ...result, [name]: value }
    if (value === undefined) delete result[name]
  }
  for (const [name, property] of Object.entries(properties)) {
    if (!isObject(property)) continue
    const before = given[name]
    const value = result[name]
    if (property['readOnly'] === true) set(name, before ?? property['default'])
    else if (isObject(property['properties']) && isObject(value))
      set(name, withReadOnly(property, value, isObject(before) ? before : {}))
  }
  return result
}
