'use client'

import { getDefaultRegistry } from '@rjsf/core'
import type { FieldProps } from '@rjsf/utils'
import { getUiOptions } from '@rjsf/utils'
import { createContext, useContext, useRef } from 'react'
import { FieldAction } from '#components/forms/theme/field-action'
import { isExpression } from '#lib/domain/workflow/definition'
import { parseTypedJson } from '#lib/domain/exact-json'

const StandardField = getDefaultRegistry().fields['SchemaField'] as React.ComponentType<FieldProps>
/**
 * The field that drew its switch last; a choice of shapes draws the same field once more inside
 * itself.
 */
const Around = createContext('')

const saysNothing = (schema: Record<string, unknown>): boolean =>
  !['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref', 'properties'].some(
    (key) => key in schema,
  )

/**
 * Fields that are written in their own editor, or that name something fixed, take no expression.
 */
function takesExpression({ schema, uiSchema, fieldPathId }: FieldProps, inside: boolean): boolean {
  const options = getUiOptions(uiSchema)
  if (
    inside ||
    fieldPathId.path.length === 0 ||
    options.widget === 'hidden' ||
    options['expression'] === false
  )
    return false
  const entryOfList = typeof fieldPathId.path.at(-1) === 'number' && schema.type === 'object'
  return (
    !entryOfList &&
    !('const' in schema) &&
    options.widget !== 'code' &&
    (options.field === undefined || options.field === 'json' || options.field === 'policy')
  )
}

/**
 * Every field of a step's configuration: a value, or, at the press of a button, an expression in
 * its place.
 */
export function ValueField(props: FieldProps) {
  const { schema, uiSchema, formData, fieldPathId, onChange, name, disabled } = props
  const inside = useContext(Around) === fieldPathId.$id
  const stored = useRef<{ value: unknown; expression: string | undefined }>({
    value: undefined,
    expression: undefined,
  })
  // Without a switch of its own a field must not show that of the group around it.
  if (!takesExpression(props, inside))
    return (
      <FieldAction.Provider value={null}>
        <StandardField {...props} />
      </FieldAction.Provider>
    )

  // A field that is nearly always computed begins as an expression; whoever wants a value presses
  // the button once.
  const begins = formData === undefined && getUiOptions(uiSchema)['beginsComputed'] === true
  const expression = isExpression(formData) ? formData.$ : begins ? '' : undefined
  const computed = expression !== undefined
  const label = String(uiSchema?.['ui:title'] ?? schema.title ?? name)
  const change = (value: unknown) => onChange(value, fieldPathId.path, undefined, fieldPathId.$id)
  const toggle = () => {
    if (computed) {
      stored.current.expression = expression
      change(
        stored.current.value ??
          literalIn(expression) ??
          (schema.type === 'boolean'
            ? false
            : begins
              ? schema.type === 'array'
                ? []
                : null
              : undefined),
      )
    } else {
      stored.current.value = formData
      change({
        $:
          stored.current.expression ??
          (formData === undefined || formData === '' ? '' : JSON.stringify(formData)),
      })
    }
  }
  const action = (
    <button
      type="button"
      aria-pressed={computed}
      aria-label={`Expression for ${label}`}
      title={computed ? 'Give a fixed value instead' : 'Compute this from earlier steps'}
      disabled={disabled ?? false}
      onClick={toggle}
      className="h-6 min-w-8 shrink-0 rounded border border-input px-1.5 font-mono text-xs text-muted-foreground italic outline-none hover:bg-accent focus-visible:ring-2 focus-visible:ring-ring aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-primary-foreground"
    >
      fx
    </button>
  )
  const frame = { title: label, ...(schema.description ? { description: schema.description } : {}) }
  const given = computed
    ? { schema: frame, uiSchema: { 'ui:field': 'expression', 'ui:labelled': true } }
    : saysNothing(schema)
      ? { schema: frame, uiSchema: { ...uiSchema, 'ui:field': 'json', 'ui:labelled': true } }
      : {}
  return (
    <Around.Provider value={fieldPathId.$id}>
      <FieldAction.Provider value={action}>
        <StandardField
          {...props}
          {...given}
          {...(computed ? { formData: { $: expression } } : {})}
        />
      </FieldAction.Provider>
    </Around.Provider>
  )
}

function literalIn(text: string): unknown {
  try {
    return parseTypedJson(text)
  } catch {
    return undefined
  }
}
