'use client'

import { NativeSelect } from '#components/shared/fields/native-select'
import { Input } from '#components/ui/input/input'
import { NumberInput } from '#components/ui/input/number-input'
import type { Compared } from '#lib/domain/expressions/written/condition'
import { choicesFor, valueOfChoice, type ValueKind } from './operators.ts'

type Props = {
  label: string
  kind: ValueKind | 'several'
  /** Of the value that is compared. */
  schema: Record<string, unknown> | undefined
  compared: Compared | undefined
  disabled: boolean
  onChange(compared: Compared): void
}

const fixedOf = (compared: Compared | undefined): string | number | boolean =>
  compared?.kind === 'fixed' ? compared.value : ''

/** A typed value: numbers and yes or no as such where any kind can stand. */
function typedValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  const number = Number(text)
  return text.trim() !== '' && String(number) === text ? number : text
}

function SelectOf({ label, schema, compared, disabled, onChange }: Omit<Props, 'kind'>) {
  const choices = choicesFor(schema)
  const value = String(fixedOf(compared))
  const isKnown = choices.some((choice) => choice.value === value)
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={({ target }) =>
        onChange({ kind: 'fixed', value: valueOfChoice(schema, target.value) })
      }
    >
      {isKnown ? null : <option value={value}>{value === '' ? 'Choose…' : value}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.title}
        </option>
      ))}
    </NativeSelect>
  )
}

function YesNo({ label, compared, disabled, onChange }: Omit<Props, 'kind' | 'schema'>) {
  return (
    <NativeSelect
      aria-label={label}
      value={String(fixedOf(compared))}
      disabled={disabled}
      onChange={({ target }) => onChange({ kind: 'fixed', value: target.value === 'true' })}
    >
      <option value="true">Yes</option>
      <option value="false">No</option>
    </NativeSelect>
  )
}

/** Several values: boxes for the known choices, else words with commas between them. */
function Several({ label, schema, compared, disabled, onChange }: Omit<Props, 'kind'>) {
  const choices = choicesFor(schema)
  const values = compared?.kind === 'fixed-list' ? compared.values : []
  if (choices.length === 0)
    return (
      <Input
        aria-label={label}
        placeholder="Words, with commas between them"
        defaultValue={values.join(', ')}
        disabled={disabled}
        onChange={({ target }) => {
          const typed = target.value.split(',').map((one) => one.trim())
          onChange({ kind: 'fixed-list', values: typed.filter(Boolean) })
        }}
      />
    )
  const known = choices.map(({ value }) => value)
  const all = [
    ...choices,
    ...values
      .map(String)
      .filter((value) => !known.includes(value))
      .map((value) => ({ value, title: value })),
  ]
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-x-4 gap-y-1 py-1.5 text-sm">
      {all.map(({ value, title }) => (
        <label key={value} className="flex items-center gap-1.5">
          <input
            type="checkbox"
            className="size-4 accent-primary"
            checked={values.includes(value)}
            disabled={disabled}
            onChange={({ target }) => {
              const others = values.filter((one) => one !== value)
              onChange({ kind: 'fixed-list', values: target.checked ? [...others, value] : others })
            }}
          />
          {title}
        </label>
      ))}
    </div>
  )
}

/** What a value is compared with, typed by its kind. */
export function ComparedField({ kind, ...props }: Props) {
  const { label, compared, disabled, onChange } = props
  const value = fixedOf(compared)
  if (kind === 'several') return <Several {...props} />
  if (kind === 'choice') return <SelectOf {...props} />
  if (kind === 'yes-no') return <YesNo {...props} />
  if (kind === 'number')
    return (
      <NumberInput
        aria-label={label}
        fractions
        value={typeof value === 'number' ? value : undefined}
        disabled={disabled}
        // What is no number is NaN: a rule with it is not complete.
        onChange={(number) => onChange({ kind: 'fixed', value: number ?? '' })}
      />
    )
  const isDay = kind === 'date' && /^(\d{4}-\d{2}-\d{2})?$/.test(String(value))
  return (
    <Input
      aria-label={label}
      type={isDay ? 'date' : 'text'}
      placeholder="A value"
      value={String(value)}
      disabled={disabled}
      onChange={({ target }) => {
        const typed = kind === 'unknown' ? typedValue(target.value) : target.value
        onChange({ kind: 'fixed', value: typed })
      }}
    />
  )
}
