'use client'

import type { WidgetProps } from '@rjsf/utils'
import { ariaDescribedByIds } from '@rjsf/utils'
import { Textarea } from '#components/ui/input/textarea'

/** Text of several lines. */
export function TextareaWidget({
  id,
  htmlName,
  placeholder,
  value,
  required,
  disabled,
  autofocus,
  readonly,
  onBlur,
  onFocus,
  onChange,
  options,
  rawErrors = [],
}: WidgetProps) {
  return (
    <Textarea
      id={id}
      name={htmlName || id}
      placeholder={placeholder ?? ''}
      autoComplete={options.autocomplete ?? 'off'}
      disabled={disabled ?? false}
      readOnly={readonly ?? false}
      value={typeof value === 'string' ? value : ''}
      aria-required={required ?? false}
      aria-invalid={rawErrors.length > 0}
      aria-describedby={ariaDescribedByIds(id)}
      autoFocus={autofocus ?? false}
      rows={Number(options.rows ?? 4)}
      onChange={(event) =>
        onChange(event.target.value === '' ? options.emptyValue : event.target.value)
      }
      onBlur={(event) => onBlur(id, event.target.value)}
      onFocus={(event) => onFocus(id, event.target.value)}
    />
  )
}
