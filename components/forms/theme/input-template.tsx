'use client'

import { SchemaExamples } from '@rjsf/core'
import type { BaseInputTemplateProps } from '@rjsf/utils'
import { ariaDescribedByIds, examplesId, getInputProps } from '@rjsf/utils'
import { cn } from '#components/ui/cn'
import { Input } from '#components/ui/input/input'

const numbers = ['number', 'integer']
const writtenInLatin = ['tel', 'email', 'url']

/**
 * A number is a line of text with the keyboard for numbers: the browser's own number input rounds,
 * and changes the value when the wheel turns or an arrow key is pressed. The number keyboards of
 * phones have no minus.
 */
function inputProps({ schema, type, options }: BaseInputTemplateProps) {
  const wanted = type ?? options.inputType
  // Widgets of rjsf and hints of authors may name the browser's number input.
  const isNumber = wanted ? wanted === 'number' : numbers.includes(String(schema.type))
  const { inputMode } = options as { inputMode?: 'numeric' }
  if (!isNumber) {
    const given = getInputProps(schema, type, options)
    const isLatin = 'mask' in options || writtenInLatin.includes(String(given.type))
    return { ...given, inputMode, dir: isLatin ? ltr : undefined }
  }
  const mode = schema.type === 'integer' ? ('numeric' as const) : ('decimal' as const)
  return { type: 'text', dir: ltr, inputMode: (schema.minimum ?? 0) < 0 ? ('text' as const) : mode }
}

/** From right to left too: else the groups of a phone number, or a minus, change their places. */
const ltr = 'ltr' as const

/**
 * Every single-line input: text, number, e-mail, date, time. A default that is not in the data is
 * shown as the placeholder.
 */
export function InputTemplate(props: BaseInputTemplateProps) {
  const { id, htmlName, placeholder, required, readonly, disabled, value, autofocus } = props
  const { onChange, onChangeOverride, onBlur, onFocus, rawErrors = [], extraProps } = props
  const { options, schema } = props
  const more = (extraProps as { 'aria-describedby'?: string } | undefined)?.['aria-describedby']
  const describedBy = more ?? ariaDescribedByIds(id, Boolean(schema.examples))
  const hint =
    placeholder ||
    (schema.default === undefined || typeof schema.default === 'object'
      ? ''
      : String(schema.default))
  const { currency } = options as { currency?: string }
  return (
    <div className={currency ? 'relative' : 'contents'}>
      {currency ? (
        <span
          aria-hidden
          className="pointer-events-none absolute start-3 top-2 text-sm text-muted-foreground"
        >
          {currency}
        </span>
      ) : null}
      <Input
        {...extraProps}
        // On both sides, because the sign stands where the page begins, and a number where it does.
        style={currency ? { paddingInline: `${currency.length + 2.2}ch` } : undefined}
        {...inputProps(props)}
        // What nobody types into does not look like a place to type.
        className={cn('rtl:text-right', readonly && 'bg-muted/60 shadow-none')}
        id={id}
        name={htmlName || id}
        placeholder={hint}
        autoFocus={autofocus ?? false}
        aria-required={required ?? false}
        aria-invalid={rawErrors.length > 0}
        aria-describedby={describedBy}
        disabled={disabled ?? false}
        readOnly={readonly ?? false}
        autoComplete={(options.autocomplete as string | undefined) ?? 'off'}
        list={schema.examples ? examplesId(id) : undefined}
        value={value || value === 0 ? value : ''}
        onChange={
          onChangeOverride ??
          ((event) => onChange(event.target.value === '' ? options.emptyValue : event.target.value))
        }
        onBlur={(event) => onBlur(id, event.target.value)}
        onFocus={(event) => onFocus(id, event.target.value)}
      />
      <SchemaExamples id={id} schema={schema} />
    </div>
  )
}
