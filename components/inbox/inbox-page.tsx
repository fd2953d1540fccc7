'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { InboxIcon } from 'lucide-react'
import { useState } from 'react'
import { UnknownOutcomes } from '#components/runs/unknown-outcome/unknown-outcomes'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { PageHeader } from '#components/ui/layout/page-header'
import { Segmented } from '#components/ui/input/segmented'
import { PagedList } from '#components/shared/loading/paged-list'
import { pagesOf } from '#components/shared/loading/queries'
import { listScreensContract } from '#lib/contracts/runs/screens'
import { pollEvery } from '#components/shared/loading/poll-every'
import { InboxRow } from './inbox-row.tsx'
import { NextCase } from './next-case.tsx'

const claims = { any: 'All', mine: 'Mine', unclaimed: 'Nobody’s' } as const
type ClaimFilter = keyof typeof claims

function NoScreens({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState
        icon={InboxIcon}
        title="Nothing here"
        description="Choose “All” to see every open screen."
      />
    )
  return (
    <EmptyState
      icon={InboxIcon}
      title="No screen waits for you"
      description="When a workflow needs a person, its screen appears here by itself."
    />
  )
}

/**
 * The screens that a person may complete now, by priority, then the oldest first. They are read
 * again every five seconds.
 */
export function InboxPage({ canControl }: { canControl: boolean }) {
  const [claim, setClaim] = useState<ClaimFilter>('any')
  const query = useInfiniteQuery({
    ...pagesOf(listScreensContract, {
      query: { claim },
    }),
    refetchInterval: pollEvery(5000),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="mx-auto w-full max-w-4xl space-y-6">
      <PageHeader
        title="Inbox"
        description="Screens that wait for a person, the most urgent first."
      >
        <NextCase />
      </PageHeader>
      {canControl ? <UnknownOutcomes /> : null}
      <Segmented<ClaimFilter>
        label="Whose screens"
        value={claim}
        options={claims}
        onChange={setClaim}
      />
      <PagedList
        query={query}
        what="The inbox"
        skeletons={{ rows: 3, height: 'h-16' }}
        empty={<NoScreens isFiltered={claim !== 'any'} />}
      >
        {(screens) => (
          <ul className="space-y-2" aria-label="Open screens">
            {screens.map((screen) => (
              <InboxRow key={screen.taskId} item={screen} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  )
}
