'use client'

import type { WidgetProps } from '@rjsf/utils'
import { ariaDescribedByIds } from '@rjsf/utils'
import { useState } from 'react'
import { Input } from '#components/ui/input/input'
import { NativeSelect } from '#components/shared/fields/native-select'
import { useFormTexts } from '../texts.ts'
import { durationOf, durationUnits, partsOfDuration, type DurationUnit } from './duration-text.ts'

/** A span of time: a whole number and its unit, stored as `P3D` or `PT30M` (ISO 8601). */
export function DurationWidget(props: WidgetProps) {
  const { id, htmlName, value, label, required, disabled, readonly, rawErrors = [] } = props
  const { onChange, onBlur, options } = props
  const texts = useFormTexts()
  const known = partsOfDuration(value)
  const [unit, setUnit] = useState<DurationUnit>(known?.unit ?? 'days')
  const [typed, setTyped] = useState<string>()
  const shownUnit = known?.unit ?? unit
  const shown = typed !== undefined && durationOf(typed, shownUnit) === value ? typed : known?.count
  const isLocked = (disabled ?? false) || (readonly ?? false)
  const write = (count: string, next: DurationUnit) => {
    setTyped(count)
    setUnit(next)
    onChange(count.trim() === '' ? options.emptyValue : (durationOf(count, next) ?? count))
  }
  // What is no duration stays as it is written, and is refused.
  const text = shown ?? (typeof value === 'string' ? value : '')
  return (
    <div className="flex max-w-80 gap-2">
      <Input
        id={id}
        name={htmlName || id}
        inputMode="numeric"
        autoComplete="off"
        className="w-24"
        value={text}
        disabled={disabled ?? false}
        readOnly={readonly ?? false}
        aria-required={required ?? false}
        aria-invalid={rawErrors.length > 0}
        aria-describedby={ariaDescribedByIds(id)}
        onChange={(event) => write(event.target.value, shownUnit)}
        onBlur={() => onBlur(id, value)}
      />
      <NativeSelect
        id={`${id}__unit`}
        aria-label={texts.text('duration.unit', { label })}
        value={shownUnit}
        disabled={isLocked}
        onChange={(event) => write(text, event.target.value as DurationUnit)}
      >
        {durationUnits.map((one) => (
          <option key={one} value={one}>
            {texts.text(`duration.${one}`)}
          </option>
        ))}
      </NativeSelect>
    </div>
  )
}
