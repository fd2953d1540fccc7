import type { MultiSchemaFieldTemplateProps } from '@rjsf/utils'
import { isValidElement } from 'react'
import { nothingMark } from '../drawn-schema.ts'
import { ErrorTemplate } from './error-template.tsx'

type ShapeProps = { schema?: object }
/** Of the select, which alone is told the errors of a choice that was not made. */
type SelectorProps = { id: string; rawErrors?: string[]; schema: object; registry: never }

/** A value that can have one of several shapes: which one, then its fields. */
export function ChoiceTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  const shape = isValidElement<ShapeProps>(optionSchemaField) ? optionSchemaField.props : undefined
  const hasFields = shape !== undefined && !(nothingMark in (shape.schema ?? {}))
  const select = isValidElement<SelectorProps>(selector) ? selector.props : undefined
  return (
    <div className="flex flex-col gap-2">
      {selector}
      {hasFields ? (
        optionSchemaField
      ) : select ? (
        <ErrorTemplate
          errors={select.rawErrors ?? []}
          fieldPathId={{ $id: select.id, path: [] }}
          schema={select.schema}
          registry={select.registry}
        />
      ) : null}
    </div>
  )
}
