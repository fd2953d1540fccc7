import type { ComponentProps } from 'react'

/** A native select in our looks. */
export function NativeSelect(props: ComponentProps<'select'>) {
  return (
    <select
      {...props}
      className={`h-9 w-full min-w-0 rounded-md border border-input bg-background px-2.5 text-sm shadow-xs outline-none focus-visible:ring-2 focus-visible:ring-ring disabled:opacity-60 aria-invalid:border-destructive ${props.className ?? ''}`}
    />
  )
}
