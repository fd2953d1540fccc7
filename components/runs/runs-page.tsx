'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { PlayIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { itemsOf, PagedList } from '#components/shared/loading/paged-list'
import { pollEvery } from '#components/shared/loading/poll-every'
import { pagesOf } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import { listRunsContract } from '#lib/contracts/runs/runs'
import { CancelChosen } from './list/cancel-chosen.tsx'
import { FilterBar, type WorkflowChoice } from './list/filter-bar.tsx'
import { RetryFailed } from './list/retry-failed.tsx'
import { RunsTable } from './list/runs-table.tsx'
import { useChosenRuns } from './list/use-chosen-runs.ts'
import { queryOfFilters } from './list/filters.ts'
import { useFilters } from './list/use-filters.ts'

function NoRuns({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState
        icon={PlayIcon}
        title="No run matches"
        description="Widen the filters to see more."
      />
    )
  return (
    <EmptyState
      icon={PlayIcon}
      title="Nothing has run yet"
      description="Open a workflow and start it, fill in a form, or call the API: the runs appear here."
    >
      <span className="flex flex-wrap justify-center gap-2">
        <Button asChild variant="outline">
          <Link href="/workflows">Workflows</Link>
        </Button>
        <Button asChild variant="outline">
          <Link href="/forms">Forms</Link>
        </Button>
      </span>
    </EmptyState>
  )
}

type Props = { workflows: WorkflowChoice[]; canControl: boolean }

/**
 * The runs of the organization, newest first, with filters that stand in the address; they are read
 * again every five seconds.
 */
export function RunsPage({ workflows, canControl }: Props) {
  const { filters, change } = useFilters()
  const query = useInfiniteQuery({
    ...pagesOf(listRunsContract, { query: queryOfFilters(filters) }),
    refetchInterval: pollEvery(5000),
    placeholderData: keepPreviousData,
  })
  const chosen = useChosenRuns(itemsOf(query))
  const isFiltered = Object.values(filters).some((value) => value !== '')
  return (
    <Page>
      <PageHeader title="Runs" description="Every run of every workflow, newest first." />
      <FilterBar filters={filters} change={change} workflows={workflows} />
      <RetryFailed runs={chosen.failed} onDone={chosen.clear} />
      <CancelChosen runs={chosen.live} onDone={chosen.clear} />
      <PagedList
        query={query}
        what="The runs"
        skeletons={{ rows: 4, height: 'h-10' }}
        empty={<NoRuns isFiltered={isFiltered} />}
      >
        {(runs) => <RunsTable runs={runs} chosen={chosen} canControl={canControl} />}
      </PagedList>
    </Page>
  )
}
