import type { ReactNode } from 'react'

/** A label above an input, with its help and its error below. */
export function Labelled({
  id,
  label,
  help,
  error,
  children,
}: {
  id: string
  label: string
  help?: string | undefined
  error?: string | undefined
  children: ReactNode
}) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children}
      {help ? <p className="text-xs text-muted-foreground">{help}</p> : null}
      {error ? (
        <p role="alert" className="text-xs text-destructive">
          {error}
        </p>
      ) : null}
    </div>
  )
}
