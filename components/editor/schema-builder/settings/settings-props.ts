import type { FieldChange, SchemaField } from '../../model/schema-fields.ts'

/** What each part of a field's settings gets. */
export type SettingsProps = {
  id: string
  field: SchemaField
  /** The schema around the field: of the form, of a group, or of the entries of a list. */
  schema: Record<string, unknown>
  onChange(change: FieldChange): void
}

/** A keyword of the field as text. */
export const textOf = (field: SchemaField, keyword: string): string => {
  const value = field.property[keyword]
  return typeof value === 'string' ? value : ''
}

/** A keyword of the field as a number. */
export const numberOf = (field: SchemaField, keyword: string): number | undefined => {
  const value = field.property[keyword]
  return typeof value === 'number' ? value : undefined
}
