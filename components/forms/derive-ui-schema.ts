import type { UiSchema } from '@rjsf/utils'

type Schema = Record<string, unknown>

const propertiesOf = (schema: Schema): Record<string, Schema> =>
  (schema['properties'] ?? {}) as Record<string, Schema>

/**
 * The rjsf hints that follow from our schema extensions: `x-formFieldType: "multi-file"` draws
 * uploads, `x-formFieldType: "long-text"` a larger box, `x-formFieldType: "postal-address"` an
 * address that can be checked. Hints in `uiSchema` have priority.
 */
export function deriveUiSchema(schema: Schema, uiSchema: UiSchema = {}): UiSchema {
  const derived: UiSchema = { ...uiSchema }
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
    const given = (uiSchema[name] ?? {}) as UiSchema
    if (property['x-formFieldType'] === 'multi-file')
      derived[name] = { 'ui:field': 'multiFile', ...given }
    else if (property['x-formFieldType'] === 'long-text')
      derived[name] = { 'ui:widget': 'textarea', ...given }
    else if (property['type'] === 'array') {
      // Entries of a list have the same extensions as fields.
      const items = deriveUiSchema((property['items'] ?? {}) as Schema, given['items'] as UiSchema)
      if (Object.keys(items).length > 0) derived[name] = { ...given, items }
    } else if (property['type'] === 'object' && property['properties']) {
      const isAddress = property['x-formFieldType'] === 'postal-address'
      derived[name] = {
        ...(isAddress ? { 'ui:field': 'postalAddress' } : {}),
        ...deriveUiSchema(property, given),
      }
    }
  }
  return derived
}
