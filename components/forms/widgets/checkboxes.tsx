'use client'

import type { WidgetProps } from '@rjsf/utils'
import {
  ariaDescribedByIds,
  enumOptionsDeselectValue,
  enumOptionsIsSelected,
  enumOptionsSelectValue,
  optionId,
} from '@rjsf/utils'
import { Checkbox } from '#components/ui/input/checkbox'

/** Several of a list of choices. */
export function CheckboxesWidget({
  id,
  htmlName,
  disabled,
  options,
  value,
  autofocus,
  readonly,
  onChange,
  onBlur,
  onFocus,
}: WidgetProps) {
  const { enumOptions = [], enumDisabled } = options
  const chosen = Array.isArray(value) ? value : []
  return (
    <div id={id} className="flex flex-col gap-1.5" aria-describedby={ariaDescribedByIds(id)}>
      {enumOptions.map((option, index) => (
        <div className="flex min-h-6 items-center gap-2.5" key={optionId(id, index)}>
          <Checkbox
            id={optionId(id, index)}
            name={htmlName || id}
            checked={enumOptionsIsSelected(option.value, chosen)}
            disabled={
              (disabled ?? false) ||
              (readonly ?? false) ||
              (Array.isArray(enumDisabled) && enumDisabled.includes(option.value))
            }
            autoFocus={(autofocus ?? false) && index === 0}
            onCheckedChange={(checked) =>
              onChange(
                checked === true
                  ? enumOptionsSelectValue(index, chosen, enumOptions)
                  : enumOptionsDeselectValue(index, chosen, enumOptions),
              )
            }
            onBlur={() => onBlur(id, value)}
            onFocus={() => onFocus(id, value)}
          />
          <label htmlFor={optionId(id, index)} className="text-sm">
            {option.label}
          </label>
        </div>
      ))}
    </div>
  )
}
