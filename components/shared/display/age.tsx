'use client'

import { formatAge, formatExact } from './format.ts'
import { usePageNow } from './use-page-now.ts'

/** How long ago something was; pointing at it shows the exact moment. */
export function Age({ at, className }: { at: string; className?: string }) {
  const now = usePageNow()
  return (
    <time className={className} dateTime={at} title={formatExact(at)}>
      {formatAge(at, now)}
    </time>
  )
}
