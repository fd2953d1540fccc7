'use client'

import { Input } from '#components/ui/input'
import { NumberInput } from '#components/ui/number-input'
import { Labelled } from '#components/shared/labelled'
import { NativeSelect } from '#components/shared/native-select'
import type { SchemaField } from '../model/schema-fields.ts'

const inputTypes: Partial<Record<SchemaField['kind'], string>> = { date: 'date', email: 'email' }

/** What the field starts with. Files and lists of choices have no default here. */
export function DefaultValue({
  id,
  field,
  onChange,
}: {
  id: string
  field: SchemaField
  onChange(value: unknown): void
}) {
  if (field.kind === 'multi-file' || field.kind === 'multi-choice' || field.kind === 'other')
    return null
  const options =
    field.kind === 'yes-no'
      ? [
          ['true', 'Yes'],
          ['false', 'No'],
        ]
      : field.kind === 'choice'
        ? field.choices.map((choice) => [choice, choice])
        : undefined
  const value = field.defaultValue === undefined ? '' : String(field.defaultValue)
  const isNumber = field.kind === 'number' || field.kind === 'integer'
  return (
    <Labelled id={id} label="Default">
      {options ? (
        <NativeSelect
          id={id}
          value={value}
          onChange={({ target }) =>
            onChange(
              target.value === ''
                ? undefined
                : field.kind === 'yes-no'
                  ? target.value === 'true'
                  : target.value,
            )
          }
        >
          <option value="">None</option>
          {options.map(([key, title]) => (
            <option key={key} value={key}>
              {title}
            </option>
          ))}
        </NativeSelect>
      ) : isNumber ? (
        <NumberInput
          id={id}
          fractions={field.kind === 'number'}
          value={value === '' ? undefined : Number(value)}
          onChange={(next) => (Number.isNaN(next) ? undefined : onChange(next))}
        />
      ) : (
        <Input
          id={id}
          type={inputTypes[field.kind] ?? 'text'}
          value={value}
          onChange={({ target }) => onChange(target.value || undefined)}
        />
      )}
    </Labelled>
  )
}
