import type { MultiSchemaFieldTemplateProps } from '@rjsf/utils'

/** A value that can have one of several shapes: which one, then its fields. */
export function ChoiceTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  return (
    <div className="flex flex-col gap-2">
      {selector}
      {optionSchemaField}
    </div>
  )
}
