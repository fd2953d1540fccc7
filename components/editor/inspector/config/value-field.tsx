'use client'

import { getDefaultRegistry } from '@rjsf/core'
import type { FieldProps } from '@rjsf/utils'
import { getUiOptions } from '@rjsf/utils'
import { createContext, useContext, useRef, useState } from 'react'
import { cn } from '#components/ui/cn'
import { FieldAction } from '#components/forms/theme/field-action'
import { isExpression } from '#lib/domain/workflow/is-expression'
import { parseTypedJson } from '#lib/domain/exact-json'
import { documentOfValue, type TextKind } from '../values/field-text.ts'

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

/** Widgets of text, for which values can be put into it. */
const textWidgets = new Set<unknown>([undefined, 'text', 'textarea', 'email'])
/** Forms of text that have fields of their own. */
const ownFormats = new Set(['date', 'date-time', 'time', 'duration', 'data-url'])

const isText = ({ schema, uiSchema }: FieldProps): boolean => {
  const { widget, field } = getUiOptions(uiSchema)
  const isOwn = ownFormats.has(schema.format ?? '') || 'enum' in schema || 'oneOf' in schema
  // A text that is nearly always a value of an earlier step has no widget but `expression`.
  return schema.type === 'string' && field === undefined && textWidgets.has(widget) && !isOwn
}

/** How a field of text is edited. */
function textKind({ schema, uiSchema }: FieldProps): TextKind {
  const { widget, rows, emptyValue, below } = getUiOptions(uiSchema)
  const hint = schema.default ?? (Array.isArray(schema.examples) ? schema.examples[0] : undefined)
  return {
    prose: schema.format === undefined && schema.pattern === undefined,
    ...(widget === 'textarea' ? { rows: Number(rows ?? 4) } : {}),
    ...(typeof hint === 'string' ? { hint } : {}),
    empty: emptyValue,
    isPath: below !== undefined,
  }
}

/** A condition is nearly always computed, and its rules are its only form. */
const isCondition = ({ schema, uiSchema, formData }: FieldProps): boolean =>
  schema.type === 'boolean' &&
  getUiOptions(uiSchema)['beginsComputed'] === true &&
  typeof formData !== 'boolean'

function SwitchableField(props: FieldProps) {
  const { schema, uiSchema, fieldPathId, name } = props
  const { expression, asCode, toggle } = useExpression(props)
  const label = String(uiSchema?.['ui:title'] ?? schema.title ?? name)
  const action = isCondition(props) ? null : (
    <ExpressionSwitch
      label={label}
      isText={isText(props)}
      computed={asCode}
      disabled={props.disabled ?? false}
      onToggle={toggle}
    />
  )
  return (
    <Around.Provider value={fieldPathId.$id}>
      <FieldAction.Provider value={action}>
        <StandardField {...props} {...drawnAs(props, label, { expression, asCode })} />
      </FieldAction.Provider>
    </Around.Provider>
  )
}

const startsComputed = ({ formData, uiSchema }: FieldProps): boolean =>
  formData === undefined && getUiOptions(uiSchema)['beginsComputed'] === true

/**
 * The expression of a field, undefined for a fixed value, whether it is edited as code, and the
 * switch between the two. Switching back restores the previous value. A text with values is an
 * expression too, which is edited as text.
 */
function useExpression(props: FieldProps) {
  const { schema, formData, fieldPathId, onChange } = props
  const [wantsCode, setWantsCode] = useState(false)
  const before = useRef<{ value?: unknown; expression?: string }>({})
  const starts = startsComputed(props)
  // A field that is nearly always computed starts as an expression.
  const initial = starts ? '' : undefined
  const expression = isExpression(formData) ? formData.$ : initial
  const canBeText = isText(props) && documentOfValue(formData) !== undefined
  const asCode = expression !== undefined && (wantsCode || !canBeText)
  const change = (value: unknown) => onChange(value, fieldPathId.path, undefined, fieldPathId.$id)
  const toggle = () => {
    setWantsCode(!asCode)
    if (!asCode) {
      if (expression !== undefined) return
      before.current.value = formData
      change({ $: before.current.expression ?? literalText(formData) })
      return
    }
    const literal = literalIn(expression)
    if (canBeText && literal === undefined) return
    before.current.expression = expression
    change(before.current.value ?? literal ?? emptyValue(schema.type, starts))
  }
  return { expression, asCode, toggle }
}

type Shown = { expression: string | undefined; asCode: boolean }

/** The replacement for rjsf's field: an expression, or JSON where the schema accepts any value. */
function drawnAs(
  props: FieldProps,
  label: string,
  { expression, asCode }: Shown,
): Partial<FieldProps> {
  const { schema, uiSchema } = props
  const frame = { title: label, ...(schema.description ? { description: schema.description } : {}) }
  if (asCode)
    return {
      schema: frame,
      uiSchema: {
        'ui:field': schema.type === 'boolean' ? 'condition' : 'expression',
        'ui:labelled': true,
      },
      formData: { $: expression ?? '' },
    }
  if (isText(props))
    return {
      schema: frame,
      uiSchema: { 'ui:field': 'text', 'ui:labelled': true, 'ui:text': textKind(props) },
    }
  if (!takesAnything(schema)) return {}
  return { schema: frame, uiSchema: { ...uiSchema, 'ui:field': 'json', 'ui:labelled': true } }
}

type SwitchProps = {
  label: string
  /** A text can have values without code. */
  isText: boolean
  computed: boolean
  disabled: boolean
  onToggle(): void
}

const titleOf = ({ isText, computed }: SwitchProps): string => {
  if (isText) return computed ? 'Edit as text' : 'Edit as code'
  return computed ? 'Give a fixed value instead' : 'Compute this from earlier steps'
}

const switchClass = cn(
  'h-6 min-w-8 shrink-0 rounded border border-input px-1.5 font-mono text-xs',
  'text-muted-foreground italic outline-none hover:bg-accent',
  'focus-visible:ring-2 focus-visible:ring-ring aria-pressed:border-primary',
  'aria-pressed:bg-primary aria-pressed:text-primary-foreground',
)

function ExpressionSwitch(props: SwitchProps) {
  const { label, computed, disabled, onToggle } = props
  return (
    <button
      type="button"
      aria-pressed={computed}
      aria-label={`Expression for ${label}`}
      title={titleOf(props)}
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
