'use client'

import { formatAge, formatExact } from './format.ts'
import { usePageNow } from './use-page-now.ts'

/** How long ago something was; pointing at it shows the exact moment, and so does paper. */
export function Age({ at, className }: { at: string; className?: string }) {
  const now = usePageNow()
  return (
    // Paper is read later: there the title stands in its place (theme.css).
    <time className={className} dateTime={at} title={formatExact(at)} data-age>
      <span className="print:hidden">{formatAge(at, now)}</span>
    </time>
  )
}
