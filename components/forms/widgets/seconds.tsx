'use client'

import type { WidgetProps } from '@rjsf/utils'
import { ariaDescribedByIds } from '@rjsf/utils'
import { DurationInput } from '#components/shared/fields/duration-input'

/** A number of seconds, as a number of minutes, hours or days. */
export function SecondsWidget(props: WidgetProps) {
  const { id, label, value, schema, required, disabled, readonly, options, onChange } = props
  const usual = schema.default
  return (
    <DurationInput
      id={id}
      label={label}
      seconds={typeof value === 'number' ? value : undefined}
      min={schema.minimum}
      max={schema.maximum}
      required={required ?? false}
      disabled={(disabled ?? false) || (readonly ?? false)}
      usual={typeof usual === 'number' ? usual : undefined}
      describedBy={ariaDescribedByIds(id)}
      onChange={(seconds) => onChange(seconds ?? options.emptyValue)}
    />
  )
}
