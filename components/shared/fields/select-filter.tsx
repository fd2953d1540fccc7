import type { ReactNode } from 'react'
import { cn } from '#components/ui/cn'
import { NativeSelect } from './native-select.tsx'

type Props = {
  label: string
  value: string
  onChange(value: string): void
  /** For the label around it. */
  className?: string
  /** The options; the one that matches all has an empty value. */
  children: ReactNode
}

/** Narrows a list to one of a few values. */
export function SelectFilter({ label, value, onChange, className, children }: Props) {
  return (
    <label className={cn('grid min-w-0 gap-1 text-sm max-sm:min-w-24 max-sm:flex-1', className)}>
      {label}
      <NativeSelect
        className={className === undefined ? 'sm:w-auto sm:max-w-56' : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {children}
      </NativeSelect>
    </label>
  )
}
