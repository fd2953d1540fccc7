'use client'

import { Labelled } from '#components/shared/fields/labelled'
import { NativeSelect } from '#components/shared/fields/native-select'
import { Input } from '#components/ui/input/input'
import { NumberInput } from '#components/ui/input/number-input'
import type { FieldKind, SchemaField } from '../model/schema-fields.ts'

type Props = { id: string; field: SchemaField; onChange(value: unknown): void }

const inputTypes: Partial<Record<FieldKind, string>> = {
  date: 'date',
  time: 'time',
  email: 'email',
}
const withoutDefault: FieldKind[] = [
  'consent',
  'multi-file',
  'multi-choice',
  'signature',
  'address',
  'list',
  'group',
  'duration',
  'date-time',
  'other',
]

/** The initial value of the field. Files and lists of choices have no default here. */
export function DefaultValue(props: Props) {
  const { id, field } = props
  if (withoutDefault.includes(field.kind)) return null
  return (
    <Labelled id={id} label="Default">
      <DefaultInput {...props} />
    </Labelled>
  )
}

function DefaultInput({ id, field, onChange }: Props) {
  const { kind, defaultValue } = field
  const text = defaultValue === undefined ? '' : String(defaultValue)
  if (kind === 'yes-no' || kind === 'tick' || kind === 'choice')
    return <DefaultChoice id={id} field={field} onChange={onChange} />
  if (kind === 'number' || kind === 'integer' || kind === 'amount')
    return (
      <NumberInput
        id={id}
        fractions={kind !== 'integer'}
        value={text === '' ? undefined : Number(text)}
        onChange={(next) => (Number.isNaN(next) ? undefined : onChange(next))}
      />
    )
  return (
    <Input
      id={id}
      type={inputTypes[kind] ?? 'text'}
      value={text}
      onChange={({ target }) => onChange(target.value || undefined)}
    />
  )
}

type Option = { text: string; title: string; value: unknown }

const yesAndNo: Option[] = [
  { text: 'true', title: 'Yes', value: true },
  { text: 'false', title: 'No', value: false },
]

function DefaultChoice({ id, field, onChange }: Props) {
  const options =
    field.kind !== 'choice'
      ? yesAndNo
      : field.choices.map(({ value, title }) => ({ text: value, title, value }))
  return (
    <NativeSelect
      id={id}
      value={field.defaultValue === undefined ? '' : String(field.defaultValue)}
      onChange={({ target }) => onChange(options.find(({ text }) => text === target.value)?.value)}
    >
      <option value="">None</option>
      {options.map(({ text, title }) => (
        <option key={text} value={text}>
          {title}
        </option>
      ))}
    </NativeSelect>
  )
}
