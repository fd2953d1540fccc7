'use client'

import { SchemaExamples } from '@rjsf/core'
import type { BaseInputTemplateProps } from '@rjsf/utils'
import { ariaDescribedByIds, examplesId, getInputProps } from '@rjsf/utils'
import { Input } from '#components/ui/input'

/** Every single-line input: text, number, e-mail, date, time. A default that was not chosen yet stands as the placeholder. */
export function InputTemplate(props: BaseInputTemplateProps) {
  const { id, htmlName, placeholder, required, readonly, disabled, type, value, onChange, onChangeOverride, onBlur, onFocus, autofocus, options, schema, rawErrors = [], extraProps } = props
  const hint = placeholder || (schema.default === undefined || typeof schema.default === 'object' ? '' : String(schema.default))
  return (
    <>
      <Input
        {...extraProps}
        {...getInputProps(schema, type, options)}
        id={id}
        name={htmlName || id}
        placeholder={hint}
        autoFocus={autofocus ?? false}
        aria-required={required ?? false}
        aria-invalid={rawErrors.length > 0}
        aria-describedby={ariaDescribedByIds(id, Boolean(schema.examples))}
        disabled={disabled ?? false}
        readOnly={readonly ?? false}
        autoComplete={options['autocomplete'] as string | undefined ?? 'off'}
        list={schema.examples ? examplesId(id) : undefined}
        value={value || value === 0 ? value : ''}
        onChange={onChangeOverride ?? ((event) => onChange(event.target.value === '' ? options.emptyValue : event.target.value))}
        onBlur={(event) => onBlur(id, event.target.value)}
        onFocus={(event) => onFocus(id, event.target.value)}
      />
      <SchemaExamples id={id} schema={schema} />
    </>
  )
}
