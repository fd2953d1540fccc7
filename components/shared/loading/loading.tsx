import type { ReactNode } from 'react'
import { Skeleton } from '#components/ui/feedback/skeleton'

type Props = { label: string; className?: string; children: ReactNode }

/** Skeletons in place of loading content; `label` is for screen readers. */
export function Loading({ label, className = 'space-y-2', children }: Props) {
  return (
    <div className={className} role="status" aria-busy="true" aria-label={label}>
      {children}
    </div>
  )
}

type RowsProps = { label: string; rows: number; rowClass: string }

/** Equal rows in place of a list or a text; `rowClass` sets their height and width. */
export function LoadingRows({ label, rows, rowClass }: RowsProps) {
  return (
    <Loading label={label}>
      {Array.from({ length: rows }, (_row, index) => (
        <Skeleton key={index} className={rowClass} />
      ))}
    </Loading>
  )
}
