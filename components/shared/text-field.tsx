import { useId, type ComponentProps } from 'react'
import type { FieldError } from 'react-hook-form'
import { Input } from '#components/ui/input'
import { Label } from '#components/ui/label'

type Props = ComponentProps<typeof Input> & {
  label: string
  help?: string
  error?: FieldError | undefined
}

/** A labelled input with its help and its error, joined for screen readers. */
export function TextField({ label, help, error, ...input }: Props) {
  const id = useId()
  const described = [help ? `${id}-help` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className="space-y-1.5">
      <Label htmlFor={id}>{label}</Label>
      <Input
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={described || undefined}
        {...input}
      />
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
