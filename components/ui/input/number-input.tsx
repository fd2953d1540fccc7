'use client'

import { useId, useState, type ComponentProps } from 'react'
import { Input } from './input.tsx'
import { readNumber, describeBounds, type NumberBounds } from './read-number.ts'

type Native = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'min' | 'max' | 'step'>
type Props = Native &
  NumberBounds & {
    value: number | null | undefined
    /** Undefined when nothing is typed, NaN when the input is refused (it says why). */
    onChange(value: number | undefined): void
  }

type Typed = { text: string; read: number | undefined; over: number | undefined }

/**
 * A number as typed, in a line of text with the keyboard for numbers: the browser's own number
 * input rounds, and changes its value when the wheel turns or an arrow key is pressed. The number
 * keyboards of phones have no minus.
 */
export function NumberInput({ value, onChange, min, max, fractions, required, ...input }: Props) {
  const help = useId()
  const [typed, setTyped] = useState<Typed>()
  const bounds = { min, max, fractions, required }
  const given = value ?? undefined
  // "007" and refused input stay as typed until the value changes.
  const isOurs = typed && (Object.is(given, typed.read) || Object.is(given, typed.over))
  const shown = isOurs ? typed.text : String(given ?? '')
  const isRefused = Number.isNaN(readNumber(shown, bounds))
  const mode = fractions ? 'decimal' : 'numeric'
  const described = [input['aria-describedby'], isRefused ? help : ''].filter(Boolean).join(' ')
  return (
    <>
      <Input
        autoComplete="off"
        inputMode={min !== undefined && min >= 0 ? mode : 'text'}
        aria-required={required}
        {...input}
        type="text"
        value={shown === 'NaN' ? '' : shown}
        aria-invalid={isRefused || input['aria-invalid'] === true}
        aria-describedby={described || undefined}
        onChange={(event) => {
          const text = event.target.value
          const read = readNumber(text, bounds)
          const over = Number.isNaN(read) ? given : read
          setTyped({ text, read, over })
          onChange(read)
        }}
      />
      {isRefused ? (
        <p id={help} role="alert" className="text-xs text-destructive">
          {describeBounds(bounds)}
        </p>
      ) : null}
    </>
  )
}
