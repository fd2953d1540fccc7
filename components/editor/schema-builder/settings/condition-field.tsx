'use client'

import { Labelled } from '#components/shared/fields/labelled'
import { NativeSelect } from '#components/shared/fields/native-select'
import { Input } from '#components/ui/input/input'
import type { Condition } from '../../model/form/conditions.ts'
import { fieldsOf, type SchemaField } from '../../model/schema-fields.ts'
import type { SettingsProps } from './settings-props.ts'

const unusable = new Set(['list', 'group', 'multi-file', 'signature', 'address', 'other'])

const howTitles: Record<Condition['how'], string> = {
  is: 'is',
  'is-not': 'is not',
  has: 'has among its choices',
  filled: 'is filled in',
}

function waysOf(field: SchemaField): Condition['how'][] {
  if (unusable.has(field.kind)) return ['filled']
  return field.kind === 'multi-choice' ? ['has', 'filled'] : ['is', 'is-not', 'filled']
}

function firstValue(field: SchemaField): unknown {
  if (field.kind === 'yes-no') return true
  return field.choices[0]?.value ?? ''
}

function newCondition(field: SchemaField): Condition {
  const [how = 'filled'] = waysOf(field)
  return { field: field.name, how, value: how === 'filled' ? undefined : firstValue(field) }
}

type ValueProps = {
  id: string
  other: SchemaField
  value: unknown
  onChange(value: unknown): void
}

function ValueField({ id, other, value, onChange }: ValueProps) {
  const choices =
    other.kind === 'yes-no'
      ? [
          { value: 'true', title: 'Yes' },
          { value: 'false', title: 'No' },
        ]
      : other.choices
  if (choices.length > 0)
    return (
      <NativeSelect
        id={id}
        aria-label="Value"
        value={String(value)}
        onChange={({ target }) =>
          onChange(other.kind === 'yes-no' ? target.value === 'true' : target.value)
        }
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.title}
          </option>
        ))}
      </NativeSelect>
    )
  const isNumber = ['number', 'integer', 'amount'].includes(other.kind)
  return (
    <Input
      id={id}
      aria-label="Value"
      inputMode={isNumber ? 'decimal' : 'text'}
      value={String(value ?? '')}
      onChange={({ target }) => {
        const number = Number(target.value)
        const isTyped = isNumber && target.value.trim() !== '' && Number.isFinite(number)
        onChange(isTyped ? number : target.value)
      }}
    />
  )
}

/** When the field is shown: always, or by the value of another field. */
export function ConditionField({ id, field, schema, onChange }: SettingsProps) {
  const others = fieldsOf(schema).filter(({ name }) => name !== field.name)
  const { condition } = field
  const other = others.find(({ name }) => name === condition?.field)
  if (others.length === 0) return null
  const choose = (name: string) => {
    const chosen = others.find((one) => one.name === name)
    onChange({ condition: chosen ? newCondition(chosen) : null })
  }
  return (
    <div className="space-y-2">
      <Labelled id={id} label="Show when">
        <NativeSelect
          id={id}
          value={condition?.field ?? ''}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">Always</option>
          {others.map(({ name, title }) => (
            <option key={name} value={name}>
              {title || name} …
            </option>
          ))}
        </NativeSelect>
      </Labelled>
      {condition && other ? (
        <div className="grid grid-cols-2 gap-2">
          <NativeSelect
            aria-label="Comparison"
            value={condition.how}
            onChange={({ target }) => {
              const how = target.value as Condition['how']
              const value = condition.value ?? firstValue(other)
              onChange({ condition: { ...condition, how, value } })
            }}
          >
            {waysOf(other).map((how) => (
              <option key={how} value={how}>
                {howTitles[how]}
              </option>
            ))}
          </NativeSelect>
          {condition.how === 'filled' ? null : (
            <ValueField
              id={`${id}-value`}
              other={other}
              value={condition.value}
              onChange={(value) => onChange({ condition: { ...condition, value } })}
            />
          )}
        </div>
      ) : null}
    </div>
  )
}
