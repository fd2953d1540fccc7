'use client'

import type { TitleFieldProps } from '@rjsf/utils'
import { getUiOptions } from '@rjsf/utils'
import { useContext } from 'react'
import { FieldAction } from './field-action.tsx'
import { RequiredMark } from './required-mark.tsx'

/** The heading of a group of fields. */
export function TitleTemplate({
  id,
  title,
  required,
  uiSchema,
  optionalDataControl,
}: TitleFieldProps) {
  const action = useContext(FieldAction)
  return (
    <div id={id} className="flex min-h-6 items-center justify-between gap-2 text-sm font-semibold">
      <span>
        {getUiOptions(uiSchema).title ?? title}
        {required ? <RequiredMark /> : null}
      </span>
      {optionalDataControl}
      {action}
    </div>
  )
}
