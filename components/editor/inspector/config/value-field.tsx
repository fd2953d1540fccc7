'use client'

import { getDefaultRegistry } from '@rjsf/core'
import type { FieldProps } from '@rjsf/utils'
import { getUiOptions } from '@rjsf/utils'
import { createContext, useContext, useRef } from 'react'
import { cn } from '#components/ui/cn'
import { FieldAction } from '#components/forms/theme/field-action'
import { isExpression } from '#lib/domain/workflow/definition'
import { parseTypedJson } from '#lib/domain/exact-json'

const StandardField = getDefaultRegistry().fields['SchemaField'] as React.ComponentType<FieldProps>
/**
 * The id of the field that drew its switch last; a choice of shapes draws the same field once more
 * inside itself.
 */
const Around = createContext('')

const typingKeywords = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref', 'properties']
const takesAnything = (schema: Record<string, unknown>): boolean =>
  !typingKeywords.some((key) => key in schema)

/** Fields of ours in whose place an expression may stand. */
const switchable = new Set(['json', 'policy', 'postalAddress'])

/** Fields with their own editor, or with the name of a fixed thing, accept no expression. */
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
    (options.field === undefined || switchable.has(String(options.field)))
  )
}

/** Each field of a step's configuration: a value, or after the press of a button an expression. */
export function ValueField(props: FieldProps) {
  const inside = useContext(Around) === props.fieldPathId.$id
  if (takesExpression(props, inside)) return <SwitchableField {...props} />
  // A field without its own switch must not show that of the group around it.
  return (
    <FieldAction.Provider value={null}>
      <StandardField {...props} />
    </FieldAction.Provider>
  )
}

function SwitchableField(props: FieldProps) {
  const { schema, uiSchema, fieldPathId, name } = props
  const { expression, toggle } = useExpression(props)
  const label = String(uiSchema?.['ui:title'] ?? schema.title ?? name)
  const action = (
    <ExpressionSwitch
      label={label}
      computed={expression !== undefined}
      disabled={props.disabled ?? false}
      onToggle={toggle}
    />
  )
  return (
    <Around.Provider value={fieldPathId.$id}>
      <FieldAction.Provider value={action}>
        <StandardField {...props} {...drawnAs(props, label, expression)} />
      </FieldAction.Provider>
    </Around.Provider>
  )
}

const startsComputed = ({ formData, uiSchema }: FieldProps): boolean =>
  formData === undefined && getUiOptions(uiSchema)['beginsComputed'] === true

/**
 * The expression of a field, undefined for a fixed value, and the switch between the two. Switching
 * back restores the previous value.
 */
function useExpression(props: FieldProps) {
  const { schema, formData, fieldPathId, onChange } = props
  const before = useRef<{ value?: unknown; expression?: string }>({})
  const starts = startsComputed(props)
  // A field that is nearly always computed starts as an expression.
  const initial = starts ? '' : undefined
  const expression = isExpression(formData) ? formData.$ : initial
  const change = (value: unknown) => onChange(value, fieldPathId.path, undefined, fieldPathId.$id)
  const toggle = () => {
    if (expression === undefined) {
      before.current.value = formData
      change({ $: before.current.expression ?? literalText(formData) })
      return
    }
    before.current.expression = expression
    change(before.current.value ?? literalIn(expression) ?? emptyValue(schema.type, starts))
  }
  return { expression, toggle }
}

/** The replacement for rjsf's field: an expression, or JSON where the schema accepts any value. */
function drawnAs(
  { schema, uiSchema }: FieldProps,
  label: string,
  expression: string | undefined,
): Partial<FieldProps> {
  const frame = { title: label, ...(schema.description ? { description: schema.description } : {}) }
  if (expression !== undefined)
    return {
      schema: frame,
      uiSchema: { 'ui:field': 'expression', 'ui:labelled': true },
      formData: { $: expression },
    }
  if (!takesAnything(schema)) return {}
  return { schema: frame, uiSchema: { ...uiSchema, 'ui:field': 'json', 'ui:labelled': true } }
}

type SwitchProps = { label: string; computed: boolean; disabled: boolean; onToggle(): void }

const switchClass = cn(
  'h-6 min-w-8 shrink-0 rounded border border-input px-1.5 font-mono text-xs',
  'text-muted-foreground italic outline-none hover:bg-accent',
  'focus-visible:ring-2 focus-visible:ring-ring aria-pressed:border-primary',
  'aria-pressed:bg-primary aria-pressed:text-primary-foreground',
)

function ExpressionSwitch({ label, computed, disabled, onToggle }: SwitchProps) {
  return (
    <button
      type="button"
      aria-pressed={computed}
      aria-label={`Expression for ${label}`}
      title={computed ? 'Give a fixed value instead' : 'Compute this from earlier steps'}
      disabled={disabled}
      onClick={onToggle}
      className={switchClass}
    >
      fx
    </button>
  )
}

/** An expression whose value is this fixed value. */
const literalText = (value: unknown): string =>
  value === undefined || value === '' ? '' : JSON.stringify(value)

/** The value of an expression that is only a literal. */
function literalIn(text: string): unknown {
  try {
    return parseTypedJson(text)
  } catch {
    return undefined
  }
}

/** An empty value. Undefined would make the field start as an expression again. */
function emptyValue(type: unknown, startsAsExpression: boolean): unknown {
  if (type === 'boolean') return false
  if (!startsAsExpression) return undefined
  return type === 'array' ? [] : null
}
