'use client'

import { useMemo } from 'react'
import { cn } from '#components/ui/cn'
import { cronProblem, isTimeZone, nextInstants } from '#lib/domain/schedule/cron'
import { cronWords } from '#lib/domain/schedule/cron-words'
import { ZonedTime } from './zoned-time.tsx'

const shown = 10

const listClass = cn(
  'grid gap-x-6 gap-y-0.5 text-sm text-muted-foreground tabular-nums',
  'sm:grid-flow-col sm:grid-cols-2 sm:grid-rows-5',
)

/** What a cron expression means in words, and its next ten occurrences. */
export function NextOccurrences({ cron, timeZone }: { cron: string; timeZone: string }) {
  const instants = useMemo(
    () =>
      cronProblem(cron) || !isTimeZone(timeZone)
        ? []
        : nextInstants(cron, timeZone, new Date(), shown),
    [cron, timeZone],
  )
  if (instants.length === 0) return null
  return (
    <section className="space-y-2 rounded-md border bg-muted/40 p-3" aria-live="polite">
      <h3 className="text-sm font-medium">
        {cronWords(cron) ?? 'The next ten occurrences show what this means'}
      </h3>
      <ol className={listClass} aria-label="The next ten occurrences">
        {instants.map((instant) => (
          <li key={instant.getTime()}>
            <ZonedTime at={instant.toISOString()} timeZone={timeZone} withZone />
          </li>
        ))}
      </ol>
    </section>
  )
}
