import type { TitleFieldProps } from '@rjsf/utils'
import { getUiOptions } from '@rjsf/utils'

/** The heading of a group of fields. */
export function TitleTemplate({ id, title, required, uiSchema, optionalDataControl }: TitleFieldProps) {
  return (
    <div id={id} className="flex items-center justify-between gap-2 text-sm font-semibold">
      <span>
        {getUiOptions(uiSchema).title ?? title}
        {required ? <span className="text-destructive" aria-hidden> *</span> : null}
      </span>
      {optionalDataControl}
    </div>
  )
}
