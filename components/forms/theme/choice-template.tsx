import type { FieldErrorProps, MultiSchemaFieldTemplateProps } from '@rjsf/utils'
import { isValidElement } from 'react'
import { nothingMark } from '../drawn-schema.ts'
import { ErrorTemplate } from './error-template.tsx'

/** What rjsf gives the fields of the chosen shape; errors of a choice not made are there. */
type ShapeProps = Omit<FieldErrorProps, 'errors'> & { errorSchema?: { __errors?: string[] } }

/** A value that can have one of several shapes: which one, then its fields. */
export function ChoiceTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  const shape = isValidElement<ShapeProps>(optionSchemaField) ? optionSchemaField.props : undefined
  const nothing = shape !== undefined && nothingMark in (shape.schema ?? {})
  return (
    <div className="flex flex-col gap-2">
      {selector}
      {nothing ? (
        <ErrorTemplate {...shape} errors={shape.errorSchema?.__errors ?? []} />
      ) : (
        optionSchemaField
      )}
    </div>
  )
}
