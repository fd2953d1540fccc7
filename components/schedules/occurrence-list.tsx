'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '#components/shared/navigation/link'
import { PagedList } from '#components/shared/loading/paged-list'
import { cn } from '#components/ui/cn'
import { pagesOf } from '#components/shared/loading/queries'
import {
  listOccurrencesContract,
  type OccurrenceView,
  type ScheduleView,
} from '#lib/contracts/workflows/schedules'
import { OccurrenceBadge } from './occurrence-badge.tsx'
import { ZonedTime } from './zoned-time.tsx'

const kinds = { scheduled: '', 'run-now': 'by hand', backfill: 'backfill' }

/** The past occurrences of a schedule with their runs, latest first. */
export function OccurrenceList({ schedule }: { schedule: ScheduleView }) {
  return (
    <section className="space-y-2" aria-labelledby="occurrences-title">
      <h3 id="occurrences-title" className="text-sm font-semibold">
        What happened
      </h3>
      <Content schedule={schedule} />
    </section>
  )
}

function Content({ schedule }: { schedule: ScheduleView }) {
  const query = useInfiniteQuery({
    ...pagesOf(listOccurrencesContract, {
      params: { id: schedule.id },
      query: { limit: 20 },
    }),
    refetchInterval: 5000,
  })
  return (
    <PagedList
      query={query}
      what="The occurrences"
      skeletons={{ rows: 1, height: 'h-24' }}
      empty={
        <p className="text-sm text-muted-foreground">
          Nothing yet. Each occurrence appears here with its run, or with the reason why there is
          none.
        </p>
      }
    >
      {(items) => (
        <ul className="divide-y rounded-md border text-sm">
          {items.map((item) => (
            <Occurrence key={item.id} occurrence={item} timeZone={schedule.timeZone} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

const linkClass = cn(
  'flex min-h-6 items-center rounded-sm text-xs underline underline-offset-2 outline-none',
  'focus-visible:ring-2 focus-visible:ring-ring',
)

type OccurrenceProps = { occurrence: OccurrenceView; timeZone: string }

function Occurrence({ occurrence, timeZone }: OccurrenceProps) {
  const { plannedAt, kind, status, runStatus, runId, reason } = occurrence
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <span className="tabular-nums">
        <ZonedTime at={plannedAt} timeZone={timeZone} />
      </span>
      {kinds[kind] ? <span className="text-xs text-muted-foreground">{kinds[kind]}</span> : null}
      <span className="ml-auto flex items-center gap-2">
        <OccurrenceBadge status={status} runStatus={runStatus} />
        {runId ? (
          <Link href={`/runs/${runId}`} className={linkClass}>
            See the run
          </Link>
        ) : null}
      </span>
      {reason ? <span className="basis-full text-xs text-muted-foreground">{reason}</span> : null}
    </li>
  )
}
