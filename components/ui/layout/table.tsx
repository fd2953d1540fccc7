import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'

type TableProps = ComponentProps<'table'> & {
  label: string
  /** Fits a phone: see `stackedClass`. */
  stacked?: boolean
}

/**
 * On a phone each row is a block: the cells below each other, each behind its `label`. The head
 * stays for screen readers. A cell may stand in a corner of its own row (`absolute`).
 */
const stackedClass = [
  'max-sm:block max-sm:[&_thead]:sr-only max-sm:[&_tbody]:block',
  'max-sm:[&_tr]:relative max-sm:[&_tr]:block max-sm:[&_tr]:px-4 max-sm:[&_tr]:py-3',
  'max-sm:[&_td]:relative max-sm:[&_td]:block max-sm:[&_td]:max-w-none max-sm:[&_td]:min-w-0',
  'max-sm:[&_td]:px-0 max-sm:[&_td]:py-1 max-sm:[&_td]:text-left',
  'max-sm:[&_td]:whitespace-normal max-sm:[&_td]:wrap-anywhere',
  'max-sm:[&_td:empty]:hidden max-sm:[&_td[data-label]]:pl-28',
  'max-sm:[&_td[data-label]]:before:absolute max-sm:[&_td[data-label]]:before:left-0',
  'max-sm:[&_td[data-label]]:before:text-muted-foreground',
  "max-sm:[&_td[data-label]]:before:content-[attr(data-label)_/_'']",
]

/** A table that scrolls sideways inside its own, focusable region; `label` names it. */
export function Table({ className, label, stacked = false, ...props }: TableProps) {
  return (
    <div
      className="relative w-full overflow-x-auto rounded-lg border bg-card outline-none focus-visible:ring-2 focus-visible:ring-ring"
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table
        className={cn(
          'w-full caption-bottom text-left text-sm',
          stacked && stackedClass,
          className,
        )}
        {...props}
      />
    </div>
  )
}

export function TableHeader({ className, ...props }: ComponentProps<'thead'>) {
  return <thead className={cn('text-muted-foreground [&_tr]:border-b', className)} {...props} />
}

export function TableBody({ className, ...props }: ComponentProps<'tbody'>) {
  return <tbody className={cn('[&_tr:last-child]:border-0', className)} {...props} />
}

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return (
    <tr className={cn('border-b transition-colors hover:bg-accent/40', className)} {...props} />
  )
}

export function TableHead({ className, ...props }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      className={cn('h-10 px-3 text-left align-middle font-medium whitespace-nowrap', className)}
      {...props}
    />
  )
}

/** `label` precedes the cell when the table is stacked. */
export function TableCell({
  className,
  label,
  ...props
}: ComponentProps<'td'> & { label?: string }) {
  return <td data-label={label} className={cn('px-3 py-2 align-middle', className)} {...props} />
}
