'use client'

import type { WidgetProps } from '@rjsf/utils'
import { ariaDescribedByIds, descriptionId } from '@rjsf/utils'
import { FieldDescription } from '../help/field-description.tsx'
import { RequiredMark } from '../theme/required-mark.tsx'
import { Checkbox } from '#components/ui/input/checkbox'

/** Yes or no, with its label beside the box and its description under it. */
export function CheckboxWidget({
  id,
  htmlName,
  value,
  disabled,
  readonly,
  label,
  required,
  schema,
  options,
  autofocus,
  onChange,
  onBlur,
  onFocus,
  rawErrors = [],
}: WidgetProps) {
  const description = options.description ?? schema.description
  // Any other box may stay empty: that means no.
  const mustBeTicked = required === true && schema.const === true
  return (
    <div className="flex items-start gap-2.5">
      <Checkbox
        id={id}
        name={htmlName || id}
        checked={value === undefined ? schema.default === true : Boolean(value)}
        disabled={(disabled ?? false) || (readonly ?? false)}
        autoFocus={autofocus ?? false}
        aria-required={mustBeTicked}
        aria-invalid={rawErrors.length > 0}
        aria-describedby={ariaDescribedByIds(id)}
        onCheckedChange={(checked) => onChange(checked === true)}
        onBlur={() => onBlur(id, value)}
        onFocus={() => onFocus(id, value)}
      />
      <div className="grid gap-0.5">
        <label htmlFor={id} className="text-sm font-medium leading-snug">
          {label}
          {mustBeTicked ? <RequiredMark /> : null}
        </label>
        {description ? (
          <div id={descriptionId(id)} className="text-xs text-muted-foreground">
            {typeof description === 'string' ? (
              <FieldDescription text={description} />
            ) : (
              description
            )}
          </div>
        ) : null}
      </div>
    </div>
  )
}
