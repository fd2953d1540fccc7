'use client'

import { memo, useContext, useMemo } from 'react'
import { errorSchemaOf } from '../../../forms/error-schema.ts'
import { SchemaForm } from '#components/forms/schema-form'
import type { Problem } from '#lib/domain/workflow/problem'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { ConditionField } from '../conditions/condition-field.tsx'
import { GroupsField, PeopleField } from '../people/people-fields.tsx'
import { ReferenceField } from '../values/reference-field.tsx'
import { TextField } from '../values/text-field.tsx'
import { ExpressionField } from './expression-field.tsx'
import { fieldsInUse } from './fields-in-use.ts'
import { JsonSchemaField } from './json-schema-field.tsx'
import {
  CalendarField,
  ConnectionField,
  PolicyField,
  TemplateField,
  WorkflowField,
} from './slug-field.tsx'
import { atPlaceholders, usePlaceholders, withPlaceholders } from './placeholder-fields.ts'
import { AddressBase, baseUrlOf, Known } from './known.ts'
import { useStartForm, useWithStartForm } from './start-form-fields.ts'
import { uiHints, withChoiceNames } from './ui-hints.ts'
import { OneValue } from './plain-values/one-value.tsx'
import { ValuesField } from './plain-values/values-field.tsx'
import { ValueField } from './value-field.tsx'

const fields = {
  SchemaField: ValueField,
  condition: ConditionField,
  expression: ExpressionField,
  json: ValuesField,
  oneValue: OneValue,
  jsonSchema: JsonSchemaField,
  text: TextField,
  calendar: CalendarField,
  connection: ConnectionField,
  groups: GroupsField,
  people: PeopleField,
  policy: PolicyField,
  reference: ReferenceField,
  template: TemplateField,
  workflow: WorkflowField,
}

type Props = {
  type: StepTypeInfo
  config: Record<string, unknown>
  /** Fields that say nothing as the step is set. */
  unused?: ReadonlySet<string>
  problems: Problem[]
  onChange(config: Record<string, unknown>): void
}

/** Whether a part of the inspector of its own draws a field. */
const isDrawnApart = (hint: unknown): boolean =>
  (hint as { 'ui:options'?: { apart?: unknown } } | undefined)?.['ui:options']?.apart === true

/** The address of the connection below which a field of the step is a path (`below` of its hint). */
function useAddressBase({ uiSchema }: StepTypeInfo, config: Record<string, unknown>) {
  const { connections, kind } = useContext(Known)
  const fields = Object.values(uiSchema).map(
    (hint) => (hint as { 'ui:options'?: { below?: unknown } } | null)?.['ui:options']?.below,
  )
  const below = fields.find((field) => typeof field === 'string')
  const slug = below === undefined ? undefined : config[below]
  return baseUrlOf(connections.find((one) => one.slug === slug && one.kind === kind))
}

/** The schema with these fields only. The step has a heading of its own, so it has no title. */
function withFields(schema: Record<string, unknown>, names: string[]) {
  const all = Object.entries(schema['properties'] ?? {})
  const properties = Object.fromEntries(all.filter(([name]) => names.includes(name)))
  return { ...schema, properties, title: undefined, description: undefined }
}

/**
 * A step's configuration, drawn from the schema of its type. The form refuses nothing: it lists
 * errors as problems, and the draft is saved nevertheless.
 */
export const ConfigForm = memo(function ConfigForm(props: Props) {
  const { type, config, unused, problems, onChange } = props
  const placeholders = usePlaceholders(type, config)
  const filled = useMemo(() => withPlaceholders(type, placeholders), [type, placeholders])
  const drawn = useWithStartForm(filled, useStartForm(type, config))
  const hints = useMemo(() => withChoiceNames(drawn.schema, uiHints(drawn.uiSchema)), [drawn])
  const errors = useMemo(
    () =>
      atPlaceholders(
        type,
        placeholders,
        errorSchemaOf(
          problems.flatMap(({ path, message, code }) =>
            // The field of the code shows what is only a warning about its types.
            path?.startsWith('config') && code !== 'mistyped_code' ? [{ path, message }] : [],
          ),
          'config',
        ),
      ),
    [problems, type, placeholders],
  )
  // The hints of the type: those of placeholders replace that of their group.
  const names = fieldsInUse(drawn.schema, type.uiSchema, config, errors)
    .filter((name) => !isDrawnApart(type.uiSchema[name]) && !unused?.has(name))
    .join('\n')
  const schema = useMemo(() => withFields(drawn.schema, names.split('\n')), [drawn, names])
  return (
    <AddressBase.Provider value={useAddressBase(type, config)}>
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
    </AddressBase.Provider>
  )
})
