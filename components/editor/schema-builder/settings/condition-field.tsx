'use client'

import { lazy, Suspense } from 'react'
import { Labelled } from '#components/shared/fields/labelled'
import { loadCode } from '#components/shared/loading/load-code'
import { fieldsOf } from '../../model/schema-fields.ts'
import type { SettingsProps } from './settings-props.ts'

const FormRules = lazy(() => loadCode(() => import('./form-rules.tsx')))

/** When the field is shown, and when it is required: always or never, or by other fields. */
export function ConditionField({ id, field, schema, onChange }: SettingsProps) {
  const others = fieldsOf(schema).filter(({ name }) => name !== field.name)
  if (others.length === 0) return null
  const { shownWhen, requiredWhen } = field.conditions
  return (
    <Suspense fallback={null}>
      <Labelled id={`${id}-shown`} label="Show when">
        <FormRules
          id={`${id}-shown`}
          label="Show when"
          unchosen="Always"
          others={others}
          rules={shownWhen}
          onChange={(rules) => onChange({ conditions: { shownWhen: rules } })}
        />
      </Labelled>
      {field.required ? null : (
        <Labelled id={`${id}-required`} label="Required when">
          <FormRules
            id={`${id}-required`}
            label="Required when"
            unchosen="Never"
            others={others}
            rules={requiredWhen}
            onChange={(rules) => onChange({ conditions: { requiredWhen: rules } })}
          />
        </Labelled>
      )}
    </Suspense>
  )
}
