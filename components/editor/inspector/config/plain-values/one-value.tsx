'use client'

import type { FieldProps, RJSFSchema, UiSchema } from '@rjsf/utils'
import { useState } from 'react'
import { NativeSelect } from '#components/shared/fields/native-select'
import { isExpression } from '#lib/domain/workflow/is-expression'
import { asKind, kindOfValue, valueKinds, type ValueKind } from './value-kinds.ts'

const kindNames = Object.entries(valueKinds) as [ValueKind, string][]

const of = (type: NonNullable<RJSFSchema['type']>): RJSFSchema => ({ type })

/** A value by its kind; texts take values of the run, and stay empty when nothing is typed. */
const drawnAs: Record<Exclude<ValueKind, 'nothing'>, { schema: RJSFSchema; uiSchema: UiSchema }> = {
  text: {
    schema: of('string'),
    uiSchema: { 'ui:options': { emptyValue: '', keepsType: true } },
  },
  number: { schema: of('number'), uiSchema: {} },
  'yes-no': { schema: of('boolean'), uiSchema: {} },
  group: { schema: of('object'), uiSchema: { 'ui:field': 'json', 'ui:nested': true } },
  list: { schema: of('array'), uiSchema: { 'ui:field': 'json', 'ui:nested': true } },
}

/** A value that nobody described: its kind, then the value itself. */
export function OneValue(props: FieldProps) {
  const { formData, onChange, fieldPathId, registry, disabled = false } = props
  const [chosen, setChosen] = useState(() => kindOfValue(formData))
  // A yes or no that is being computed stays one, whatever its code is while it is written.
  const isComputed = chosen === 'yes-no' && isExpression(formData)
  const kind = isComputed ? chosen : kindOfValue(formData)
  const place = fieldPathId.path.at(-1)
  const title = typeof place === 'number' ? `Value ${place + 1}` : 'Value'
  const Field = registry.fields['SchemaField'] as React.ComponentType<FieldProps>
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <NativeSelect
        aria-label="Kind of value"
        className="w-fit"
        value={kind}
        disabled={disabled}
        onChange={({ target }) => {
          const next = target.value as ValueKind
          setChosen(next)
          onChange(asKind(formData, next), fieldPathId.path, undefined, fieldPathId.$id)
        }}
      >
        {kindNames.map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </NativeSelect>
      {kind === 'nothing' ? null : (
        <Field
          key={kind}
          {...props}
          required={false}
          schema={{ title, ...drawnAs[kind].schema }}
          uiSchema={drawnAs[kind].uiSchema}
        />
      )}
    </div>
  )
}
