import type { UiSchema } from '@rjsf/utils'

type Schema = Record<string, unknown>

const propertiesOf = (schema: Schema): Record<string, Schema> => (schema['properties'] ?? {}) as Record<string, Schema>

/**
 * The rjsf hints that follow from our schema extensions: `x-formFieldHidden: true` keeps a field in the data and out of the form,
 * `x-formFieldType: "multi-file"` draws uploads, `x-formFieldType: "long-text"` a larger box. Hints given in `uiSchema` win.
 */
export function deriveUiSchema(schema: Schema, uiSchema: UiSchema = {}): UiSchema {
  const derived: UiSchema = { ...uiSchema }
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
    const given = (uiSchema[name] ?? {}) as UiSchema
    if (property['x-formFieldHidden'] === true) derived[name] = { 'ui:widget': 'hidden', ...given }
    else if (property['x-formFieldType'] === 'multi-file') derived[name] = { 'ui:field': 'multiFile', ...given }
    else if (property['x-formFieldType'] === 'long-text') derived[name] = { 'ui:widget': 'textarea', ...given }
    else if (property['type'] === 'object' && property['properties']) derived[name] = deriveUiSchema(property, given)
  }
  return derived
}

/** The schema as the form draws it: hidden objects and arrays are left out, because rjsf draws hidden inputs for plain values only. */
export function visibleSchema(schema: Schema): Schema {
  const properties = propertiesOf(schema)
  const visible = Object.fromEntries(Object.entries(properties).filter(([, property]) => property['x-formFieldHidden'] !== true))
  if (Object.keys(visible).length === Object.keys(properties).length) return schema
  const required = Array.isArray(schema['required']) ? schema['required'].filter((name) => typeof name === 'string' && name in visible) : undefined
  return { ...schema, properties: visible, ...(required ? { required } : {}) }
}
