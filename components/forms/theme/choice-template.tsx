import type { MultiSchemaFieldTemplateProps } from '@rjsf/utils'
import { isValidElement } from 'react'
import { nothingMark } from '../drawn-schema.ts'
import { ErrorTemplate } from './error-template.tsx'

type ShapeProps = { schema?: object }
/** For the select: only it gets the errors of a missing choice. */
type SelectorProps = { id: string; rawErrors?: string[]; schema: object; registry: never }

/** The errors of a missing choice. */
function ChoiceErrors({ selector }: Pick<MultiSchemaFieldTemplateProps, 'selector'>) {
  if (!isValidElement<SelectorProps>(selector)) return null
  const { rawErrors = [], id, schema, registry } = selector.props
  return (
    <ErrorTemplate
      errors={rawErrors}
      fieldPathId={{ $id: id, path: [] }}
      schema={schema}
      registry={registry}
    />
  )
}

/** A value that can have one of several shapes: which one, then its fields. */
export function ChoiceTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  const shape = isValidElement<ShapeProps>(optionSchemaField) ? optionSchemaField.props : undefined
  const hasFields = shape !== undefined && !(nothingMark in (shape.schema ?? {}))
  return (
    <div className="flex flex-col gap-2">
      {selector}
      {hasFields ? optionSchemaField : <ChoiceErrors selector={selector} />}
    </div>
  )
}
