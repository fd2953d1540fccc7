'use client'

import { useMemo } from 'react'
import { cn } from '#components/ui/cn'
import type { CalendarView } from '#lib/contracts/organization/calendars'
import { usualRules } from '#lib/domain/calendar/calendar'
import { dayOf } from '#lib/domain/calendar/shifts-of'
import { cronProblem, isTimeZone } from '#lib/domain/schedule/cron'
import { cronWords } from '#lib/domain/schedule/cron-words'
import { daysOffProblem, nextOccurrences } from '#lib/domain/schedule/occurrences'
import { daysOffWords } from './days-off-words.ts'
import type { ScheduleDraft } from './schedule-draft.ts'
import { ZonedTime } from './zoned-time.tsx'

const shown = 10

const listClass = cn(
  'grid gap-x-6 gap-y-0.5 text-sm text-muted-foreground tabular-nums',
  'sm:grid-flow-col sm:grid-cols-2 sm:grid-rows-5',
)

/** Whether people work on a date, by the chosen calendar, else by the one that counts. */
function workdaysOf(calendars: readonly CalendarView[], slug: string) {
  const { rules, holidays } = calendars.find((calendar) => calendar.slug === slug) ??
    calendars.find(({ isDefault }) => isDefault) ?? { rules: usualRules, holidays: [] }
  return (date: string): boolean => dayOf(rules, holidays, date).shifts.length > 0
}

type Props = Pick<ScheduleDraft, 'cron' | 'timeZone' | 'daysOff' | 'calendar'> & {
  calendars: readonly CalendarView[]
}

/** What a cron expression means in words, and its next ten occurrences. */
export function NextOccurrences({ cron, timeZone, daysOff, calendar, calendars }: Props) {
  const rhythm = useMemo(
    () =>
      cronProblem(cron) || !isTimeZone(timeZone)
        ? undefined
        : { cron, timeZone, daysOff, isWorkday: workdaysOf(calendars, calendar) },
    [cron, timeZone, daysOff, calendar, calendars],
  )
  const problem = useMemo(() => rhythm && daysOffProblem(rhythm), [rhythm])
  const instants = useMemo(
    () => (rhythm && !problem ? nextOccurrences(rhythm, new Date(), shown) : []),
    [rhythm, problem],
  )
  if (problem)
    return (
      <p role="alert" className="rounded-md border border-destructive/50 p-3 text-sm">
        {problem}
      </p>
    )
  if (instants.length === 0) return null
  const words = cronWords(cron)
  return (
    <section className="space-y-2 rounded-md border bg-muted/40 p-3" aria-live="polite">
      <h3 className="text-sm font-medium">
        {words
          ? `${words}${daysOffWords[daysOff]}`
          : 'The next ten occurrences show what this means'}
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
