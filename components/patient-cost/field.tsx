import { useId, type ReactNode } from 'react'
import { Label } from '#components/ui/input/label'

type Given = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }

/** A labelled field with its error, joined for screen readers. */
export function Field({
  label,
  error,
  className,
  children,
}: {
  label: string
  error: string | undefined
  className?: string
  children(field: Given): ReactNode
}) {
  const id = useId()
  return (
    <div className={`min-w-0 space-y-1 ${className ?? ''}`}>
      <Label htmlFor={id} className="text-xs">
        {label}
      </Label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': error ? `${id}-error` : undefined,
      })}
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-xs text-destructive">
          {error}
        </p>
      ) : null}
    </div>
  )
}
