'use client'

import { useQuery } from '@tanstack/react-query'
import { Loaded } from '#components/shared/loading/loaded'
import { OldData } from '#components/shared/loading/old-data'
import { Loading } from '#components/shared/loading/loading'
import { UnknownOutcomes } from '#components/runs/unknown-outcome/unknown-outcomes'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import { cn } from '#components/ui/cn'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { queryOf } from '#components/shared/loading/queries'
import { getHomeContract, type HomeView } from '#lib/contracts/service/home'
import { pollEvery } from '#components/shared/loading/poll-every'
import { RunTotals } from './run-totals.tsx'
import { FailingWorkflows } from './failing-workflows.tsx'
import { FirstSteps } from './first-steps.tsx'
import { NeedsYou } from './needs-you.tsx'
import { Pace } from './pace.tsx'
import { RunsPerDay } from './runs-per-day.tsx'

type Props = { canEdit: boolean; canControl: boolean; hasWorkflows: boolean }

function Numbers({ home, canControl, ...rest }: Props & { home: HomeView }) {
  if (home.books?.accepted === 0) return <FirstSteps {...rest} />
  return (
    <>
      {canControl ? <UnknownOutcomes /> : null}
      <div
        className={cn(
          'grid grid-cols-[minmax(0,1fr)] items-start gap-4',
          // Where nothing failed, a line says so, and the screens have the width.
          home.failing.length > 0 ? 'lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]' : '',
        )}
      >
        <NeedsYou screens={home.screens} />
        <FailingWorkflows failing={home.failing} />
      </div>
      {home.duration && home.queue ? <Pace duration={home.duration} queue={home.queue} /> : null}
      {home.days ? <RunsPerDay days={home.days} /> : null}
      {home.books ? <RunTotals books={home.books} /> : null}
    </>
  )
}

const skeleton = (
  <Loading className="space-y-4" label="Loading the numbers">
    <div className="grid gap-4 lg:grid-cols-[2fr_1fr]">
      <Skeleton className="h-44" />
      <Skeleton className="h-44" />
    </div>
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {[0, 1, 2, 3].map((tile) => (
        <Skeleton key={tile} className="h-20" />
      ))}
    </div>
    <Skeleton className="h-80" />
  </Loading>
)

/**
 * What needs attention now, read again every ten seconds; when that fails, the last numbers stay,
 * marked as old.
 */
export function HomePage(props: Props) {
  const query = useQuery({
    ...queryOf(getHomeContract),
    refetchInterval: pollEvery(10_000),
  })
  return (
    <Page>
      <PageHeader title="Home" description="What needs you, and how the workflows are doing." />
      {query.data ? <OldData query={query} what="These numbers" /> : null}
      <Loaded query={query} what="The numbers" loading={skeleton}>
        {(home) => <Numbers home={home} {...props} />}
      </Loaded>
    </Page>
  )
}
