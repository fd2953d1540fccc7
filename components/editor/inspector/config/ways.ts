import type { FieldProps } from '@rjsf/utils'
import { getUiOptions } from '@rjsf/utils'
import { documentOfValue, type TextKind } from '../values/field-text.ts'
import { readReference } from '../values/reference.ts'

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
export function textKind({ schema, uiSchema }: FieldProps): TextKind {
  const { widget, rows, emptyValue, below, keepsType } = getUiOptions(uiSchema)
  const hint = schema.default ?? (Array.isArray(schema.examples) ? schema.examples[0] : undefined)
  return {
    // A value that stands alone is no text: a number stays one.
    prose: keepsType !== true && schema.format === undefined && schema.pattern === undefined,
    ...(widget === 'textarea' ? { rows: Number(rows ?? 4) } : {}),
    ...(typeof hint === 'string' ? { hint } : {}),
    empty: emptyValue,
    isPath: below !== undefined,
  }
}

/** A condition is nearly always computed, and its rules are its only form. */
export const isCondition = ({ schema, uiSchema, formData }: FieldProps): boolean =>
  schema.type === 'boolean' &&
  getUiOptions(uiSchema)['beginsComputed'] === true &&
  typeof formData !== 'boolean'

export const startsComputed = ({ formData, uiSchema }: FieldProps): boolean =>
  formData === undefined && getUiOptions(uiSchema)['beginsComputed'] === true

const typingKeywords = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref', 'properties']
/** Whether a field takes values of every kind. */
export const takesAnything = (schema: FieldProps['schema']): boolean =>
  !typingKeywords.some((key) => key in schema)

/** The type that a field takes (JSON Schema), as its schema or the hint `takes` of its step says. */
export const typeOf = ({ schema, uiSchema }: FieldProps): unknown =>
  schema.type ?? getUiOptions(uiSchema)['takes']

/** How a field is edited. */
export type Way = 'fixed' | 'text' | 'condition' | 'reference' | 'code'

/** How a field is edited with this expression, undefined for a fixed value. */
export function wayOf(props: FieldProps, expression: string | undefined, wantsCode: boolean): Way {
  const { schema, formData } = props
  if (expression === undefined) return isText(props) ? 'text' : 'fixed'
  if (schema.type === 'boolean') return 'condition'
  if (wantsCode) return 'code'
  if (isText(props)) return documentOfValue(formData) === undefined ? 'code' : 'text'
  if (readReference({ $: expression }) !== undefined) return 'reference'
  return takesAnything(schema) && documentOfValue(formData) !== undefined ? 'text' : 'code'
}

/** What a press of the switch does. */
export function switchTitle({ schema, ...field }: FieldProps, way: Way): string {
  if (schema.type === 'boolean')
    return way === 'condition' ? 'Give a fixed value instead' : 'Compute this from earlier steps'
  if (way !== 'code') return 'Edit as code'
  return isText({ schema, ...field }) ? 'Edit as text' : 'Edit without code'
}
