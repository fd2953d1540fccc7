import type { UiSchema } from '@rjsf/utils'

/**
 * The fields of ours that step types name as widgets; rjsf takes widgets only for plain values.
 */
const ownFields: Record<string, string> = {
  calendar: 'calendar',
  json: 'json',
  'json-schema': 'jsonSchema',
  connection: 'connection',
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
