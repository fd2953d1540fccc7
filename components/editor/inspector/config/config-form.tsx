'use client'

import { memo, useMemo } from 'react'
import { errorSchemaOf } from '../../../forms/error-schema.ts'
import { SchemaForm } from '#components/forms/schema-form'
import type { Problem } from '#lib/domain/workflow/problem'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { ExpressionField } from './expression-field.tsx'
import { JsonField } from './json-field.tsx'
import { JsonSchemaField } from './json-schema-field.tsx'
import {
  CalendarField,
  ConnectionField,
  PolicyField,
  TemplateField,
  WorkflowField,
} from './slug-field.tsx'
import { atPlaceholders, usePlaceholders, withPlaceholders } from './placeholder-fields.ts'
import { uiHints } from './ui-hints.ts'
import { ValueField } from './value-field.tsx'

const fields = {
  SchemaField: ValueField,
  expression: ExpressionField,
  json: JsonField,
  jsonSchema: JsonSchemaField,
  calendar: CalendarField,
  connection: ConnectionField,
  policy: PolicyField,
  template: TemplateField,
  workflow: WorkflowField,
}

type Props = {
  type: StepTypeInfo
  config: Record<string, unknown>
  problems: Problem[]
  onChange(config: Record<string, unknown>): void
}

/**
 * A step's configuration, drawn from the schema of its type. The form refuses nothing: it lists
 * errors as problems, and the draft is saved nevertheless.
 */
export const ConfigForm = memo(function ConfigForm({ type, config, problems, onChange }: Props) {
  // The step has a heading of its own, so the form shows no title.
  const placeholders = usePlaceholders(type, config)
  const { schema, hints } = useMemo(() => {
    const drawn = withPlaceholders(type, placeholders)
    return {
      schema: { ...drawn.schema, title: undefined, description: undefined },
      hints: uiHints(drawn.uiSchema),
    }
  }, [type, placeholders])
  const errors = useMemo(
    () =>
      atPlaceholders(
        type,
        placeholders,
        errorSchemaOf(
          problems.flatMap(({ path, message }) =>
            path?.startsWith('config') ? [{ path, message }] : [],
          ),
          'config',
        ),
      ),
    [problems, type, placeholders],
  )
  return (
    <SchemaForm
      schema={schema}
      uiSchema={hints}
      formData={config}
      onChange={(next) => onChange((next ?? {}) as Record<string, unknown>)}
      extraErrors={errors}
      fields={fields}
      validation="none"
      tagName="div"
      idPrefix="config"
    />
  )
})
