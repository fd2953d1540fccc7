import type { MultiSchemaFieldTemplateProps } from '@rjsf/utils'
import { isValidElement } from 'react'
import { nothingMark } from '../drawn-schema.ts'

const isNothing = (field: unknown): boolean =>
  isValidElement<{ schema?: object }>(field) && nothingMark in (field.props.schema ?? {})

/** A value that can have one of several shapes: which one, then its fields. */
export function ChoiceTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  return (
    <div className="flex flex-col gap-2">
      {selector}
      {isNothing(optionSchemaField) ? null : optionSchemaField}
    </div>
  )
}
