import type { DescriptionFieldProps } from '@rjsf/utils'
import { FieldDescription } from '../help/field-description.tsx'

/** What a field is for, under its label: Markdown, or an element of ours. */
export function DescriptionTemplate({ id, description }: DescriptionFieldProps) {
  if (!description) return null
  return (
    <div id={id} className="text-xs leading-relaxed text-muted-foreground">
      {typeof description === 'string' ? <FieldDescription text={description} /> : description}
    </div>
  )
}
