import type { DescriptionFieldProps } from '@rjsf/utils'

/** What a field is for, under its label. */
export function DescriptionTemplate({ id, description }: DescriptionFieldProps) {
  if (!description) return null
  return (
    <div id={id} className="text-xs leading-relaxed text-muted-foreground">
      {description}
    </div>
  )
}
