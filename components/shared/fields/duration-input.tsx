'use client'

import { useState } from 'react'
import { NumberInput } from '#components/ui/input/number-input'
import { NativeSelect } from './native-select.tsx'

const units = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }
type Unit = keyof typeof units
const names = Object.keys(units) as Unit[]

/** The largest unit of which a time is a whole number; minutes when there is no time yet. */
function unitOfSeconds(seconds: number | undefined): Unit {
  if (!seconds) return 'minutes'
  const fitting = names.filter((unit) => Number.isInteger(seconds / units[unit]))
  return fitting.at(-1) ?? 'seconds'
}

type Props = {
  id: string
  /** What the time is for, as screen readers say it with the unit. */
  label: string
  seconds: number | undefined
  /** In seconds. */
  min?: number | undefined
  max?: number | undefined
  required?: boolean
  disabled?: boolean
  /** What holds when there is none, in seconds: the field shows it in its place. */
  usual?: number | undefined
  describedBy?: string
  onChange(seconds: number | undefined): void
}

/** A length of time as a number and its unit; it is kept in seconds. */
export function DurationInput(props: Props) {
  const { id, label, seconds, usual, min = 0, max, disabled, onChange } = props
  const [chosen, setChosen] = useState<Unit>()
  const unit = chosen ?? unitOfSeconds(seconds ?? usual)
  const size = units[unit]
  const choose = (next: Unit) => {
    setChosen(next)
    if (seconds !== undefined) onChange(Math.min((seconds / size) * units[next], max ?? Infinity))
  }
  return (
    <div className="flex max-w-80 gap-2">
      <NumberInput
        id={id}
        className="w-24"
        fractions
        min={min / size}
        {...(max === undefined ? {} : { max: max / size })}
        required={props.required ?? false}
        disabled={disabled}
        placeholder={
          usual === undefined ? undefined : String(Number((usual / size).toPrecision(3)))
        }
        aria-describedby={props.describedBy}
        value={seconds === undefined ? undefined : seconds / size}
        onChange={(count) => {
          setChosen(unit)
          if (!Number.isNaN(count)) onChange(count === undefined ? undefined : count * size)
        }}
      />
      <NativeSelect
        id={`${id}__unit`}
        aria-label={`${label}: unit`}
        className="w-auto flex-1"
        value={unit}
        disabled={disabled}
        onChange={({ target }) => choose(target.value as Unit)}
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </NativeSelect>
    </div>
  )
}
