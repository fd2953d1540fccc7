import type { FieldErrorProps } from '@rjsf/utils'
import { errorId } from '@rjsf/utils'
import { CircleAlertIcon } from 'lucide-react'

/** The errors of one field. */
export function ErrorTemplate({ errors = [], fieldPathId }: FieldErrorProps) {
  if (errors.length === 0) return null
  return (
    <ul id={errorId(fieldPathId)} className="space-y-0.5 text-sm text-destructive">
      {[...new Set(errors.map(String))].map((error) => (
        <li key={error} className="flex gap-1.5">
          <CircleAlertIcon aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{error}</span>
        </li>
      ))}
    </ul>
  )
}
