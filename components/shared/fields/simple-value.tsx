'use client'

import { Input } from '#components/ui/input/input'
import { NumberInput } from '#components/ui/input/number-input'
import { Textarea } from '#components/ui/input/textarea'
import { NativeSelect } from './native-select.tsx'

type Props<Value> = { label: string; value: Value; onChange(value: Value): void }

/** The control of a text, a number, or yes or no, by what the value is; nothing for other values. */
export function SimpleValue<Value>({ label, value, onChange }: Props<Value>) {
  const change = (next: string | number | boolean) => onChange(next as Value)
  if (typeof value === 'number')
    return (
      <NumberInput
        aria-label={label}
        fractions
        required
        value={value}
        onChange={(next) => change(next ?? Number.NaN)}
      />
    )
  if (typeof value === 'boolean')
    return (
      <NativeSelect
        aria-label={label}
        value={value ? 'yes' : 'no'}
        onChange={(event) => change(event.target.value === 'yes')}
      >
        <option value="yes">Yes</option>
        <option value="no">No</option>
      </NativeSelect>
    )
  if (typeof value !== 'string') return null
  const isLong = value.length > 80 || value.includes('\n')
  const text = {
    'aria-label': label,
    value,
    onChange: (event: { target: { value: string } }) => change(event.target.value),
  }
  return isLong ? <Textarea rows={4} {...text} /> : <Input {...text} />
}
