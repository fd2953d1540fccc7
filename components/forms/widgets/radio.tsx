'use client'

import type { WidgetProps } from '@rjsf/utils'
import {
  ariaDescribedByIds,
  enumOptionSelectedValue,
  enumOptionValueDecoder,
  enumOptionValueEncoder,
  getOptionValueFormat,
  optionId,
} from '@rjsf/utils'

/**
 * One of a few choices, all visible. Native radio buttons: arrow keys and form semantics come with
 * them.
 */
export function RadioWidget({
  id,
  htmlName,
  options,
  value,
  required,
  disabled,
  readonly,
  onChange,
  onBlur,
  onFocus,
}: WidgetProps) {
  const { enumOptions = [], enumDisabled, emptyValue } = options
  const format = getOptionValueFormat(options)
  const chosen = enumOptionSelectedValue(value, enumOptions, false, format, '')
  return (
    <div
      id={id}
      role="radiogroup"
      aria-required={required ?? false}
      aria-describedby={ariaDescribedByIds(id)}
      className={options.inline ? 'flex flex-wrap gap-4' : 'flex flex-col gap-1.5'}
    >
      {enumOptions.map((option, index) => {
        const encoded = enumOptionValueEncoder(option.value, index, format)
        return (
          <label key={optionId(id, index)} className="flex min-h-6 items-center gap-2.5 text-sm">
            <input
              type="radio"
              id={optionId(id, index)}
              name={htmlName || id}
              value={encoded}
              checked={chosen === encoded}
              disabled={
                (disabled ?? false) ||
                (readonly ?? false) ||
                (Array.isArray(enumDisabled) && enumDisabled.includes(option.value))
              }
              onChange={() =>
                onChange(enumOptionValueDecoder(encoded, enumOptions, format, emptyValue))
              }
              onBlur={() => onBlur(id, value)}
              onFocus={() => onFocus(id, value)}
              className="size-4 accent-primary"
            />
            {option.label}
          </label>
        )
      })}
    </div>
  )
}
