'use client'

import type { FieldProps } from '@rjsf/utils'
import { SchemaBuilder } from '../../schema-builder/schema-builder.tsx'

/** The form of a screen: built field by field. */
export function JsonSchemaField({ formData, onChange, fieldPathId, schema, name }: FieldProps) {
  const value = (
    typeof formData === 'object' && formData !== null
      ? formData
      : { type: 'object', properties: {} }
  ) as Record<string, unknown>
  return (
    <SchemaBuilder
      label={String(schema.title ?? name)}
      schema={value}
      onChange={(next) => onChange(next, fieldPathId.path, undefined, fieldPathId.$id)}
    />
  )
}
