import type { UiSchema } from '@rjsf/utils'

/**
 * The fields of ours that step types name as widgets; rjsf takes widgets only for plain values.
 */
const ownFields: Record<string, string> = {
  calendar: 'calendar',
  json: 'json',
  'json-schema': 'jsonSchema',
  connection: 'connection',
  groups: 'groups',
  people: 'people',
  policy: 'policy',
  workflow: 'workflow',
  template: 'template',
  'postal-address': 'postalAddress',
}
/** Fields that only accept a fixed value: they name a thing, or have their own editor. */
const fixed = new Set(['calendar', 'connection', 'jsonSchema', 'template', 'workflow'])

/**
 * The uiSchema of a step type in rjsf's terms: `json` and the like become fields, and a field with
 * `expression` starts computed.
 */
export function uiHints(uiSchema: UiSchema): UiSchema {
  return Object.fromEntries(
    Object.entries(uiSchema).flatMap(([key, value]): [string, unknown][] => {
      if (key === 'ui:widget' && typeof value === 'string') {
        const field = ownFields[value]
        if (field)
          return [
            ['ui:field', field],
            // A group has a heading of its own.
            ['ui:labelled', field !== 'postalAddress'],
            ...(fixed.has(field) ? [['ui:expression', false] as [string, unknown]] : []),
          ]
        if (value === 'expression') return [['ui:beginsComputed', true]]
      }
      const nested =
        !key.startsWith('ui:') &&
        typeof value === 'object' &&
        value !== null &&
        !Array.isArray(value)
      return [[key, nested ? uiHints(value as UiSchema) : value]]
    }),
  )
}

type Schema = Record<string, unknown>

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function hintOf(schema: Schema, given: UiSchema): UiSchema {
  const { enumNames, items } = schema
  const inside = isObject(items) ? hintOf(items, (given['items'] ?? {}) as UiSchema) : {}
  return {
    ...withChoiceNames(schema, given),
    ...(Array.isArray(enumNames) ? { 'ui:enumNames': enumNames as string[] } : {}),
    ...(Object.keys(inside).length > 0 ? { items: inside } : {}),
  }
}

/** The hints with the words of choices (`enumNames`), which rjsf reads only from hints. */
export function withChoiceNames(schema: Schema, hints: UiSchema): UiSchema {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const own = Object.entries(properties).flatMap(([name, property]): [string, UiSchema][] => {
    if (!isObject(property)) return []
    const hint = hintOf(property, (hints[name] ?? {}) as UiSchema)
    return Object.keys(hint).length > 0 ? [[name, hint]] : []
  })
  return { ...hints, ...Object.fromEntries(own) }
}
