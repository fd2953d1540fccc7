import { ChevronRightIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'

/** Where the page stands; the last entry is the page itself. */
export function Breadcrumb({
  className,
  entries,
  ...props
}: ComponentProps<'nav'> & { entries: ReactNode[] }) {
  return (
    <nav aria-label="Breadcrumb" className={className} {...props}>
      <ol className="flex flex-wrap items-center gap-1.5 text-sm text-muted-foreground">
        {entries.map((entry, index) => (
          <li
            key={index}
            className={cn(
              'inline-flex items-center gap-1.5',
              index === entries.length - 1 && 'text-foreground',
            )}
            aria-current={index === entries.length - 1 ? 'page' : undefined}
          >
            {index > 0 ? <ChevronRightIcon className="size-3.5" aria-hidden /> : null}
            {entry}
          </li>
        ))}
      </ol>
    </nav>
  )
}
