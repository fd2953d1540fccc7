import type { UiSchema } from '@rjsf/utils'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether nothing is set: no text, no entry, or a JSON Schema without fields. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  if (!isObject(value)) return value === undefined || value === null || value === ''
  if (value['type'] === 'object' && isObject(value['properties']))
    return Object.keys(value['properties']).length === 0
  return Object.keys(value).length === 0
}

/** Whether other fields have values with which a field counts. Computed ones may have any. */
function counts(hint: unknown, config: Json, properties: Json): boolean {
  if (!isObject(hint)) return true
  const valueOf = (name: string): unknown => {
    const property = properties[name]
    return config[name] ?? (isObject(property) ? property['default'] : undefined)
  }
  const holds = (word: 'ui:when' | 'ui:unless', expected: boolean): boolean =>
    Object.entries(isObject(hint[word]) ? hint[word] : {}).every(([name, values]) => {
      const value = valueOf(name)
      return isObject(value) || (Array.isArray(values) && values.includes(value)) === expected
    })
  return holds('ui:when', true) && holds('ui:unless', false)
}

/**
 * The fields of a config that are shown as it stands. A hint `ui:when` names another field and the
 * values with which its own field counts, `ui:unless` those with which it does not. A field that is
 * filled in, or has an error, stays in sight.
 */
export function fieldsInUse(
  schema: Json,
  uiSchema: UiSchema,
  config: Json,
  errors: object,
): string[] {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  return Object.keys(properties).filter(
    (name) =>
      name in errors || !isEmpty(config[name]) || counts(uiSchema[name], config, properties),
  )
}
