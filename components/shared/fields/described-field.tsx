import type { ReactNode } from 'react'
import type { FieldError } from 'react-hook-form'
import { Label } from '#components/ui/input/label'

type Described = { 'aria-invalid': boolean; 'aria-describedby': string | undefined }

type Props = {
  /** Of the control. */
  id: string
  label: string
  help: ReactNode
  error: FieldError | undefined
  /** Draws the control with the id and these properties. */
  children(described: Described): ReactNode
}

/** A control with its label, its help and its error, joined for screen readers. */
export function DescribedField({ id, label, help, error, children }: Props) {
  const ids = [...(help ? [`${id}-help`] : []), ...(error ? [`${id}-error`] : [])]
  return (
    <div className="space-y-1.5">
      <Label htmlFor={id}>{label}</Label>
      {children({
        'aria-invalid': error !== undefined,
        'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
      })}
      {help ? (
        <p id={`${id}-help`} className="text-sm text-muted-foreground">
          {help}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-sm text-destructive">
          {error.message}
        </p>
      ) : null}
    </div>
  )
}
