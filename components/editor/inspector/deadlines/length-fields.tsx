'use client'

import { NativeSelect } from '#components/shared/fields/native-select'
import { Input } from '#components/ui/input/input'
import { NumberInput } from '#components/ui/input/number-input'
import type { Expression } from '#lib/domain/workflow/definition'
import { isExpression } from '#lib/domain/workflow/is-expression'
import { ReferenceBox } from '../values/reference-box.tsx'
import { readReference, writeReference } from '../values/reference.ts'

/** A length of working time as a configuration has it; any of it may be computed. */
export type Length = { workingDays?: unknown; workingHours?: unknown; at?: unknown }
type Unit = 'workingHours' | 'workingDays' | 'at'

const units: [Unit, string][] = [
  ['workingHours', 'working hours'],
  ['workingDays', 'working days'],
  ['at', 'working days, at'],
]

function unitOf({ workingHours, at }: Length): Unit {
  if (at !== undefined) return 'at'
  return workingHours === undefined ? 'workingDays' : 'workingHours'
}

const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined

/** The same length in another unit. */
function inUnit(unit: Unit, { workingDays, workingHours }: Length): Length {
  const count = Math.round(numberIn(workingDays ?? workingHours) ?? 1)
  if (unit === 'workingHours') return { workingHours: count }
  return { workingDays: Math.min(count, 250), ...(unit === 'at' ? { at: '08:00' } : {}) }
}

type Props = {
  /** The beginning of the fields' ids, which is that of their path. */
  id: string
  label: string
  length: Length
  onChange(length: Length): void
}

/** How long: a number of working hours, of working days, or a time of a working day. */
export function LengthFields({ id, label, length, onChange }: Props) {
  const unit = unitOf(length)
  const field = unit === 'workingHours' ? 'workingHours' : 'workingDays'
  const value = length[field]
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isExpression(value) ? (
        <Computed
          id={`${id}_${field}`}
          label={`${label}: how many`}
          text={value.$}
          onChange={(next) => onChange({ ...length, [field]: next })}
        />
      ) : (
        <NumberInput
          id={`${id}_${field}`}
          aria-label={`${label}: how many`}
          className="w-20"
          min={0}
          max={unit === 'workingHours' ? 2000 : 250}
          fractions={unit === 'workingHours'}
          value={numberIn(value)}
          onChange={(count) => {
            if (!Number.isNaN(count)) onChange({ ...length, [field]: count })
          }}
        />
      )}
      <NativeSelect
        id={`${id}_unit`}
        aria-label={`${label}: of what`}
        className="w-auto flex-1"
        value={unit}
        onChange={(event) => onChange(inUnit(event.target.value as Unit, length))}
      >
        {units.map(([name, title]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </NativeSelect>
      {unit === 'at' ? (
        <Input
          id={`${id}_at`}
          type="time"
          aria-label={`${label}: at what time`}
          className="w-28"
          value={typeof length.at === 'string' ? length.at : ''}
          onChange={(event) => {
            if (event.target.value) onChange({ ...length, at: event.target.value.slice(0, 5) })
          }}
        />
      ) : null}
    </div>
  )
}

type ComputedProps = {
  id: string
  label: string
  text: string
  onChange(value: Expression | number): void
}

/** A length that is computed: the value by its name, or the code that only an import can bring. */
function Computed({ id, label, text, onChange }: ComputedProps) {
  const path = readReference({ $: text })
  if (path === undefined) return <code className="text-xs">{text}</code>
  return (
    <div className="w-full min-w-0">
      <ReferenceBox
        id={id}
        label={label}
        path={path}
        takes="number"
        onChoose={(next) => onChange(writeReference(next))}
        onRemove={() => onChange(1)}
      />
    </div>
  )
}
