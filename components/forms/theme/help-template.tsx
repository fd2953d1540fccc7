import type { FieldHelpProps } from '@rjsf/utils'
import { helpId } from '@rjsf/utils'

/** The hint under a field. */
export function HelpTemplate({ fieldPathId, help }: FieldHelpProps) {
  if (!help) return null
  return (
    <div id={helpId(fieldPathId)} className="text-xs text-muted-foreground">
      {help}
    </div>
  )
}
