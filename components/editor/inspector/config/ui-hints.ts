import type { UiSchema } from '@rjsf/utils'

/**
 * Hints of step types that name one of our fields; rjsf takes widgets only where a value is plain.
 */
const ownFields: Record<string, string> = {
  json: 'json',
  'json-schema': 'jsonSchema',
  connection: 'connection',
  policy: 'policy',
  workflow: 'workflow',
}
/**
 * Fields that name a thing of ours or have an editor of their own; a fixed value is all they take.
 */
const fixed = new Set(['connection', 'jsonSchema', 'workflow'])

/**
 * The uiSchema of a step type in rjsf's terms: `json` and friends become fields, `expression` says
 * how the field begins.
 */
export function uiHints(uiSchema: UiSchema): UiSchema {
  return Object.fromEntries(
    Object.entries(uiSchema).flatMap(([key, value]): [string, unknown][] => {
      if (key === 'ui:widget' && typeof value === 'string') {
        const field = ownFields[value]
        if (field)
          return [
            ['ui:field', field],
            ['ui:labelled', true],
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
