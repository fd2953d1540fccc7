'use client'

import { ADDITIONAL_PROPERTY_FLAG } from '@rjsf/utils'
import type { FieldProps, RJSFSchema, UiSchema } from '@rjsf/utils'
import { useState } from 'react'
import { Segmented } from '#components/ui/input/segmented'
import { JsonField } from '../json-field.tsx'
import { OneValue } from './one-value.tsx'

const ways = { fields: 'Form', json: 'JSON' }

/** What stands in place of a description that the schema does not have. */
const entry: RJSFSchema = { type: 'string', default: '' }
const group = {
  schema: { type: 'object', additionalProperties: entry } as RJSFSchema,
  uiSchema: {
    'ui:options': { label: false, addLabel: 'Add a field' },
    additionalProperties: { 'ui:field': 'oneValue' },
  } as UiSchema,
}
const list = {
  schema: { type: 'array', items: entry } as RJSFSchema,
  uiSchema: {
    'ui:options': { label: false, addLabel: 'Add a value' },
    items: { 'ui:field': 'oneValue' },
  } as UiSchema,
}

const isAdded = (property: RJSFSchema | boolean): boolean =>
  typeof property === 'object' && ADDITIONAL_PROPERTY_FLAG in property

/** How a value is drawn: as its schema says, else as names with values, or as a list of values. */
function drawnAs({ schema }: FieldProps): { schema: RJSFSchema; uiSchema: UiSchema } | undefined {
  const { items, properties } = schema
  // The fields that are there already are in the schema, too: nobody described them.
  const isDescribed =
    Object.values(properties ?? {}).some((one) => !isAdded(one)) ||
    (typeof items === 'object' && 'properties' in items)
  if (isDescribed) return { schema, uiSchema: { 'ui:options': { label: false } } }
  if (schema.type === 'array') return list
  return schema.type === 'object' ? group : undefined
}

function Values(props: FieldProps) {
  const Field = props.registry.fields['SchemaField'] as React.ComponentType<FieldProps>
  const drawn = drawnAs(props)
  // Where anything may stand, it is nearly always fields with values.
  if (!drawn) return <OneValue {...props} formData={props.formData ?? {}} />
  return <Field {...props} {...drawn} />
}

/**
 * Data of the author's own: as fields with values, each with values of the run; or as JSON for who
 * wants that.
 */
export function ValuesField(props: FieldProps) {
  const [way, setWay] = useState<keyof typeof ways>('fields')
  if (props.uiSchema?.['ui:nested'] === true) return <Values {...props} />
  const label = String(props.schema.title ?? props.name)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Segmented label={`How ${label} is written`} options={ways} value={way} onChange={setWay} />
      {way === 'json' ? <JsonField {...props} /> : <Values {...props} />}
    </div>
  )
}
