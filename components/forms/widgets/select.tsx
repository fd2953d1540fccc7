'use client'

import type { WidgetProps } from '@rjsf/utils'
import {
  ariaDescribedByIds,
  enumOptionSelectedValue,
  enumOptionValueDecoder,
  enumOptionValueEncoder,
  getOptionValueFormat,
} from '@rjsf/utils'
import { cn } from '../../ui/cn.ts'
import { fieldClass } from '../../ui/input/field-class.ts'
import { nothingTitle } from '../drawn-schema.ts'
import { useFormTexts } from '../texts.ts'
import { CheckboxesWidget } from './checkboxes.tsx'
import { manyChoices, SearchSelectWidget } from './search-select.tsx'
import { SearchSeveralWidget } from './search-several.tsx'

/** Choices that cannot be chosen at the moment are only drawn in short lists. */
const isListed = (list: unknown): boolean => Array.isArray(list) && list.length > 0

/**
 * A native select: works with every screen reader and on phones. Several choices are drawn as
 * checkboxes, and long lists as a field that searches.
 */
export function SelectWidget(props: WidgetProps) {
  const { id, htmlName, options, required, disabled, readonly, value, multiple, autofocus } = props
  const { onChange, onBlur, onFocus, placeholder, rawErrors = [], schema, label } = props
  const { text } = useFormTexts()
  const { enumOptions = [], enumDisabled, emptyValue } = options
  const isLong = enumOptions.length > manyChoices && !isListed(enumDisabled)
  if (multiple) return isLong ? <SearchSeveralWidget {...props} /> : <CheckboxesWidget {...props} />
  const format = getOptionValueFormat(options)
  const decode = (text: string) => enumOptionValueDecoder(text, enumOptions, format, emptyValue)
  // The select of alternatives has no label element of its own.
  const isChoice = /__(?:one|any)of_select$/.test(id)
  if (isLong && !isChoice) return <SearchSelectWidget {...props} />
  const usual = isChoice ? undefined : enumOptions.find((option) => option.value === schema.default)
  return (
    <select
      id={id}
      name={htmlName || id}
      value={enumOptionSelectedValue(value, enumOptions, false, format, '') as string}
      aria-label={isChoice ? label || text('choice') : undefined}
      aria-required={required ?? false}
      aria-invalid={rawErrors.length > 0}
      aria-describedby={ariaDescribedByIds(id)}
      disabled={(disabled ?? false) || (readonly ?? false)}
      autoFocus={autofocus ?? false}
      onChange={(event) => onChange(decode(event.target.value))}
      onBlur={(event) => onBlur(id, decode(event.target.value))}
      onFocus={(event) => onFocus(id, decode(event.target.value))}
      className={cn(fieldClass, 'h-9 px-2.5')}
    >
      {!isChoice && (value === undefined || value === null || (!required && !usual)) ? (
        <option value="">
          {placeholder || (usual ? text('choice.default', { label: usual.label }) : text('choose'))}
        </option>
      ) : null}
      {enumOptions.map((option, index) => (
        <option
          key={String(option.value)}
          value={enumOptionValueEncoder(option.value, index, format)}
          disabled={Array.isArray(enumDisabled) && enumDisabled.includes(option.value)}
        >
          {isChoice && option.label === nothingTitle ? text('choose') : option.label}
        </option>
      ))}
    </select>
  )
}
